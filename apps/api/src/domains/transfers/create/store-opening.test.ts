import { money } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdingLocks, untilWaiting } from '../../../db/testing.ts'
import { openUnchecked } from '../../../testing/open-unchecked.ts'
import { WORLD_SECRET } from '../../../testing/sending-rules.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { FREE, setTestPrices } from '../../../testing/prices.ts'
import type { Sender } from '../../../testing/sender.ts'
import { createLimitKeys } from './limit-keys.ts'
import { lockUser } from './limits.ts'

const keys = createLimitKeys({ secret: WORLD_SECRET })
let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

/** Creates a customer with a profile, whose session knows this browser. */
async function signedIn(browser: string): Promise<Sender> {
  const { owner } = world.database
  const sender = await world.sender()
  await sql`insert into profiles (user_id, name, dob) values (${sender.userId}, 'Fatu Kamara', '1990-04-02')`.execute(
    owner,
  )
  // In this world, a session has the id of its user.
  await sql`insert into sessions (id, user_id, token_hash, device, device_hash, trusted, expires_at, idle_limit)
    select id, id, sha256(id::text::bytea), 'test', sha256(${browser}::bytea), false, now() + interval '1 day', '1 hour'
    from users where id = ${sender.userId}`.execute(owner)
  return sender
}

it('stores the transfer with its quote, event, decision, browser, sender, address, float and key at one moment', async () => {
  const { owner } = world.database
  const sender = await signedIn('browser')
  const body = await sender.draft()
  const opened = (await sender.create(body, 'key')).body
  const { rows } = await sql`
    select t.state, t.usd_amount, t.name_check, octet_length(t.person_key) as person, t.request_3ds,
      q.send_amount = t.amount and q.user_id = t.user_id and q.expires_at = t.quote_expires_at
        and q.expires_at = t.created_at + interval '30 minutes' and q.deliver_by = t.deliver_by as quoted,
      (select jsonb_agg(jsonb_build_array(kind, from_state, to_state, staff)) from transfer_events e
        where e.transfer_id = t.id) as events,
      (select jsonb_agg(jsonb_build_array(user_id = t.user_id, outcome, rule_id, amount, currency, facts->'amountUsd'))
        from fraud_decisions d where d.transfer_id = t.id) as decisions,
      (select device_hash = sha256('browser') from payment_devices d where d.transfer_id = t.id) as device,
      (select jsonb_build_array(user_id = t.user_id, name, dob) from transfer_senders s where s.transfer_id = t.id) as sender,
      (select address_key from payment_origins o where o.transfer_id = t.id) as origin,
      (select jsonb_build_array(account, country, currency, amount = t.receive_amount) from float_reservations r
        where r.reference = t.payout_reference) as reserved,
      (select jsonb_build_array(user_id = t.user_id, key, octet_length(body_hash)) from idempotency_keys k
        where k.transfer_id = t.id) as key
    from transfers t join quotes q on q.id = t.quote_id
    where payment_intent_id = ${opened.id}`.execute(owner)
  expect(rows).toEqual([
    {
      state: 'awaiting_payment',
      usd_amount: 5_000n,
      name_check: expect.any(String),
      person: 32,
      request_3ds: 'any',
      quoted: true,
      events: [['moved', null, 'awaiting_payment', null]],
      decisions: [[true, 'authenticate', 'authenticate-first', 5_000, 'USD', 5_000]],
      device: true,
      sender: [true, 'Fatu Kamara', '1990-04-02'],
      origin: expect.stringMatching(/^declines:address:/),
      reserved: ['pawapay', 'GH', 'GHS', true],
      key: [true, 'key', 64],
    },
  ])
})

it('decides by what earlier payments of the account, wallet, card, browser and address say', async () => {
  const { owner } = world.database
  const sender = await signedIn('another')
  const body = await sender.draft()
  const first = (await sender.create(body)).body
  await world.arrange(first, {
    state: 'sent',
    captured_at: sql`now()`,
    card_key: sql`sha256('card')`,
    card_country: 'GB',
    next_step_at: null,
  })
  await sql`insert into card_declines (decline_id, transfer_id, address_key)
    select 'a decline', id, address_key from transfers t join payment_origins o on o.transfer_id = t.id
    where payment_intent_id = ${first.id}`.execute(owner)
  const second = (await sender.create(body)).body
  const { rows } = await sql<{ facts: { counts: object } }>`
    select facts from fraud_decisions d join transfers t on t.id = d.transfer_id
    where payment_intent_id = ${second.id}`.execute(owner)
  const inEveryWindow = (name: string, value: number) =>
    [1, 24, 168, 720].map((hours) => [`${name}.${hours}`, value] as const)
  const sendings = ['account', 'recipient', 'card', 'device'].flatMap((per) => [
    ...inEveryWindow(`transfers.${per}`, 1),
    ...inEveryWindow(`amount.${per}`, 5_000),
  ])
  const declines = ['account', 'address'].flatMap((per) => inEveryWindow(`declines.${per}`, 1))
  expect(rows[0]?.facts).toMatchObject({
    firstTransfer: false,
    newDevice: false,
    newRecipient: false,
    foreignCard: true,
    savedCard: false,
  })
  expect(rows[0]?.facts.counts).toEqual(Object.fromEntries([...sendings, ...declines]))
})

