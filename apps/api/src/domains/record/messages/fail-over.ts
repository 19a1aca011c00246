import type { Delivery, Sms, SmsSender } from './ports.ts'

export interface NamedVendor {
  /** Prefix of the vendor's own id of a message, so that staff know its vendor. */
  readonly name: string
  readonly sender: SmsSender
}

/**
 * Combines several vendors, tried in order. When a vendor certainly did not send the message, the next one is tried
 * immediately. When the outcome is unknown, no other is tried, since the customer could get two messages; the queue's next
 * attempt starts at the next vendor, because a vendor that has just gone silent may stay silent. `orderFor` returns the
 * vendors for a number, in order.
 */
export function createFailOver(
  vendors: readonly NamedVendor[],
  orderFor: (to: string) => readonly string[] = () => vendors.map(({ name }) => name),
): SmsSender {
  return {
    async send(sms: Sms, attempt = 1): Promise<Delivery> {
      const named = orderFor(sms.to).flatMap((name) => vendors.find((vendor) => vendor.name === name) ?? [])
      const ordered = named.toSorted((a, b) => Number(isAvoided(sms, a)) - Number(isAvoided(sms, b)))
      const first = (attempt - 1) % Math.max(ordered.length, 1)
      let last: Delivery = { outcome: 'unavailable' }
      for (const { name, sender } of [...ordered.slice(first), ...ordered.slice(0, first)]) {
        last = await sender.send(sms, attempt)
        if (last.outcome === 'sent') return { outcome: 'sent', providerId: `${name}:${last.providerId}` }
        if (last.outcome !== 'unavailable') return last
      }
      return last
    },
  }
}

const isAvoided = ({ avoid = [] }: Sms, { name }: NamedVendor): boolean => avoid.includes(name)
