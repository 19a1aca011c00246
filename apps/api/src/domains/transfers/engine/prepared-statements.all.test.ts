import { PATIENCE } from '@sesa/test-kit/patience'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { APP_ROLE } from '../../../db/roles.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { nameCustomer, sandboxList, screeningOver } from '../../../testing/screening-world.ts'

/** A process prepares a statement after sending it 20 times (`db/prepared.ts`): four customers send six transfers each. */
const [CUSTOMERS, EACH] = [4, 6]

/** Transaction control has no plan. */
const WITHOUT_PLAN = /^(begin|commit|rollback)$/

// Spied on before the first connection.
const query = vi.spyOn(pg.Client.prototype, 'query')

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({
    screening: (db, sandboxUrl) => screeningOver(db, sandboxList(sandboxUrl)).screening,
  })
})
afterAll(async () => {
  await world.close()
  query.mockRestore()
})

it('prepares every statement of a transfer, so that PostgreSQL does not plan it each time', async () => {
  const customer = async () => {
    const sender = await world.sender()
    await nameCustomer(world.database.owner, sender.userId, 'Hawa Kollie', '1990-04-02')
    return sender
  }
  const send = async (sender: Sender) => {
    const opened = await sender.open()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
  }
  const senders = await Promise.all(Array.from({ length: CUSTOMERS }, customer))
  await Promise.all(
    senders.map(async (sender) => {
      for (let times = 0; times < EACH; times++) await send(sender)
    }),
  )
  // The worker's statements recur more slowly than those of a customer.
  await vi.waitFor(async () => {
    query.mockClear()
    for (const sender of senders.slice(0, 1)) await send(sender)
    const isOurs = (index: number): boolean => (query.mock.contexts[index] as pg.Client).user === APP_ROLE
    const sent = query.mock.calls.flatMap(([statement], index) =>
      isOurs(index) ? [statement as unknown] : [],
    )
    const unprepared = sent.filter(
      (statement) => typeof statement === 'string' && !WITHOUT_PLAN.test(statement),
    )
    expect(unprepared).toEqual([])
    expect(sent.length).toBeGreaterThan(20)
  }, PATIENCE)
})
