import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { holdingLocks, untilWaiting } from '../../../db/testing.ts'
import type { Sweep } from '../../../jobs/index.ts'
import { countStatements } from '../../../testing/count-statements.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened } from '../../../testing/sender.ts'
import { hasMoneyInFlight, type TransferMove } from '../../transfers/index.ts'
import { FROZEN, tell } from '../../transfers/outbox.ts'
import { snapshotOf } from '../../transfers/state/snapshot.ts'
import { readTransfer } from '../../transfers/state/transfer-row.ts'
import type { State } from '../../transfers/state/states.ts'
import { notificationsOf } from './testing/notifications-of.ts'

let world: EngineWorld
let sweeps: readonly [Sweep, Sweep]
let alerts: string[]
let errors: unknown[]
let counted: ReturnType<typeof countStatements>

beforeAll(async () => {
  world = await startEngineWorld({
    worker: false,
    sweeps(parts) {
      counted = countStatements(parts.db)
      const made = notificationsOf({ ...parts, db: counted.db })
      ;({ alerts, errors } = made)
      sweeps = [made.notifications.createSweep(), made.notifications.createSweep()]
      return []
    },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  alerts.length = 0
  errors.length = 0
  await sql`delete from outbox`.execute(world.database.owner)
})

/** Opens a transfer of a new customer and announces these moves. */
async function announced(...moves: TransferMove[]): Promise<Opened> {
  const sender = await world.sender()
  await sql`insert into profiles (user_id, name, email, email_verified_at)
    values (${sender.userId}, 'Fatu Kamara', ${`${sender.userId}@example.com`}, now())`.execute(
    world.database.owner,
  )
  const opened = await sender.open({ name: 'Ama', phone: recipient() }, 5_000)
  for (const move of moves) await announce(opened, move)
  return opened
}

/** Announces a move of a transfer, as charged long ago unless given otherwise. */
const announce = (
  opened: Opened,
  move: TransferMove,
  frozen: { captured_at?: Date } = { captured_at: new Date(0) },
) =>
  inTransaction(world.database.db, 'test.announce', async (tx) => {
    const row = await tx
      .selectFrom('transfers')
      .selectAll()
      .where('payment_intent_id', '=', opened.id)
      .executeTakeFirstOrThrow()
    const state: State = move === 'paid' ? 'paid' : 'sent'
    await tell(tx, { ...row, state, ...frozen }, [move])
  })

/** Takes until nothing is due. */
async function takeAll(sweep: Sweep): Promise<void> {
  while (await sweep.take());
}

/** Returns the events of a transfer in its account's record, and the kinds of its notices, in order. */
async function toldOf(opened: Opened): Promise<{ events: string[]; notices: string[]; texts: number }> {
  const { owner } = world.database
  const reference = await world.referenceOf(opened)
  const { rows: events } = await sql<{ kind: string }>`select kind from security_events
    where details->>'reference' = ${reference} order by id`.execute(owner)
  const { rows: notices } = await sql<{ kind: string }>`select n.kind from user_notices n
    join transfers t on t.user_id = n.user_id where t.reference = ${reference} order by n.id`.execute(owner)
  const { rows: texts } = await sql`select from messages m join transfers t on t.recipient_phone = m.recipient
    where t.reference = ${reference}`.execute(owner)
  const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind)
  return { events: kinds(events), notices: kinds(notices), texts: texts.length }
}

const PAID_AND_SENT = {
  events: ['transfer_paid', 'transfer_sent'],
  notices: ['security', 'receipt', 'transaction_successful'],
  texts: 1,
}

const waiting = async (opened: Opened) => {
  const { rows } = await sql<{ move: string; failures: number; isDue: boolean }>`
    select o.move, o.failures, o.due_at <= now() as "isDue" from outbox o join transfers t on t.id = o.transfer_id
    where t.payment_intent_id = ${opened.id} order by o.id`.execute(world.database.owner)
  return rows
}

describe('the moves of a transfer', () => {
  it('are written as messages once, in order, and leave the outbox', async () => {
    const opened = await announced('paid', 'sent')
    await takeAll(sweeps[0])
    await takeAll(sweeps[0])
    expect(await toldOf(opened)).toEqual(PAID_AND_SENT)
    expect(await waiting(opened)).toEqual([])
  })

  it('lead to one message each when the worker dies before the commit', async () => {
    const opened = await announced('paid', 'sent')
    const { owner } = world.database
    await holdingLocks(world.database, async (tx) => {
      await sql`select from users u join transfers t on t.user_id = u.id
        where t.payment_intent_id = ${opened.id} for update of u`.execute(tx)
      const dying = expect(sweeps[0].take()).rejects.toThrow()
      await untilWaiting(world.database, 1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(owner)
      await dying
    })
    expect(await toldOf(opened)).toEqual({ events: [], notices: [], texts: 0 })
    await takeAll(sweeps[1])
    expect(await toldOf(opened)).toEqual(PAID_AND_SENT)
  })

  it('lead to one message each, in order, with two workers at once', async () => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => announced('paid')))
    await Promise.all([
      ...opened.map((one) => announce(one, 'sent')),
      ...Array.from({ length: 10 }, (_, index) => takeAll(index % 2 === 0 ? sweeps[0] : sweeps[1])),
    ])
    await takeAll(sweeps[0])
    for (const one of opened) expect(await toldOf(one)).toEqual(PAID_AND_SENT)
    expect(errors).toEqual([])
  })

  it('wait while another worker tells an earlier move of the transfer', async () => {
    const opened = await announced('paid')
    await holdingLocks(world.database, async (tx) => {
      await sql`select from outbox for update`.execute(tx)
      await announce(opened, 'sent')
      await takeAll(sweeps[0])
      expect(await toldOf(opened)).toEqual({ events: [], notices: [], texts: 0 })
    })
    await takeAll(sweeps[0])
    expect(await toldOf(opened)).toEqual(PAID_AND_SENT)
  })
})

