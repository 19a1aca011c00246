import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { Delivery, MailSender, SmsSender } from '../../domains/record/messages/ports.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface SandboxMessagesSettings {
  /** The sandbox's root address, without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: ProviderFetch
}

const TIME_OUT_MS = 10_000
const answer = v.object({ id: providerText })

/** Posts one message with its id as idempotency key, so that a repeat counts as the same message. */
async function post(
  { baseUrl, fetch }: SandboxMessagesSettings,
  path: string,
  { id, ...message }: { id: string; to: string; text: string },
): Promise<Delivery> {
  try {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(TIME_OUT_MS),
    })
    const body: unknown = JSON.parse(await response.text())
    if (response.status === 201) {
      const parsed = v.safeParse(answer, body)
      return parsed.success ? { outcome: 'sent', providerId: parsed.output.id } : { outcome: 'unknown' }
    }
    const final =
      response.status >= 400 && response.status < 500 && ![408, 425, 429].includes(response.status)
    return { outcome: final ? 'refused' : 'unknown' }
  } catch {
    // No answer, or not JSON: the message may have arrived.
    return { outcome: 'unknown' }
  }
}

/** Sends text messages to the sandbox's phones. */
export function createSandboxSms(settings: SandboxMessagesSettings): SmsSender {
  return { send: ({ id, to, text }) => post(settings, '/sandbox/sms/messages', { id, to, text }) }
}

/** Sends emails to the sandbox's mailbox. */
export function createSandboxMail(settings: SandboxMessagesSettings): MailSender {
  return { send: (mail) => post(settings, '/sandbox/mail/messages', mail) }
}
