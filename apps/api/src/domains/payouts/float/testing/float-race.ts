import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { EngineWorld } from '../../../../testing/engine-world.ts'
import { recipient, type Sender } from '../../../../testing/sender.ts'

/** More concurrent openings would only wait for a database connection. */
const AT_ONCE = 20

/** Sets pawaPay's float in Ghana, and reads it. */
export async function setFloatOfGhana(world: EngineWorld, balance: string): Promise<void> {
  await world.setFloat('pawapay', 'GHA', balance)
  await world.float.refresh()
}

/**
 * Has customers pay with an empty float, then with a float that covers some of them, and expects only those to be charged.
 */
export async function raceForFloat(
  world: EngineWorld,
  { transfers, covered }: { readonly transfers: number; readonly covered: number },
): Promise<void> {
  const senders = await Promise.all(Array.from({ length: transfers }, () => world.sender()))
  const draft = await (senders[0] as Sender).draft()
  const each = Number(draft['receiveAmount'])
  /** Returns the number of charged cards in the provider's own books. */
  const charged = async () => (await world.books()).payments.filter(({ captured }) => captured > 0).length
  const start = async (sender: Sender): Promise<string | undefined> => {
    const opened = await sender.create({ ...draft, phone: recipient() })
    // On a slow machine the server is too busy for some customers, so they retry.
    if (opened.status >= 500) return start(sender)
    if (opened.status !== 200) return opened.code
    await world.pay(opened.body)
    return 'charged'
  }
  const startAll = async () => {
    const outcomes: (string | undefined)[] = []
    for (let done = 0; done < senders.length; done += AT_ONCE) {
      outcomes.push(...(await Promise.all(senders.slice(done, done + AT_ONCE).map(start))))
    }
    return outcomes
  }
  const before = await charged()
  await setFloatOfGhana(world, '0.00')
  expect(new Set(await startAll())).toEqual(new Set(['network_unavailable']))
  expect((await charged()) - before).toBe(0)

  await setFloatOfGhana(world, `${Math.floor(((covered + 0.5) * each) / 100)}.00`)
  const outcomes = await startAll()
  expect(outcomes.filter((one) => one === 'charged')).toHaveLength(covered)
  expect(outcomes.filter((one) => one === 'network_unavailable')).toHaveLength(transfers - covered)
  await vi.waitFor(async () => expect((await charged()) - before).toBe(covered), PATIENCE)
  await vi.waitFor(async () => {
    const { rows } = await sql`select 1 from transfers where state not in ('sent', 'cancelled')
      and captured_at is not null`.execute(world.database.owner)
    expect(rows).toEqual([])
  }, PATIENCE)
  const { rows } = await sql`select 1 from transfer_events where kind = 'held'`.execute(world.database.owner)
  expect(rows).toEqual([])
}
