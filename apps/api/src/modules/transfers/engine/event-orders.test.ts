import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { sendCardEvent, type CardNotice } from '../../../testing/card-events.ts'
import { PATIENCE, startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Opened } from '../../../testing/sender.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({ webhooks: false })
})
// A busy server may open a payment and not say so; its customer then opens another.
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThanOrEqual(120))

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

async function pay(): Promise<Opened> {
  const opened = await (await world.sender()).open()
  // The card holder's bank disputes the charge before any event arrives, so nothing is paid out.
  await world.pay(opened, '4000000000000259')
  return opened
}

async function deliver(opened: Opened, order: readonly CardNotice[]): Promise<void> {
  for (const [index, { type = '', object }] of order.entries()) {
    const about = object === undefined ? { id: opened.id } : { ...object, payment_intent: opened.id }
    const event = { id: `evt_${opened.id}_${type}`, type, object: about }
    // Every other event arrives twice, and each until it is taken, as the card provider sends it.
    const take = async (): Promise<void> => {
      const { status } = await sendCardEvent(world.base, event)
      if (status === 503) return take()
      expect(status).toBe(200)
    }
    await Promise.all([take(), ...(index % 2 === 0 ? [take()] : [])])
  }
}

async function disputes(): Promise<number> {
  const list = await fetch(`${world.sandboxUrl}/v1/balance_transactions?type=adjustment&limit=100`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const { data, has_more } = (await list.json()) as { data: unknown[]; has_more: boolean }
  return has_more ? 101 : data.length
}

describe('five events of one payment', { timeout: 300_000 }, () => {
  it('lead to the same end in all 120 orders, with every other event doubled', async () => {
    const orders = permutations(EVENTS)
    expect(orders).toHaveLength(120)
    const opened: Opened[] = []
    while (opened.length < orders.length) opened.push(...(await Promise.all(Array.from({ length: 10 }, pay))))
    await vi.waitFor(async () => expect(await disputes()).toBe(101), PATIENCE)
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let at = lane; at < orders.length; at += 8) {
          const [one, order] = [opened[at], orders[at]]
          if (one !== undefined && order !== undefined) await deliver(one, order)
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
        expect(rows).toEqual([{ ends: 'paid disputed capture,dispute', count: 120n }])
      },
      { timeout: 240_000, interval: 200 },
    )
    const { rows } = await sql<{ count: bigint }>`select count(*) as count from provider_events`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ count: 600n }])
  })
})