it('keeps an account open until its owner has been notified of every move', async () => {
  const opened = await announced('cancelled')
  await world.arrange(opened, { state: 'cancelled' })
  const { user_id } = await world.database.owner
    .selectFrom('transfers')
    .select('user_id')
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  expect(await hasMoneyInFlight(world.database.db, user_id)).toBe(true)
  await takeAll(sweeps[0])
  expect(await hasMoneyInFlight(world.database.db, user_id)).toBe(false)
})

describe('a payment to a new recipient', () => {
  it('warns its owner once, even when the second is charged before the first notification', async () => {
    const sender = await world.sender()
    const [number, phone] = [recipient(), recipient()]
    const { owner } = world.database
    await sql`insert into phone_identities (phone_number, user_id, country)
      values (${number}, ${sender.userId}, 'US')`.execute(owner)
    const opened: Opened[] = []
    for (const minute of [1, 2]) {
      const next = await sender.open({ name: 'Ama', phone }, 5_000)
      await world.arrange(next, { state: 'paid', captured_at: new Date(minute * 60_000) })
      opened.push(next)
    }
    for (const one of opened) await announce(one, 'paid', {})
    await takeAll(sweeps[0])
    const { rows } = await sql<{ first: boolean }>`select (details->'newRecipient')::boolean is true as first
      from security_events where user_id = ${sender.userId} order by id`.execute(owner)
    expect(rows.map(({ first }) => first)).toEqual([true, false])
    const texts = await sql`select from messages where recipient = ${number}`.execute(owner)
    expect(texts.rows).toHaveLength(1)
    for (const one of opened) await world.arrange(one, { state: 'awaiting_payment', captured_at: null })
  })

  it('texts an owner without a confirmed address 20 times a day at most', async () => {
    const sender = await world.sender()
    const number = recipient()
    const { owner } = world.database
    await sql`insert into phone_identities (phone_number, user_id, country)
      values (${number}, ${sender.userId}, 'US')`.execute(owner)
    const opened = await sender.open({ name: 'Ama', phone: recipient() }, 5_000)
    for (let batch = 0; batch < 2; batch++) {
      for (let payment = 0; payment < 12; payment++) await announce(opened, 'paid')
      await takeAll(sweeps[0])
    }
    const { rows } = await sql`select from messages where recipient = ${number}`.execute(owner)
    expect(rows).toHaveLength(20)
  })
})

