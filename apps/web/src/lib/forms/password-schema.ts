import { ERRORS, PASSWORD_MIN } from '@sesa/contract'
import * as v from 'valibot'

/** A password to be chosen. How easily it is guessed is the server's to judge; its words land beside the field. */
export const newPassword = v.pipe(
  v.string(),
  v.nonEmpty('Choose a password'),
  v.minLength(PASSWORD_MIN, ERRORS.password_weak.message),
)