/** Opens a payment, and changes the configuration after it was priced and before it is stored. */
async function openWhile(change: () => Promise<unknown>) {
  const sender = await world.sender()
  const draft = await sender.draft()
  await sql`insert into user_limits (user_id) values (${sender.userId})`.execute(world.database.owner)
  const { answer } = await holdingLocks(world.database, async (tx) => {
    await sql`select from user_limits where user_id = ${sender.userId} for update`.execute(tx)
    const opening = sender.create(draft)
    await untilWaiting(world.database, 1)
    await change()
    return { answer: opening }
  })
  return answer
}

it('opens a payment at the agreed price, priced again, when the configuration changes before it is stored', async () => {
  const { owner } = world.database
  const before = await sql<{ count: bigint }>`select count(*) as count from quotes`.execute(owner)
  const answer = await openWhile(() => setTestPrices(owner, FREE))
  expect([answer.status, answer.code]).toEqual([200, undefined])
  const { rows } = await sql<{ count: bigint; current: boolean }>`
    select count(*) as count, (select max(price_version) from quotes) = (select max(version) from policies
      where kind = 'prices') as current from quotes`.execute(owner)
  expect(rows).toEqual([{ count: (before.rows[0]?.count ?? 0n) + 1n, current: true }])
})

it('refuses a payment whose price changes before it is stored, with the new price', async () => {
  const answer = await openWhile(() =>
    setTestPrices(world.database.owner, { ...FREE, marginPercent: '9.00' }),
  )
  expect(answer.code).toBe('rate_changed')
  await setTestPrices(world.database.owner, FREE)
})

it.each([
  ['wallet', 'next', { phone: '+233244000111' }, 599_800n, 'limit_recipient'],
  ['person', 'first', { personKey: keys.ofPerson('Fatu Kamara', '1990-04-02')[0] }, 299_900n, 'limit_person'],
] as const)(
  'waits for another account that opens a payment with the same %s, before the %s payment of an account',
  async (_, turn, same, cents, code) => {
    const [one, other] = [await signedIn('one'), await world.sender()]
    const draft = await one.draft({ phone: '+233244000111' })
    const key = 'personKey' in same ? same.personKey : keys.ofWallet(same.phone)[0]
    const store = await openUnchecked(world)
    if (turn === 'next')
      await sql`insert into user_limits (user_id) values (${one.userId})`.execute(world.database.owner)
    const { answer } = await holdingLocks(world.database, async (tx) => {
      await lockUser(tx, other.userId, [key])
      await store(tx, { userId: other.userId, ...same, amount: money(cents, 'USD') })
      const opening = one.create(draft)
      const waits = untilWaiting(world.database, 1).then(() => 'waits')
      expect(await Promise.race([waits, opening.then(() => 'does not wait')])).toBe('waits')
      return { answer: opening }
    })
    expect((await answer).code).toBe(code)
  },
)

it('counts the person by the name and date of birth that are stored with the payment', async () => {
  const { owner } = world.database
  const sender = await signedIn('renamed')
  const draft = await sender.draft()
  await sql`insert into user_limits (user_id) values (${sender.userId})`.execute(owner)
  const { answer } = await holdingLocks(world.database, async (tx) => {
    await sql`select from user_limits where user_id = ${sender.userId} for update`.execute(tx)
    const opening = sender.create(draft)
    await untilWaiting(world.database, 1)
    await sql`update profiles set dob = '1990-04-03' where user_id = ${sender.userId}`.execute(owner)
    return { answer: opening }
  })
  const { rows } =
    await sql`select person_key, dob from transfers t join transfer_senders s on s.transfer_id = t.id
    where payment_intent_id = ${(await answer).body.id}`.execute(owner)
  expect(rows).toEqual([{ person_key: keys.ofPerson('Fatu Kamara', '1990-04-03')[0], dob: '1990-04-03' }])
})

it('refuses a payment whose account is locked before it is stored', async () => {
  const sender = await world.sender()
  const draft = await sender.draft()
  await sql`insert into user_limits (user_id) values (${sender.userId})`.execute(world.database.owner)
  const { answer } = await holdingLocks(world.database, async (tx) => {
    await sql`update users set locked_at = now() where id = ${sender.userId}`.execute(tx)
    const opening = sender.create(draft)
    await untilWaiting(world.database, 1)
    return { answer: opening }
  })
  expect((await answer).code).toBe('unauthenticated')
})
