import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { declineCrons } from './declines.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

async function alerts(): Promise<string[]> {
  const lines: string[] = []
  for (const { run } of declineCrons(world.database.db, (line) => lines.push(line))) await run()
  return lines
}

const decline = (from: number, to: number, age = '0 seconds') =>
  sql`insert into card_declines (decline_id, transfer_id, declined_at)
    select 'ch_' || n, (select id from transfers limit 1), now() - ${age}::interval
    from generate_series(${from}::int, ${to}::int) n`.execute(world.database.owner)

it('alerts without names when more than 30 % of at least 20 cards are declined, and counts them', async () => {
  const { id } = await (await world.sender()).open()
  await decline(1, 19)
  await decline(100, 200, '11 minutes')
  expect(await alerts()).toEqual([])
  await decline(20, 20)
  expect(await alerts()).toEqual([
    'ALERT: 20 of 20 cards declined in 10 minutes, for 1 accounts; see docs/runbooks/declines.md',
  ])
  const metrics = await world.metrics()
  expect(metrics).toMatch(/^sesa_card_attempts\{outcome="declined"\} 121$/m)
  expect(metrics).toMatch(/^sesa_card_attempts\{outcome="charged"\} 0$/m)
  await sql`update transfers set captured_at = now() where payment_intent_id = ${id}`.execute(
    world.database.owner,
  )
  await decline(21, 22)
  expect(await alerts()).toHaveLength(1)
  await sql`insert into users select from generate_series(1, 60)`.execute(world.database.owner)
  await sql`update card_declines set declined_at = now() - interval '11 minutes'
    where decline_id in ('ch_1', 'ch_2', 'ch_3')`.execute(world.database.owner)
  expect(await alerts()).toEqual([])
})
