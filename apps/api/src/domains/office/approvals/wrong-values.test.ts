import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'
import { money } from '@sesa/money'
import { post } from '../../record/index.ts'
import { judgePrices } from '../../pricing/prices/bounds.ts'
import { readPriceList } from '../../pricing/prices/price-list.ts'

const ENTRIES = '/office/api/treasury/entries'
const reason = 'On the statement'
/** The prices of a list in force; tests change one corridor. */
interface Band {
  from: string
  fee: string
  feePercent: string
  marginPercent: string
}
interface List {
  corridors: Record<string, { card: Band[] }>
}

let world: OfficeWorld
let [ama, kofi, esi] = [] as unknown as [TestMember, TestMember, TestMember]
let [owed, reviewed, unresolved] = ['', '', '']
let list: List
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
  kofi = await world.member('Kofi Finance', 'finance')
  esi = await world.member('Esi Support', 'support')
  const { owner } = world.database
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values ('pawapay', 'GH', 'GHS', 500000, now()), ('mtn-momo-lr', 'LR', 'LRD', 500000, now())`.execute(
    owner,
  )
  const user = await storeUser(owner)
  /** Makes a transfer of USD 100.00 that is on hold and that we owe the customer. */
  const held = async (state: string, hold: string) => {
    const { id, reference } = await storeTransfer(owner, user, state)
    await inTransaction(world.product.db, 'test.post', (tx) =>
      post(tx, {
        transferId: id,
        kind: 'capture',
        postings: [{ from: 'card_clearing', to: 'customer', amount: money(10_000n, 'USD') }],
      }),
    )
    await sql`update transfers set hold_reason = ${hold}, hold_owner = 'operations' where id = ${id}`.execute(
      owner,
    )
    return reference
  }
  owed = await held('refund_failed', 'refund_failed')
  reviewed = await held('paid', 'screening')
  unresolved = (await storeTransfer(owner, user, 'awaiting_payment')).reference
  const asked = { hold_reason: 'collection_unresolved', hold_owner: 'operations' }
  await owner.updateTable('transfers').set(asked).where('reference', '=', unresolved).execute()
  const { body } = await ama.browser.get('/office/api/prices')
  list = body['list'] as List
})
afterAll(() => world.close())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const ghs = (amount: number) => ({ amount, currency: 'GHS' })
const lrd = (amount: number) => ({ amount, currency: 'LRD' })
const topUp = (arrived: object, paid: object, reference = 'FT-1') => ({
  entry: { kind: 'top_up', account: 'pawapay', arrived, paid, reference },
})
const convert = (sold: object, bought: object, reference = 'FX-1') => ({
  entry: { kind: 'conversion', sold, bought, reference },
})
const adjust = (amount: object, as: string, reference = 'INV-1') => ({
  entry: { kind: 'adjustment', account: 'pawapay', amount, as, reference },
})
const limits = (change: object) => ({
  ...{ tier: 2, sender: 'GH', recipient: null, per24Hours: '400000', per30Days: '800000' },
  ...{ source: 'A letter of the Bank of Ghana', validFrom: '2099-01-01', ...change },
})
/** Returns the list in force with other prices from the United States to Ghana. */
const priced = (change: Partial<Band>): { list: List } => {
  const [band] = list.corridors['US/GH']?.card ?? []
  const none = { fee: '0.00', feePercent: '0.00', marginPercent: '0.00' }
  const card = [{ ...none, ...band, from: '0.00', ...change }]
  return { list: { ...list, corridors: { ...list.corridors, 'US/GH': { card } } } }
}

interface Refusal {
  code: string
  field?: string
  message: string
}
async function ask(member: TestMember, path: string, body: object) {
  const answer = await member.browser.post(path, { reason, ...body })
  const approval = answer.body['approval'] as { id: string } | undefined
  return { status: answer.status, id: approval?.id ?? '', error: answer.body['error'] as Refusal | undefined }
}
const approve = async ({ browser }: TestMember, id: string, confirmed?: string) => {
  const body = { note: 'Compared', ...(confirmed !== undefined && { confirmed }) }
  const answer = await browser.post(`/office/api/approvals/${id}/approve`, body)
  return { status: answer.status, error: answer.body['error'] as Refusal | undefined }
}
const withdraw = ({ browser }: TestMember, id: string) =>
  browser.post(`/office/api/approvals/${id}/withdraw`, { note: 'Enough seen' })
const cautionOf = async (id: string) => (await kofi.browser.get(`/office/api/approvals/${id}/caution`)).body

type Wrong = readonly [
  what: string,
  path: () => string,
  body: () => object,
  field: string | null,
  says: string,
]
const WRONG: readonly Wrong[] = [
  [
    'repaid: more than we owe',
    () => `/office/api/transfers/${owed}/repaid`,
    () => ({ amount: usd(10_001) }),
    'amount',
    'We owe USD 100.00',
  ],
  [
    'repaid: ten times as much',
    () => `/office/api/transfers/${owed}/repaid`,
    () => ({ amount: usd(100_000) }),
    'amount',
    'at most that',
  ],
  [
    'repaid: in another currency',
    () => `/office/api/transfers/${owed}/repaid`,
    () => ({ amount: lrd(10_000) }),
    'amount',
    'not LRD 100.00',
  ],
  [
    'repaid: nothing',
    () => `/office/api/transfers/${owed}/repaid`,
    () => ({ amount: usd(0) }),
    'amount',
    'not USD 0.00',
  ],
  [
    'repaid: below zero',
    () => `/office/api/transfers/${owed}/repaid`,
    () => ({ amount: usd(-10_000) }),
    'amount',
    'above zero',
  ],
  [
    'answer: in another currency than the payer was asked for',
    () => `/office/api/transfers/${unresolved}/answer`,
    () => ({ paid: lrd(10_000), evidence: 'PP-118' }),
    'paid',
    'Enter an amount in USD',
  ],
  [
    'answer: nothing paid, as an amount',
    () => `/office/api/transfers/${unresolved}/answer`,
    () => ({ paid: usd(0), evidence: 'PP-118' }),
    'paid',
    'above zero',
  ],
  [
    'repaid: of a transfer under review',
    () => `/office/api/transfers/${reviewed}/repaid`,
    () => ({ amount: usd(10_000) }),
    null,
    'under review',
  ],
  [
    'refund: of a transfer under review',
    () => `/office/api/transfers/${reviewed}/refund`,
    () => ({}),
    null,
    'under review',
  ],
  [
    'release: of a transfer under review',
    () => `/office/api/transfers/${reviewed}/release`,
    () => ({}),
    null,
    'under review',
  ],
  [
    'top-up: GHS 1,000,000 for USD 900',
    () => ENTRIES,
    () => topUp(ghs(100_000_000), usd(90_000)),
    'arrived',
    'more than at the mid-market rate',
  ],
  [
    'top-up: a hundredth',
    () => ENTRIES,
    () => topUp(ghs(10_000), usd(90_000)),
    'arrived',
    '99.0% less than at the mid-market rate',
  ],
  [
    'top-up: far less than left, in one currency',
    () => ENTRIES,
    () => topUp(ghs(50_000), ghs(100_000)),
    'arrived',
    '50.0% less',
  ],
  [
    'top-up: more than left, in one currency',
    () => ENTRIES,
    () => topUp(ghs(100_001), ghs(100_000)),
    null,
    'arrived than left our bank',
  ],
  ['top-up: nothing', () => ENTRIES, () => topUp(ghs(0), usd(100)), null, 'above zero'],
  [
    'conversion: amounts the wrong way round',
    () => ENTRIES,
    () => convert(ghs(90_000), usd(1_150_000)),
    'bought',
    'more than at the mid-market rate',
  ],
  [
    'conversion: a third less',
    () => ENTRIES,
    () => convert(usd(100_000), ghs(770_000)),
    'bought',
    'Check both amounts',
  ],
  [
    'conversion: 15 % off without a confirmation',
    () => ENTRIES,
    () => convert(usd(100_000), ghs(990_000)),
    'confirmed',
    'type: GHS 9,900.00 for USD 1,000.00',
  ],
  [
    'adjustment: a large fee without a confirmation',
    () => ENTRIES,
    () => adjust(ghs(-2_000_000), 'provider_fees'),
    'confirmed',
    'type: -GHS 20,000.00',
  ],
  [
    'adjustment: a large loss with another text',
    () => ENTRIES,
    () => ({ ...adjust(ghs(-2_000_000), 'losses'), confirmed: 'yes' }),
    'confirmed',
    'more than USD 1,000.00',
  ],
  ['adjustment: nothing', () => ENTRIES, () => adjust(ghs(0), 'losses'), null, 'of zero has no effect'],
  [
    'prices: a margin of 90 %',
    () => '/office/api/prices',
    () => priced({ marginPercent: '90.00' }),
    'confirmed',
    'less than 90.00%',
  ],
  [
    'prices: a fee of USD 299',
    () => '/office/api/prices',
    () => priced({ fee: '299.00' }),
    'confirmed',
    'the fee is USD 299.00, more than USD 25.00',
  ],
  [
    'prices: a fee of 11 percent',
    () => '/office/api/prices',
    () => priced({ feePercent: '11.00', marginPercent: '0.00' }),
    'confirmed',
    'type: US/GH 89.00%',
  ],
  [
    'prices: both',
    () => '/office/api/prices',
    () => priced({ fee: '299.00', feePercent: '0.00', marginPercent: '90.00' }),
    'confirmed',
    'type: US/GH 10.00% and US/GH USD 299.00',
  ],
  [
    'release threshold: so high that one person releases everything',
    () => '/office/api/release-threshold',
    () => ({ amount: usd(1_000_001) }),
    'confirmed',
    'type: USD 10,000.01',
  ],
  [
    'limits of a tier: from a day that has passed',
    () => '/office/api/tier-limits',
    () => limits({ validFrom: '2020-01-01' }),
    null,
    'has passed',
  ],
  [
    'limits of a tier: less in 30 days than in 24 hours',
    () => '/office/api/tier-limits',
    () => limits({ per30Days: '1' }),
    null,
    'below the 24-hour limit',
  ],
  [
    'release threshold: below zero',
    () => '/office/api/release-threshold',
    () => ({ amount: usd(-1) }),
    'amount',
    'in US dollars',
  ],
]

describe('a wrong value is refused when requested, and leaves no request', () => {
  it.each(WRONG)('%s', async (_what, path, body, field, says) => {
    const count = async () => {
      const { rows } = await sql<{ count: bigint }>`select count(*) from approvals`.execute(
        world.database.owner,
      )
      return rows[0]?.count
    }
    const before = await count()
    const { status, error } = await ask(ama, path(), body())
    expect(error?.message).toContain(says)
    expect({ status, code: error?.code, field: error?.field ?? null }).toEqual(
      field === null
        ? { status: 409, code: 'action_refused', field }
        : { status: 400, code: 'invalid_field', field },
    )
    expect(await count()).toBe(before)
  })

  it('reveals to no one why a transfer is under review', async () => {
    const texts = []
    for (const [member, call, more] of [
      [ama, 'refund', {}],
      [esi, 'refund', {}],
      [ama, 'repaid', { amount: usd(10_000) }],
    ] as const)
      texts.push((await ask(member, `/office/api/transfers/${reviewed}/${call}`, more)).error?.message ?? '')
    expect(texts.join(' ')).not.toMatch(/screen|list|case|sanction/i)
  })
})

describe('an unusual value', () => {
  const RATES = convert(usd(100_000), ghs(990_000), 'FX-2')
  const PRICES = () => priced({ marginPercent: '90.00' })
  it.each([
    ['a rate far from the mid rate', () => ENTRIES, () => RATES, 'GHS 9,900.00 for USD 1,000.00'],
    ['a price of which little arrives', () => '/office/api/prices', PRICES, 'US/GH 10.00%'],
  ])('takes the typed confirmations of both people: %s', async (_what, path, body, text) => {
    const { status, id } = await ask(ama, path(), { ...body(), confirmed: text })
    expect(status).toBe(201)
    expect(await cautionOf(id)).toEqual({ warnings: [expect.stringMatching(/than/)], confirm: text })
    expect((await approve(kofi, id)).error).toMatchObject({ code: 'invalid_field', field: 'confirmed' })
    expect((await approve(kofi, id, 'yes')).error?.message).toContain(`type: ${text}`)
    expect((await approve(kofi, id, text)).status).toBe(200)
  })

  it('that is already in force needs no confirmation when another value changes', () => {
    const odd = priced({ marginPercent: '90.00' }).list
    const [band] = odd.corridors['US/LR']?.card ?? []
    const none = { feePercent: '0.00', marginPercent: '0.00' }
    const card = [{ ...none, ...band, from: '0.00', fee: '1.23' }]
    const next = readPriceList({ ...odd, corridors: { ...odd.corridors, 'US/LR': { card } } })
    expect(judgePrices(next, readPriceList(odd))).toEqual({ warnings: [], confirm: null })
    expect(judgePrices(next, null).confirm).toBe('US/GH 10.00%')
  })

  it.each([
    ['a fixed fee of 15 % at USD 100', { fee: '15.00' }, null],
    ['a fee above 15 % at USD 100', { fee: '15.01' }, 'US/GH 15.01%'],
    ['a margin three times as high', { marginPercent: '3.00' }, null],
    ['a margin more than three times as high', { marginPercent: '3.01' }, 'US/GH times 3.01'],
  ])('needs typed confirmations: %s', (_what, band, confirm) => {
    const now = readPriceList(priced({}).list)
    expect(judgePrices(readPriceList(priced(band).list), now).confirm).toBe(confirm)
  })

  it('by mobile money and by bank account needs them too, and also when it takes the card’s prices back', () => {
    const { list: plain } = priced({})
    const band = { from: '0.00', fee: '0.00', feePercent: '3.00', marginPercent: '1.00' }
    const own = (card: Partial<Band>, momo?: Partial<Band>) => {
      const bands = { card: [{ ...band, ...card }], ...(momo && { momo: [{ ...band, ...momo }] }) }
      return readPriceList({ ...plain, corridors: { ...plain.corridors, 'LR/GH': bands } })
    }
    const now = own({}, {})
    expect(judgePrices(own({}, { marginPercent: '8.00' }), now).confirm).toBe('LR/GH by mobile money 89.00%')
    expect(judgePrices(own({}, { feePercent: '2.00' }), now).confirm).toBeNull()
    const dear = { feePercent: '10.00' }
    expect(judgePrices(own(dear), own(dear, {})).confirm).toBe('LR/GH by mobile money 89.00%')
    expect(judgePrices(own(dear), own(dear)).confirm).toBeNull()
    const bank = { card: [band], bank_debit: [{ ...band, marginPercent: '8.00' }] }
    const withBank = { ...plain, corridors: { ...plain.corridors, 'US/GH': bank } }
    expect(judgePrices(readPriceList(withBank), now).confirm).toBe('US/GH by bank account 89.00%')
  })

  it('is not triggered by the example in the documentation', async () => {
    const file = new URL('../../../../../../docs/prices.example.json', import.meta.url)
    expect(judgePrices(readPriceList(JSON.parse(await readFile(file, 'utf8'))), null).confirm).toBeNull()
  })
})

const SPELLINGS = [
  'momo-77123',
  'MOMO 77123',
  'MOMO-077123',
  'MOMO77123',
  ' MOMO-77123 ',
  'MOMO–77123',
  'MOMO—77123',
  'MOMO−77123',
  'MOMO_77123',
  'MOMO/77.123',
  'ＭＯＭＯ－７７１２３',
  'MOMO-٧٧١٢٣',
  'M O M O 77123',
  'MOMO\u200B-77123',
  'Mömo-0077123',
]

describe('a movement is the same under any spelling of its reference', () => {
  const arrived = { arrived: lrd(5_000_000), paid: usd(29_000) }
  const entry = (reference: string, change: object = {}) => ({
    entry: { kind: 'top_up', account: 'mtn-momo-lr', ...arrived, reference, ...change },
  })
  let waiting = ''

  it('while the first request waits', async () => {
    waiting = (await ask(ama, ENTRIES, entry('MOMO-77123'))).id
    expect(waiting).not.toBe('')
    for (const spelling of SPELLINGS) {
      const { error, id } = await ask(kofi, ENTRIES, entry(spelling))
      expect([spelling, id, error?.code]).toEqual([
        spelling,
        '',
        spelling.trim() === 'MOMO-77123' ? 'approval_pending' : 'action_refused',
      ])
    }
  })

  it('and once it is booked, whatever the kind and the amount', async () => {
    await approve(kofi, waiting)
    await world.product.approvals.approvals.carryOut(waiting)
    for (const spelling of ['MOMO-77123', ...SPELLINGS]) {
      const { error } = await ask(kofi, ENTRIES, entry(spelling))
      expect([spelling, error?.code]).toEqual([spelling, 'action_refused'])
      expect(error?.message).toMatch(/is already entered for mtn-momo-lr/)
    }
    const fee = { kind: 'adjustment', account: 'mtn-momo-lr', amount: lrd(-100), as: 'provider_fees' }
    const { error } = await ask(ama, ENTRIES, { entry: { ...fee, reference: 'momo 77123' } })
    expect(error?.message).toContain('momo 77123 is already entered for mtn-momo-lr, as MOMO-77123 on 20')
    const { rows } = await sql`select from provider_movements where account = 'mtn-momo-lr'`.execute(
      world.database.owner,
    )
    expect(rows).toHaveLength(1)
  })

  it('even for a conversion', async () => {
    const first = convert(usd(100_000), ghs(1_160_000), 'FX-0042')
    const { id } = await ask(ama, ENTRIES, first)
    await approve(kofi, id)
    await world.product.approvals.approvals.carryOut(id)
    for (const spelling of ['fx 42', 'FX0042', 'Fx–42'])
      expect((await ask(ama, ENTRIES, convert(usd(100_000), ghs(1_160_000), spelling))).error?.code).toBe(
        'action_refused',
      )
  })

  it('and the database also refuses the second one', async () => {
    const again = sql`with action as (insert into staff_actions (action, staff, reason, subject)
        values ('treasury_top_up', 'Ama Finance', 'Again', 'mtn-momo-lr momo77123') returning id)
      insert into provider_movements (account, provider_id, kind, amount, currency, other_amount, other_currency, fee,
        occurred_at, action_id)
      select 'mtn-momo-lr', 'momo 77123', 'top_up', 100, 'LRD', 10, 'USD', 0, now(), id from action`
    await expect(
      world.database.owner.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = origin`.execute(tx)
        await sql`alter table provider_movements disable trigger provider_movements_entered_by_two_people`.execute(
          tx,
        )
        await again.execute(tx)
      }),
    ).rejects.toThrow('provider_movements_one_reference')
  })

  it('and a similar one is accepted, with a warning for the second person', async () => {
    const { id } = await ask(ama, ENTRIES, entry('MOMO-77124'))
    expect(await cautionOf(id)).toEqual({
      warnings: ['Same account, amount and day as MOMO-77123. Make sure it’s a different movement.'],
      confirm: null,
    })
    const other = (await ask(ama, ENTRIES, entry('MOMO-77125', { arrived: lrd(5_000_100) }))).id
    expect(await cautionOf(other)).toEqual({ warnings: [], confirm: null })
    // Two pending requests count as similar too.
    const third = (await ask(kofi, ENTRIES, entry('MOMO-77126', { arrived: lrd(5_000_100) }))).id
    expect((await cautionOf(third))['warnings']).toEqual([expect.stringContaining('as MOMO-77125.')])
    for (const [member, one] of [
      [ama, id],
      [ama, other],
      [kofi, third],
    ] as const)
      await withdraw(member, one)
  })
})
