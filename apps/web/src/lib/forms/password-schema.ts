import { ERRORS, normalPassword, PASSWORD_MIN } from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'

/** A new password. The server judges how easy it is to guess; its message shows next to the field. */
export const newPassword = v.pipe(
  v.string(),
  v.nonEmpty(i18n.t('Choose a password.')),
  v.check((typed) => [...normalPassword(typed)].length >= PASSWORD_MIN, ERRORS.password_weak.message),
)
