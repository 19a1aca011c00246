import { money } from '@sesa/money'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { payByWallet, payTwice } from '../../../testing/paid-by-wallet.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { checkInvariants } from './index.ts'

const BY = { staff: 'Ama Boateng', reason: 'As on the statement' }

let world: EngineWorld
let sent: Opened
let refunded: Opened
let disputed: Opened
let byWallet: Opened
/** The request that paid it, and one that paid it again. */
let [first, second] = ['', '']

async function send(sender: Sender, change: Record<string, unknown> = {}, amount?: number) {
  const opened = await sender.open(change, amount)
  await world.pay(opened)
  return opened
}

beforeAll(async () => {
  world = await startEngineWorld()
  sent = await send(await world.sender())
  refunded = await send(await world.sender(), { phone: recipient('0005') })
  disputed = await (await world.sender()).open({}, 5_000)
  await world.reaches(sent, 'sent')
  await world.reaches(refunded, 'refunded')
  await world.payDisputedWhenSent(disputed)
  byWallet = await send(await world.sender())
  await world.reaches(byWallet, 'sent')
  first = await payByWallet(world.database, byWallet)
  second = await payTwice(world.database, first)
  await world.float.refresh()
  await world.treasury.readMovements()
  for (const [account, amount] of [
    ['pawapay', money(5_000n, 'GHS')],
    ['stripe', money(-700n, 'USD')],
  ] as const) {
    await world.treasury.adjust({ account, amount, as: 'losses', reference: account }, BY)
  }
  const bought = money(50_000n, 'GHS')
  await world.treasury.topUp(
    { account: 'pawapay', arrived: bought, paid: money(50_900n, 'GHS'), reference: 'ft' },
    BY,
  )
  await world.treasury.convert({ sold: money(4_400n, 'USD'), bought, reference: 'fx' }, BY)
})
afterAll(() => world.close())

async function offended(): Promise<string> {
  const found = await checkInvariants(world.database.owner)
  return found.flatMap(({ id, name, offending }) => (offending.length > 0 ? `${id} ${name}` : [])).join('\n')
}

/** Returns the invariants' findings after changing postings, as only the owner can; restores them afterwards. */
async function offendedByChange(change: string): Promise<string> {
  const { owner } = world.database
  await sql`create table kept as select * from ledger_postings`.execute(owner)
  try {
    const { numAffectedRows } = await forge(owner, sql`update ledger_postings set ${sql.raw(change)}`)
    expect(numAffectedRows, change).toBeGreaterThan(0n)
    return await offended()
  } finally {
    await forge(
      owner,
      sql`update ledger_postings p set amount = kept.amount, from_account = kept.from_account, to_account = kept.to_account
        from kept where kept.id = p.id`,
    )
    await sql`drop table kept`.execute(owner)
  }
}

/** Returns the findings after changing a transfer's postings. */
const offendedBy = (opened: Opened, change: string): Promise<string> =>
  offendedByChange(
    `${change} and transfer_id = (select id from transfers where payment_intent_id = '${opened.id}')`,
  )

const OWES_NOTHING = 'I3 a transfer that has ended and is not on hold owes its customer nothing'
const SETTLED = 'I3 every disputed amount'
const OWN_AMOUNTS = 'I10 a pay-out is booked as'
const MOVEMENTS = 'I10 an entry about a movement is booked as'
const CAUSES = 'I9 every entry has a cause'
const PATHS = 'I10 an entry moves money only between accounts that its kind allows'
const BY_WAY = 'I10 a charge and its refunds are booked in the account of the way that paid'
const OF_ONE_REQUEST = 'I10 a charge is that of the way that paid'
const EXTRA = "I3 a wallet's payment that did not pay its transfer"
const LIMITS = 'I11 transfers from a number'

