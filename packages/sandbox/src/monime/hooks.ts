import { randomUUID } from 'node:crypto'
import type { World } from '../core/world.ts'

/** Sends a signed notification. Names of events are from third parties. */
export function notify(
  world: World,
  name: string,
  type: 'payment_code' | 'payout',
  data: { id: string },
): void {
  world.deliver('monime', {
    path: '/webhooks/monime',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      apiVersion: 'caph.2025-08-23',
      event: { id: `wke-${randomUUID()}`, name, timestamp: new Date(world.now()).toISOString() },
      object: { id: data.id, type },
      data,
    }),
    sign: 'monime',
  })
}
