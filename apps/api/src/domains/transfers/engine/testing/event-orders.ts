import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { expect, onTestFinished, vi } from 'vitest'
import { checkBooks } from '../../../../testing/books.ts'
import { sendCardEvent, type CardNotice } from '../../../../testing/card-events.ts'
import { startEngineWorld, type EngineWorld } from '../../../../testing/engine-world.ts'
import type { Opened } from '../../../../testing/sender.ts'

const EVENTS: readonly CardNotice[] = [
  { type: 'payment_intent.created' },
  { type: 'payment_intent.processing' },
  { type: 'payment_intent.succeeded' },
  { type: 'charge.refunded', object: { object: 'charge' } },
  { type: 'charge.dispute.created', object: { object: 'dispute' } },
]

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

async function pay(world: EngineWorld): Promise<Opened> {
  const opened = await (await world.sender()).open()
  // The cardholder's bank disputes the charge before any event arrives, so nothing is paid out.
  await world.pay(opened, '4000000000000259')
  return opened
}

async function deliver(world: EngineWorld, opened: Opened, order: readonly CardNotice[]): Promise<void> {
  for (const [index, { type = '', object }] of order.entries()) {
    const about = object === undefined ? { id: opened.id } : { ...object, payment_intent: opened.id }
    const event = { id: `evt_${opened.id}_${type}`, type, object: about }
    // Every other event arrives twice, and each is repeated until accepted, as the card provider sends it.
    const take = async (): Promise<void> => {
      const { status } = await sendCardEvent(world.base, event)
      if (status === 503) return take()
      expect(status).toBe(200)
    }
    await Promise.all([take(), ...(index % 2 === 0 ? [take()] : [])])
  }
}

async function countDisputes(world: EngineWorld): Promise<number> {
  const list = await fetch(`${world.sandboxUrl}/v1/balance_transactions?type=adjustment&limit=100`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data, has_more } = (await list.json()) as { data: unknown[]; has_more: boolean }
  return has_more ? 101 : data.length
}

/** All 120 orders of five events of one payment. */
export const ORDERS = permutations(EVENTS)

/** Delivers the events of one payment per order, every other event twice, and expects the same end for all of them. */
export async function expectSameEnd(orders: readonly (readonly CardNotice[])[]): Promise<void> {
  const world = await startEngineWorld({ webhooks: false })
  onTestFinished(() => world.close())
  const count = orders.length
  const opened: Opened[] = []
  while (opened.length < count)
    opened.push(...(await Promise.all(Array.from({ length: 10 }, () => pay(world)))))
  await vi.waitFor(
    async () => expect(await countDisputes(world)).toBeGreaterThanOrEqual(Math.min(count, 101)),
    PATIENCE,
  )
  await Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let at = lane; at < count; at += 8) {
        const [one, order] = [opened[at], orders[at]]
        if (one !== undefined && order !== undefined) await deliver(world, one, order)
      }
    }),
  )
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ ends: string; count: bigint }>`
        select concat_ws(' ', t.state, t.hold_reason, (
          select string_agg(e.kind, ',' order by e.id) from ledger_entries e where e.transfer_id = t.id
            or e.transfer_id in (select id from booked_apart where transfer_id = t.id))) as ends,
          count(*) as count
        from transfers t where t.state <> 'cancelled' group by 1`.execute(world.database.owner)
      expect(rows).toEqual([{ ends: 'paid disputed capture,dispute', count: BigInt(count) }])
    },
    { timeout: 240_000, interval: 200 },
  )
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from provider_events`.execute(
    world.database.owner,
  )
  expect(rows).toEqual([{ count: BigInt(count * EVENTS.length) }])
  // A busy server may open a payment without returning it; its customer then opens another.
  await world.rest()
  expect(await checkBooks(world.database, await world.books())).toBeGreaterThanOrEqual(count)
  expect(world.errors).toEqual([])
}
