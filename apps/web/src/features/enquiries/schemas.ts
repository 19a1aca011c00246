import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'
import { EMAIL_SHAPE } from '../../lib/forms/email.ts'

const LONGEST_LINE = 200
const LONGEST_MESSAGE = 5_000

const email = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(i18n.t('Enter your email address.')),
  v.regex(EMAIL_SHAPE, i18n.t('Enter an email address like name@example.com.')),
)

/** An expression of interest; checks only what the browser can check without the server. */
export const interestSchema = v.object({ email })

/** A message to support; checks only what the browser can check without the server. */
export const contactSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(i18n.t('Enter your name.')),
    v.maxLength(LONGEST_LINE, i18n.t('Enter a shorter name.')),
  ),
  email,
  company: v.pipe(v.string(), v.trim(), v.maxLength(LONGEST_LINE, i18n.t('Enter a shorter company name.'))),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(i18n.t('Write your message.')),
    v.maxLength(LONGEST_MESSAGE, i18n.t('Shorten your message to 5,000 characters.')),
  ),
})