describe('the invariants', () => {
  it('hold for the engine’s work, and each rule of the books examined rows', async () => {
    expect(await offended()).toBe('')
    const found = await checkInvariants(world.database.owner)
    for (const { id, name, examined } of found) {
      if (['I1', 'I3', 'I10', 'I11'].includes(id)) expect(examined, name).toBeGreaterThan(0)
    }
  })

  it.each([
    ['a pay-out ten times as large', () => sent, `amount = amount * 10 where from_account like 'fx:%'`],
    ['a margin taken twice', () => sent, `amount = amount * 2 where to_account like 'margin:%'`],
  ])('find %s', async (_what, which, change) => {
    expect(await offendedBy(which(), change)).toContain(OWN_AMOUNTS)
  })

  const OF = (kind: string) => `and transfer_id in (select id from provider_movements where kind = '${kind}')`
  it.each([
    [
      'a fee ten times as large',
      `amount = amount * 10 where from_account = 'provider_fees:USD' ${OF('charge')}`,
    ],
    [
      'a dispute’s fee on a top-up',
      `amount = amount + 1500 where from_account = 'provider_fees:GHS' ${OF('top_up')}`,
    ],
    [
      'a top-up that never left the bank',
      `to_account = 'capital:GHS' where to_account = 'bank:GHS' ${OF('top_up')}`,
    ],
    ['a conversion at another amount', `amount = amount + 1 where to_account = 'fx:GHS' ${OF('conversion')}`],
    [
      'a loss booked as a fee',
      `to_account = 'provider_fees:GHS' where to_account = 'losses:GHS' ${OF('adjustment')}`,
    ],
  ])('find %s', async (_what, change) => {
    expect(await offendedByChange(change)).toContain(MOVEMENTS)
  })

  it('find an entry about a movement that was never recorded', async () => {
    const { owner } = world.database
    await sql`insert into ledger_entries (transfer_id, kind) values (gen_random_uuid(), 'top_up')`.execute(
      owner,
    )
    expect(await offended()).toContain(CAUSES)
    await forge(owner, sql`delete from ledger_entries where id = (select max(id) from ledger_entries)`)
    expect(await offended()).toBe('')
  })

  it('find a customer who was only partly refunded', async () => {
    const change = `amount = 100 where to_account like 'card_clearing:%'`
    expect(await offendedBy(refunded, change)).toContain(OWES_NOTHING)
  })

  it('find a sent transfer that still owes money, even while on hold', async () => {
    expect(await offendedBy(disputed, `amount = amount * 2 where to_account like 'customer:%'`)).toContain(
      OWES_NOTHING,
    )
  })

  it('find a charge booked from the float', async () => {
    const change = `from_account = 'payout_float:USD' where from_account like 'card_clearing:%'`
    expect(await offendedBy(sent, change)).toContain(BY_WAY)
  })

  it('find a charge booked from our bank', async () => {
    const change = `from_account = 'bank:USD' where from_account like 'card_clearing:%'`
    expect(await offendedBy(sent, change)).toContain(PATHS)
  })

  it('find a wallet’s charge booked where cards are', async () => {
    const change = `from_account = 'card_clearing:USD' where from_account = 'payout_float:USD'`
    expect(await offendedBy(byWallet, change)).toContain(BY_WAY)
  })

  it.each([
    ['a charge that its request never collected', () => first, `state = 'failed'`, OF_ONE_REQUEST],
    ['a charge of more than was collected', () => first, `received = received - 1`, OF_ONE_REQUEST],
    ['a charge of another currency', () => first, `received_currency = 'LRD'`, OF_ONE_REQUEST],
    ['a second payment that was booked but never came', () => second, `state = 'failed'`, EXTRA],
    ['a second payment given back in part', () => second, `received = received + 1`, EXTRA],
  ])('find %s', async (_what, which, change, rule) => {
    const { owner } = world.database
    const { rows } = await sql<{ state: string; received: bigint; received_currency: string }>`
      select state, received, received_currency from collection_attempts where id = ${which()}`.execute(owner)
    const [before] = rows
    try {
      await forge(owner, sql`update collection_attempts set ${sql.raw(change)} where id = ${which()}`)
      expect(await offended()).toContain(rule)
    } finally {
      await forge(
        owner,
        sql`update collection_attempts set state = ${before?.state}, received = ${before?.received},
          received_currency = ${before?.received_currency} where id = ${which()}`,
      )
    }
    expect(await offended()).toBe('')
  })

  it('find a second payment that nobody books', async () => {
    const { owner } = world.database
    const at = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`
    const { id } = await owner
      .insertInto('collection_attempts')
      .columns(['transfer_id', 'number', 'collector', 'country', 'network', 'phone', 'amount', 'currency'])
      .expression(
        sql`select transfer_id, 4, collector, country, network, phone, amount, currency
          from collection_attempts where id = ${first}`,
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const complete = (minutes: number) =>
      forge(
        owner,
        sql`update collection_attempts set state = 'completed', received = amount, received_currency = currency,
          ended_at = ${at(minutes)} where id = ${id}`,
      )
    await complete(0)
    expect(await offended()).toBe('')
    await complete(60)
    expect(await offended()).toContain(EXTRA)
    await forge(owner, sql`delete from collection_attempts where id = ${id}`)
    expect(await offended()).toBe('')
  })

  it('find a chargeback of a transfer that is no longer on hold', async () => {
    await world.arrange(disputed, { hold_reason: null, hold_owner: null })
    expect(await offended()).toContain(SETTLED)
    await world.arrange(disputed, { hold_reason: 'disputed', hold_owner: 'operations' })
    expect(await offended()).toBe('')
  })

  it('find exceeded limits of a number used by two accounts in turn', async () => {
    const phone = '+12135550107'
    const sendMuch = async (sender: Sender): Promise<void> => {
      for (const amount of [80_000, 80_000]) await world.reaches(await send(sender, {}, amount), 'sent')
    }
    const [first, second] = [await world.sender(), await world.sender()]
    await sendMuch(first)
    const earlier = (hours: number) => sql`now() - make_interval(hours => ${hours}::int)`
    const { owner } = world.database
    await owner
      .insertInto('phone_identities')
      .values({ user_id: second.userId, phone_number: phone, country: 'US' })
      .execute()
    await sendMuch(second)
    // Given up only now: another account had the number when the second account sent.
    const digest = createHash('sha256').update(phone).digest()
    await owner.insertInto('former_numbers').values({ user_id: first.userId, number_key: digest }).execute()
    expect(await offended()).toBe('')
    // Given up an hour ago: the first account has sent from another number since.
    await sql`update former_numbers set closed_at = ${earlier(1)}`.execute(owner)
    expect(await offended()).toBe('')
    await sql`update transfers set created_at = ${earlier(2)} where user_id = ${first.userId}`.execute(owner)
    expect(await offended()).toContain(LIMITS)
    await owner.deleteFrom('former_numbers').execute()
  })

  it('count nothing twice for an account that gave its number up and got it back', async () => {
    const phone = '+12135550108'
    const sender = await world.sender()
    const { owner } = world.database
    await owner
      .insertInto('phone_identities')
      .values({ user_id: sender.userId, phone_number: phone, country: 'US' })
      .execute()
    const digest = createHash('sha256').update(phone).digest()
    await owner.insertInto('former_numbers').values({ user_id: sender.userId, number_key: digest }).execute()
    for (const amount of [80_000, 80_000]) await world.reaches(await send(sender, {}, amount), 'sent')
    // Sent before and after that. Counting both ways would double the amount.
    await sql`with moved as (update transfers set created_at = now() where user_id = ${sender.userId})
      update former_numbers set closed_at = now() where user_id = ${sender.userId}`.execute(owner)
    expect(await offended()).toBe('')
  })
})
