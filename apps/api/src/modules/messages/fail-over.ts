import type { Delivery, Sms, SmsSender } from './ports.ts'

export interface NamedSender {
  /** Precedes the vendor's own id of a message, so that staff know where to look. */
  readonly name: string
  readonly sender: SmsSender
}

/**
 * One sender out of several, asked in their order. Certainly not sent: the next one is asked at once. Unknown: nobody
 * is asked now, since the person could get two; when the queue tries again it begins with the next one, because a
 * vendor that has just gone silent may stay so.
 */
export function createFailOver(senders: readonly NamedSender[]): SmsSender {
  return {
    async send(sms: Sms, attempt = 1): Promise<Delivery> {
      const first = (attempt - 1) % Math.max(senders.length, 1)
      let last: Delivery = { outcome: 'unavailable' }
      for (const { name, sender } of [...senders.slice(first), ...senders.slice(0, first)]) {
        last = await sender.send(sms, attempt)
        if (last.outcome === 'sent') return { outcome: 'sent', providerId: `${name}:${last.providerId}` }
        if (last.outcome !== 'unavailable') return last
      }
      return last
    },
  }
}