describe('a move whose messages cannot be written', () => {
  const rename = (opened: Opened, name: string) =>
    sql`update transfers set recipient_name = ${name} where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
  const makeDue = () => sql`update outbox set due_at = now()`.execute(world.database.owner)

  it('waits with the later moves of its transfer, while other transfers’ messages are written', async () => {
    const [before, bad, after] = [
      await announced('paid', 'sent'),
      await announced('paid', 'held', 'sent'),
      await announced('paid', 'sent'),
    ]
    // The notice about the hold names the recipient in its title, which has at most 200 characters.
    await rename(bad, 'x'.repeat(190))
    await takeAll(sweeps[0])
    for (const good of [before, after]) expect(await toldOf(good)).toEqual(PAID_AND_SENT)
    expect((await toldOf(bad)).events).toEqual(['transfer_paid'])
    expect(await waiting(bad)).toEqual([
      { move: 'held', failures: 1, isDue: false },
      { move: 'sent', failures: 0, isDue: true },
    ])
    expect(await world.database.db.selectNoFrom(sweeps[0].due.as('due')).executeTakeFirst()).toEqual({
      due: false,
    })
    expect(errors).toHaveLength(1)

    for (let failures = 2; failures <= 6; failures++) {
      await makeDue()
      await takeAll(sweeps[0])
      expect((await waiting(bad))[0]).toEqual({ move: 'held', failures, isDue: false })
    }
    expect(alerts).toEqual([
      `ALERT: the messages about transfer ${await world.referenceOf(bad)} (held) failed 5 times`,
    ])
    await rename(bad, 'Ama')
    await makeDue()
    await takeAll(sweeps[0])
    expect((await toldOf(bad)).events).toEqual(['transfer_paid', 'transfer_held', 'transfer_sent'])
    expect((await toldOf(bad)).texts).toBe(1)
  })
})

describe('a batch', () => {
  it.each([1, 32])('of %i transfers takes two statements in one transaction', async (size) => {
    for (let one = 0; one < size; one++) await announced('paid', 'sent')
    counted.take()
    await sweeps[0].take()
    expect(counted.take()).toBe(2)
    const { rows } = await sql`select from outbox`.execute(world.database.owner)
    expect(rows).toEqual([])
  })
})

it('keeps every column that may change after the move and that the messages read', async () => {
  const read: string[] = []
  const opened = await announced()
  const { id } = await world.database.owner
    .selectFrom('transfers')
    .select('id')
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  const row = await readTransfer(world.database.db, id)
  if (row === undefined) throw new Error('The transfer is gone')
  snapshotOf(new Proxy(row, { get: (target, name) => (read.push(String(name)), Reflect.get(target, name)) }))
  const { rows } = await sql<{
    column_name: string
  }>`select column_name from information_schema.column_privileges
    where table_name = 'transfers' and grantee = 'sesa_app' and privilege_type = 'UPDATE'`.execute(
    world.database.owner,
  )
  const changing = new Set(rows.map(({ column_name }) => column_name))
  // The payment's id is given before the first move, what paid comes with the charge or the debit, and another network for the
  // refund is named before the refund is requested.
  const given = ['payment_intent_id', 'pay_network', 'refund_network', 'bank_name', 'bank_last4']
  const expected = [...new Set(read)].filter((name) => changing.has(name) && !given.includes(name))
  expect(FROZEN.toSorted()).toEqual(expected.toSorted())
})
