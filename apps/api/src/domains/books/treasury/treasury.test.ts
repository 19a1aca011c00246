import { fromMajorString, money, toMajorString, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'
import { checkInvariants, reconcile } from '../reconciliation/index.ts'
import { Refused } from '../../../lib/refused.ts'

const BY = { staff: 'Ama Boateng', reason: 'Statement of November' }
const FOREIGN_CARD = '4000008260000000'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
})
afterAll(() => world.close())

const amount = (text: string) => {
  const [currency, number = ''] = text.split(' ')
  return fromMajorString(number, currency as CurrencyCode)
}

async function positionOf(account: string) {
  const positions = await world.treasury.compare()
  const found = positions.find((one) => `${one.account}:${one.currency}` === account)
  if (found === undefined) throw new Error(`No position of ${account}`)
  return found
}

async function entriesSince(id: bigint): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', e.kind, p.from_account, p.to_account, p.amount) as line
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where p.id > ${id} and exists (select from provider_movements m where m.id = e.transfer_id) order by e.id, line`.execute(
    world.database.owner,
  )
  return rows.map(({ line }) => line)
}

async function lastPosting(): Promise<bigint> {
  const { rows } = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from ledger_postings`.execute(
    world.database.owner,
  )
  return rows[0]?.id ?? 0n
}

async function pay(card?: string, change: Record<string, unknown> = {}) {
  const opened = await (await world.sender()).open(change)
  await world.pay(opened, card)
  await world.reaches(opened, change['phone'] === undefined ? 'sent' : 'refunded')
  return opened
}

async function sandbox(
  path: string,
  body: object,
): Promise<{ status: number; body: { id: string; amount: number } }> {
  const response = await fetch(world.sandboxUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { id: string; amount: number } }
}

const offended = async () =>
  (await checkInvariants(world.database.owner)).flatMap(({ id, name, offending }) =>
    offending.length > 0 ? `${id} ${name}: ${JSON.stringify(offending)}` : [],
  )

describe('the card provider’s movements', () => {
  it('are booked once, with the fee, and then our books equal the balance', async () => {
    await pay()
    const before = await lastPosting()
    expect(await world.treasury.readMovements()).toBe(1)
    expect(await entriesSince(before)).toEqual(['provider_fee provider_fees:USD card_clearing:USD 175'])
    expect(await world.treasury.readMovements()).toBe(0)
    expect(await positionOf('card_clearing:USD')).toMatchObject({
      state: 'equal',
      ledger: 4_825n,
      provider: 4_825n,
    })
    expect(await positionOf('card_clearing:LRD')).toMatchObject({ state: 'equal', ledger: 0n, provider: 0n })
  })

  it('are converted where the charge has another currency than the balance', async () => {
    const sender = await world.sender('LR')
    const { value } = (await sender.call<{ value: number }>('GET', '/currency/rates/LRD/GHS/9000')).body
    const draft = { amount: 900_000, currency: 'LRD', receiveAmount: Math.round(value * 100) }
    const opened = await sender.open(draft)
    const before = await lastPosting()
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await world.treasury.readMovements()
    const [toFx, fromFx, fee, ...more] = await entriesSince(before)
    expect(fromFx).toBe('converted fx:LRD card_clearing:LRD 900000')
    expect(toFx).toMatch(/^converted card_clearing:USD fx:USD \d+$/)
    expect(fee).toMatch(/^provider_fee provider_fees:USD card_clearing:USD \d+$/)
    expect(more).toEqual([])
    expect(await positionOf('card_clearing:LRD')).toMatchObject({ state: 'equal', ledger: 0n })
    expect(await positionOf('card_clearing:USD')).toMatchObject({ state: 'equal' })
  })

  it('include refunds, disputes with their fee, and payouts to the bank and back', async () => {
    await pay(undefined, { phone: recipient('0005') })
    await pay(FOREIGN_CARD)
    const disputed = await (await world.sender()).open()
    await world.payDisputedWhenSent(disputed)
    await world.treasury.readMovements()
    const before = await lastPosting()
    await world.withClockAhead(3 * 86_400_000, async () => {
      const paid = await sandbox('/sandbox/stripe/payouts', { amount: 1_000 })
      expect(paid).toMatchObject({ status: 200, body: { amount: -1_000 } })
      const back = await sandbox('/sandbox/stripe/payouts/return', { balance_transaction: paid.body.id })
      expect(back).toMatchObject({ status: 200, body: { amount: 1_000 } })
      expect((await sandbox('/sandbox/stripe/payouts', { amount: 900 })).status).toBe(200)
    })
    await world.treasury.readMovements()
    expect((await entriesSince(before)).toSorted()).toEqual([
      'bank_transfer bank:USD card_clearing:USD 1000',
      'bank_transfer bank:USD card_clearing:USD 900',
      'bank_transfer card_clearing:USD bank:USD 1000',
    ])
    const { rows } = await sql<{
      fee: bigint
    }>`select fee from provider_movements where kind = 'dispute'`.execute(world.database.owner)
    expect(rows).toEqual([{ fee: 1_500n }])
    expect(await positionOf('card_clearing:USD')).toMatchObject({ state: 'equal', difference: 0n })
    expect(await offended()).toEqual([])
    expect((await reconcile({ db: world.database.db, ...world.providerBooks })).breaks).toEqual([])
  })
})

