import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import { REFUSED_REPORT, type SmsReport, type SmsReports } from '../../domains/record/messages/ports.ts'

type State = SmsReport['state']

/** Path of Twilio's reports, below the public address. */
export const TWILIO_REPORTS_PATH = '/webhooks/twilio'
const SIGNATURE = 'X-Twilio-Signature'

/** Final Twilio statuses of a message; every other status is intermediate. */
const TWILIO_STATES: ReadonlyMap<string, State> = new Map([
  ['delivered', 'delivered'],
  ['read', 'delivered'],
  ['undelivered', 'failed'],
  ['failed', 'failed'],
])

const twilioReport = v.object({
  MessageSid: providerText,
  MessageStatus: providerText,
  ErrorCode: v.optional(providerText),
})

/**
 * Returns Twilio's signature of a form: HMAC-SHA1, with the account's token, of the address and of each name with its value, in
 * the order of the names (https://www.twilio.com/docs/usage/security).
 */
export function signTwilio(
  authToken: string,
  url: string,
  form: readonly (readonly [string, string])[],
): string {
  const sorted = form.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = url + sorted.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

/** Parses Twilio's signed status callbacks. `publicUrl`: our address as configured at Twilio. */
export function createTwilioReports(settings: { authToken: string; publicUrl: string }): SmsReports {
  const url = settings.publicUrl + TWILIO_REPORTS_PATH
  return {
    path: 'twilio',
    signatureHeader: SIGNATURE,
    read({ form, headers }) {
      const given = headers[SIGNATURE.toLowerCase()]
      if (typeof given !== 'string' || !isSame(given, signTwilio(settings.authToken, url, form)))
        return REFUSED_REPORT
      const parsed = v.safeParse(twilioReport, Object.fromEntries(form))
      if (!parsed.success) return null
      const { MessageSid: sid, MessageStatus: status, ErrorCode: code } = parsed.output
      return {
        providerId: `twilio:${sid}`,
        state: TWILIO_STATES.get(status) ?? 'unknown',
        detail: code === undefined ? status : `${status} ${code}`,
      }
    },
  }
}

/** Final Africa's Talking statuses of a message; every other status is intermediate. */
const AFRICAS_TALKING_STATES: ReadonlyMap<string, State> = new Map([
  ['Success', 'delivered'],
  ['Failed', 'failed'],
  ['Rejected', 'failed'],
  ['AbsentSubscriber', 'failed'],
  ['Expired', 'failed'],
])

const africasTalkingReport = v.object({
  id: providerText,
  status: providerText,
  failureReason: v.optional(v.string()),
})

/**
 * Parses Africa's Talking's delivery reports. They are unsigned, so their address contains a secret: `token`
 * (https://developers.africastalking.com/docs/sms/notifications).
 */
export function createAfricasTalkingReports({ token }: { token: string }): SmsReports {
  return {
    path: 'africastalking/:token',
    read({ form, token: given = '' }) {
      if (!isSame(given, token)) return REFUSED_REPORT
      const parsed = v.safeParse(africasTalkingReport, Object.fromEntries(form))
      if (!parsed.success) return null
      const { id, status, failureReason } = parsed.output
      const state = AFRICAS_TALKING_STATES.get(status) ?? 'unknown'
      const reason = state === 'failed' && failureReason ? ` ${failureReason.slice(0, 60)}` : ''
      return { providerId: `africastalking:${id}`, state, detail: status + reason }
    },
  }
}

/** Compares in constant time, even for different lengths. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
