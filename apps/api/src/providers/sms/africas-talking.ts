import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { Delivery, SmsSender } from '../../domains/record/messages/ports.ts'
import { ask, type VendorAnswer } from './ask.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface AfricasTalkingSettings {
  /** `https://api.africastalking.com`, without a trailing slash. */
  readonly baseUrl: string
  readonly username: string
  readonly apiKey: string
  /** The sender name or short code approved by the carriers; Africa's Talking's own if unset. */
  readonly from?: string
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

const answerSchema = v.object({
  SMSMessageData: v.object({
    Recipients: v.array(v.object({ statusCode: v.number(), messageId: providerText })),
  }),
})

const TAKEN = new Set([100, 101, 102])
/** The number is invalid or blocked for every vendor. */
const HOPELESS = new Set([403, 404, 406, 409])

function read({ status, body }: VendorAnswer): Delivery {
  // Our set-up or our rate limit with this vendor: another vendor may accept it.
  if (status >= 400 && status < 500) return { outcome: 'unavailable' }
  const parsed = v.safeParse(answerSchema, body)
  const recipient = parsed.success ? parsed.output.SMSMessageData.Recipients[0] : undefined
  if (status !== 201 || recipient === undefined) return { outcome: 'unknown' }
  if (TAKEN.has(recipient.statusCode)) return { outcome: 'sent', providerId: recipient.messageId }
  return { outcome: HOPELESS.has(recipient.statusCode) ? 'refused' : 'unavailable' }
}

/** Sends text messages through Africa's Talking: success is 201, and a recipient can still fail within it. */
export function createAfricasTalking(settings: AfricasTalkingSettings, fetchFn: ProviderFetch): SmsSender {
  return {
    async send({ to, text }) {
      const answer = await ask(fetchFn, `${settings.baseUrl}/version1/messaging`, {
        headers: { apiKey: settings.apiKey },
        form: {
          username: settings.username,
          to,
          message: text,
          bulkSMSMode: '1',
          ...(settings.from !== undefined && { from: settings.from }),
        },
        timeout: settings.timeout,
      })
      return answer === null ? { outcome: 'unknown' } : read(answer)
    },
  }
}
