import { Refused } from './refused.ts'

const EMAIL_LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const EMAIL_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/**
 * Returns an email address with its domain in lower case; only the mail server interprets the local part. Throws
 * Refused `email_invalid`.
 */
export function readEmail(text: string): string {
  const trimmed = text.trim()
  const at = trimmed.lastIndexOf('@')
  const [local, domain] = [trimmed.slice(0, at), trimmed.slice(at + 1).toLowerCase()]
  const email = `${local}@${domain}`
  const plausible = at > 0 && local.length <= 64 && email.length <= 254
  if (!plausible || !EMAIL_LOCAL.test(local) || !EMAIL_DOMAIN.test(domain))
    throw new Refused('email_invalid', { field: 'email' })
  return email
}