describe('the wallets', () => {
  it('are compared once staff have entered their holdings', async () => {
    await world.setFloat('pawapay', 'GHA', '100000.00')
    const begun = await positionOf('payout_float:GHS')
    expect(begun.state).toBe('not_begun')
    const rest = money(begun.difference ?? 0n, 'GHS')
    await world.treasury.adjust({ account: 'pawapay', amount: rest, as: 'capital', reference: 'opening' }, BY)
    expect(await positionOf('payout_float:GHS')).toMatchObject({
      state: 'equal',
      ledger: 10_000_000n,
      held: ['pawapay'],
    })
    await pay()
    expect(await positionOf('payout_float:GHS')).toMatchObject({ state: 'equal' })
  })

  it('grow by top-ups in either currency, and shrink by fees', async () => {
    const held = (await positionOf('payout_float:GHS')).ledger
    const before = await lastPosting()
    await world.treasury.topUp(
      { account: 'pawapay', arrived: amount('GHS 100.00'), paid: amount('USD 9.00'), reference: 'FT1' },
      BY,
    )
    await world.treasury.topUp(
      { account: 'pawapay', arrived: amount('GHS 50.00'), paid: amount('GHS 50.75'), reference: 'FT2' },
      BY,
    )
    await world.treasury.adjust(
      { account: 'pawapay', amount: amount('GHS -12.50'), as: 'provider_fees', reference: 'INV1' },
      BY,
    )
    await world.treasury.convert(
      { sold: amount('USD 100.00'), bought: amount('GHS 1150.00'), reference: 'FX1' },
      BY,
    )
    expect(await entriesSince(before)).toEqual([
      'top_up fx:USD bank:USD 900',
      'top_up payout_float:GHS fx:GHS 10000',
      'top_up payout_float:GHS bank:GHS 5000',
      'top_up provider_fees:GHS bank:GHS 75',
      'adjustment provider_fees:GHS payout_float:GHS 1250',
      'bank_conversion bank:GHS fx:GHS 115000',
      'bank_conversion fx:USD bank:USD 10000',
    ])
    expect((await positionOf('payout_float:GHS')).ledger).toBe(held + 13_750n)
    expect(await offended()).toEqual([])
  })

  it('have a treasury break while they differ, until both are equal', async () => {
    await forge(
      world.database.owner,
      sql`update ledger_entries set created_at = created_at - interval '1 hour'`,
    )
    await forge(
      world.database.owner,
      sql`update ledger_postings set created_at = created_at - interval '1 hour'`,
    )
    await forge(
      world.database.owner,
      sql`update provider_movements set recorded_at = recorded_at - interval '1 hour'`,
    )
    const { difference, state } = await positionOf('payout_float:GHS')
    expect(state).toBe('differs')
    const { breaks } = await reconcile({ db: world.database.db, ...world.providerBooks })
    expect(breaks).toMatchObject([
      {
        kind: 'balance_differs',
        subject: 'payout_float:GHS',
        ours: 'GHS 137.50 more than the provider',
        theirs: 'pawapay',
        owner: 'treasury',
        state: 'open',
      },
    ])
    await world.treasury.adjust(
      { account: 'pawapay', amount: money(difference ?? 0n, 'GHS'), as: 'losses', reference: 'Lost' },
      BY,
    )
    expect(await positionOf('payout_float:GHS')).toMatchObject({ state: 'equal' })
    expect((await reconcile({ db: world.database.db, ...world.providerBooks })).breaks).toEqual([])
  })

  it('leave out pay-outs by hand: their money is in no wallet', async () => {
    const { ledger } = await positionOf('payout_float:GHS')
    const given = { account: 'manual', arrived: amount('GHS 900.00'), paid: amount('GHS 900.00') }
    await world.treasury.topUp({ ...given, reference: 'cash' }, BY)
    expect(await positionOf('payout_float:GHS')).toMatchObject({ state: 'equal', ledger })
    const opened = await pay()
    const handed = await positionOf('payout_float:GHS')
    await sql`insert into manual_payouts (reference, transfer_reference, country, network, phone, amount, currency, outcome,
        ended_at, ended_by)
      select payout_reference, reference, country, network, recipient_phone, receive_amount, receive_currency, 'paid', now(), 'Ama'
      from transfers where payment_intent_id = ${opened.id}`.execute(world.database.owner)
    const counted = await positionOf('payout_float:GHS')
    const { rows } = await sql<{ amount: bigint }>`delete from manual_payouts returning amount`.execute(
      world.database.owner,
    )
    expect(counted.ledger).toBe(handed.ledger + (rows[0]?.amount ?? 0n))
    // Without the pay-out by hand, both are equal again.
    expect(await positionOf('payout_float:GHS')).toMatchObject({ state: 'equal' })
  })

  it('are unknown while a balance is old, and then open no break', async () => {
    await sql`update float_wallets set asked_at = now() - interval '11 minutes'`.execute(world.database.owner)
    const states = (await world.treasury.positions()).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['unknown', 'not_begun']))
    expect((await reconcile({ db: world.database.db, ...world.providerBooks })).breaks).toEqual([])
  })

  it('differ after 24 hours even if amounts in transit could explain it', async () => {
    const { provider } = await positionOf('payout_float:GHS')
    const setMinor = (minor: bigint) => world.setFloat('pawapay', 'GHA', toMajorString(money(minor, 'GHS')))
    const fee = { account: 'pawapay', amount: amount('GHS -1.00'), as: 'provider_fees' as const }
    await world.treasury.adjust({ ...fee, reference: 'INV-late' }, BY)
    expect((await positionOf('payout_float:GHS')).state).toBe('settling')
    const breaks = async () => (await reconcile({ db: world.database.db, ...world.providerBooks })).breaks
    expect(await breaks()).toEqual([])
    await sql`update treasury_positions set equal_at = now() - interval '25 hours'`.execute(
      world.database.owner,
    )
    await world.treasury.compare()
    expect(await breaks()).toMatchObject([
      { subject: 'payout_float:GHS', ours: 'GHS 1.00 less than the provider' },
    ])
    await setMinor((provider ?? 0n) - 100n)
    expect((await positionOf('payout_float:GHS')).state).toBe('equal')
    expect(await breaks()).toEqual([])
  })
})

