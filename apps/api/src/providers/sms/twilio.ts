import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { Delivery, SmsSender } from '../../domains/record/messages/ports.ts'
import { ask, type VendorAnswer } from './ask.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface TwilioSettings {
  /** `https://api.twilio.com`, without a trailing slash. */
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
  /** A messaging service (`MG…`), a number or a sender name. */
  readonly from: string
  /** Address for Twilio's reports; without it Twilio sends none. */
  readonly reportTo?: string | undefined
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

const message = v.object({ sid: providerText })
const problem = v.object({ code: v.number() })

/** The number is invalid or blocked for every vendor: no phone number, unsubscribed, cannot get SMS. */
const HOPELESS = new Set([21211, 21610, 21614])

function read({ status, body }: VendorAnswer): Delivery {
  if (status === 201) {
    const taken = v.safeParse(message, body)
    return taken.success ? { outcome: 'sent', providerId: taken.output.sid } : { outcome: 'unknown' }
  }
  if (status < 400 || status >= 500) return { outcome: 'unknown' }
  const refused = v.safeParse(problem, body)
  // Any other refusal concerns our set-up, our rate limit or the vendor's coverage: another vendor may accept it.
  return { outcome: refused.success && HOPELESS.has(refused.output.code) ? 'refused' : 'unavailable' }
}

/** Sends text messages through Twilio's Messages resource. */
export function createTwilio(settings: TwilioSettings, fetchFn: ProviderFetch): SmsSender {
  const { accountSid, authToken, from, reportTo } = settings
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ to, text }) {
      const url = `${settings.baseUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`
      const form = {
        To: to,
        Body: text,
        ...sender,
        ...(reportTo !== undefined && { StatusCallback: reportTo }),
      }
      const answer = await ask(fetchFn, url, { headers: { authorization }, form, timeout: settings.timeout })
      return answer === null ? { outcome: 'unknown' } : read(answer)
    },
  }
}
