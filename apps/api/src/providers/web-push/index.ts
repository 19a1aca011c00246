import webPush from 'web-push'
import type { PushMessage, PushOutcome, PushSender } from '../../domains/record/notices/ports.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** The push services of browsers, by host; `*.` stands for one or more labels. */
export const PUSH_SERVICES = [
  // Chrome, Edge on Android, Samsung Internet, Opera
  'fcm.googleapis.com',
  // Firefox
  'updates.push.services.mozilla.com',
  // Safari
  '*.push.apple.com',
  // Edge on Windows
  '*.notify.windows.com',
] as const

export interface WebPushSettings {
  /** The VAPID key pair, base64url. */
  readonly publicKey: string
  readonly privateKey: string
  /** Contact for push services about our messages: `mailto:` or https. */
  readonly subject: string
  readonly timeoutMs: number
  fetchFor(host: string): ProviderFetch
}

/** Encrypts and signs one message (RFC 8291, RFC 8292). Throws for malformed keys. */
function requestOf(
  { publicKey, privateKey, subject }: WebPushSettings,
  { subscription, payload, ttl, urgency, topic }: PushMessage,
) {
  const { endpoint, p256dh, auth } = subscription
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  return webPush.generateRequestDetails({ endpoint, keys }, payload, {
    TTL: ttl,
    urgency,
    topic,
    contentEncoding: 'aes128gcm',
    vapidDetails: { publicKey, privateKey, subject },
  })
}

/**
 * Returns the meaning of a push service's status. 401 and 403 blame our signature: a wrong clock, contact or key, or a
 * browser that subscribed with an earlier key. They end no subscription, or one wrong setting would end all of them.
 */
function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'unknown'
  return 'refused'
}

/** Sends push messages to the browsers' push services. The library encrypts and signs; we send. */
export function createWebPush(settings: WebPushSettings): PushSender {
  return {
    publicKey: settings.publicKey,
    async send(message) {
      let request: ReturnType<typeof requestOf>
      try {
        request = requestOf(settings, message)
      } catch {
        return 'refused'
      }
      const { endpoint, method, headers, body } = request
      try {
        const answer = await settings.fetchFor(new URL(endpoint).host)(endpoint, {
          method,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          body: new Uint8Array(body ?? Buffer.alloc(0)),
          signal: AbortSignal.timeout(settings.timeoutMs),
        })
        return outcomeOf(answer.status)
      } catch {
        // No answer: the message may have been accepted.
        return 'unknown'
      }
    },
  }
}
