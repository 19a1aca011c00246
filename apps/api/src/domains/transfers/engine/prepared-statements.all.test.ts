import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { APP_ROLE } from '../../../db/roles.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { nameCustomer, sandboxList, screeningOver } from '../../../testing/screening-world.ts'

/**
 * A process prepares a statement after sending it 20 times (`db/prepared.ts`): eight customers send three transfers
 * each. One after another, because the worker claims all those that are due with one statement.
 */
const [CUSTOMERS, EACH] = [8, 3]

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
  for (let times = 0; times < EACH; times++) {
    for (const sender of senders) await send(sender)
  }
  query.mockClear()
  for (const sender of senders) await send(sender)
  const isOurs = (index: number): boolean => (query.mock.contexts[index] as pg.Client).user === APP_ROLE
  const sent = query.mock.calls.flatMap(([statement], index) => (isOurs(index) ? [statement as unknown] : []))
  expect(sent.length).toBeGreaterThan(10 * CUSTOMERS)
  const unprepared = sent.filter(
    (statement): statement is string => typeof statement === 'string' && !WITHOUT_PLAN.test(statement),
  )
  // Fewer than one for each transfer belong to something else, such as a lease that a slow machine extends.
  const timesSent = (text: string): number => unprepared.filter((other) => other === text).length
  expect(unprepared.filter((text) => timesSent(text) >= CUSTOMERS)).toEqual([])
})
