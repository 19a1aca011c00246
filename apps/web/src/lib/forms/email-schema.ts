import { ERRORS } from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { EMAIL_SHAPE } from './email.ts'

/** A typed address; only an email sent to it shows whether it exists. */
export const emailText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(i18n.t('Enter your email address.')),
  v.regex(EMAIL_SHAPE, ERRORS.email_invalid.message),
)