describe('a movement that cannot be matched', () => {
  it('stays a visible difference: a charge without a transfer of ours', async () => {
    const { owner } = world.database
    const stranger = await (await world.sender()).open()
    await world.pay(stranger)
    await world.reaches(stranger, 'sent')
    await sql`update transfers set payment_intent_id = 'pi_elsewhere' where payment_intent_id = ${stranger.id}`.execute(
      owner,
    )
    const before = await lastPosting()
    await world.treasury.readMovements()
    expect(await entriesSince(before)).toEqual([])
    expect(await positionOf('card_clearing:USD')).toMatchObject({ difference: -175n })
  })
})

describe('a staff entry', () => {
  const refusals = {
    'a reference a second time': () =>
      world.treasury.adjust(
        { account: 'pawapay', amount: amount('GHS 1.00'), as: 'losses', reference: 'INV1' },
        BY,
      ),
    'an account without a balance': () =>
      world.treasury.adjust(
        { account: 'pawapai', amount: amount('GHS 1.00'), as: 'losses', reference: 'X' },
        BY,
      ),
    'a top-up of the card account': () =>
      world.treasury.topUp(
        { account: 'stripe', arrived: amount('USD 1.00'), paid: amount('USD 1.00'), reference: 'X' },
        BY,
      ),
    'more arriving than left': () =>
      world.treasury.topUp(
        { account: 'pawapay', arrived: amount('GHS 2.00'), paid: amount('GHS 1.00'), reference: 'X' },
        BY,
      ),
    'a conversion within a currency': async () =>
      world.treasury.convert({ sold: amount('USD 1.00'), bought: amount('USD 1.00'), reference: 'X' }, BY),
  }
  it.each(Object.entries(refusals))('refuses %s, and books nothing', async (_what, enter) => {
    const before = await lastPosting()
    await expect((async () => enter())()).rejects.toBeInstanceOf(Refused)
    expect(await lastPosting()).toBe(before)
    const { rows } = await sql`select from staff_actions where subject like '% X'`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([])
  })

  it('keeps author and reason', async () => {
    const { rows } = await sql`select action, staff, reason, subject from staff_actions o
      join provider_movements m on m.action_id = o.id where m.provider_id = 'FT1'`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([
      { action: 'treasury_top_up', staff: BY.staff, reason: BY.reason, subject: 'pawapay FT1' },
    ])
  })
})
