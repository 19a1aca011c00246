import type { World } from '../core/world.ts'
import type { CardStore } from './objects/store.ts'

/** Returns the product's public address for Stripe's notifications. */
export const productUrl = ({ options }: World): string =>
  `${new URL(options.publicUrl).origin}/webhooks/stripe`

/** Returns the number of enabled endpoints that receive an event, and whether the product's is one of them. */
export function receiversOf(
  world: World,
  store: CardStore,
  type: string,
): { count: number; isOurs: boolean } {
  const receivers = store
    .all('webhook_endpoint')
    .filter(({ status, enabled_events: events }) => status === 'enabled' && matches(events, type))
  return { count: receivers.length, isOurs: receivers.some(({ url }) => url === productUrl(world)) }
}

const matches = (events: readonly string[], type: string): boolean =>
  events.includes('*') || events.includes(type)
