import { money } from '@sesa/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inTransaction } from '../db/index.ts'
import { createTestDatabase, forge, type TestDatabase } from '../db/testing.ts'
import { storeTransfer, storeUser } from './stored-transfer.ts'
import { createDailyClose } from '../modules/daily-close/index.ts'
import { resultRows, sumRows } from '../modules/daily-close/results.ts'
import { balance, post, type Entry } from '../modules/ledger/index.ts'
import { recordMovements } from '../modules/treasury/book.ts'
import { sumByWallet } from '../modules/treasury/on-its-way.ts'
import { readPositions } from '../modules/treasury/positions.ts'

const CARDS = 'stripe'
const WALLET = 'pawapay/LR/LRD'
const SLOW_MS = 600_000
const DAY_MS = 86_400_000
const BY = { staff: 'Ama Boateng', reason: 'End of the day' }

let database: TestDatabase
let user: string
type Kind = Entry['kind']
/** What happens to a charged transfer, in order. A second refund, a repayment and a dispute are booked under ids of their own. */
const PATHS: readonly (readonly Kind[])[] = [
  ['capture'],
  ['capture', 'paid_out'],
  ['capture', 'paid_out', 'dispute'],
  ['capture', 'paid_out', 'dispute', 'dispute_won'],
  ['capture', 'paid_out', 'dispute', 'dispute_lost'],
  ['capture', 'refund'],
  ['capture', 'refund', 'late_payout'],
  ['capture', 'refund', 'late_payout', 'late_payout_undone'],
  ['capture', 'refund', 'refund_returned'],
  ['capture', 'refund', 'refund_returned', 'repaid'],
  ['capture', 'refund', 'refund_returned', 'refund'],
  ['capture', 'refund', 'refund_returned', 'refund', 'refund_returned'],
  ['capture', 'refund', 'refund_returned', 'refund', 'refund_returned', 'repaid'],
]
const LISTED: Partial<Record<Kind, 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal'>> =
  {
    capture: 'charge',
    refund: 'refund',
    refund_returned: 'refund_failure',
    dispute: 'dispute',
    dispute_won: 'dispute_reversal',
  }
/** Into our account at the card provider, or out of it. */
const SIGN: Partial<Record<Kind, bigint>> = {
  capture: 1n,
  refund: -1n,
  refund_returned: 1n,
  dispute: -1n,
  dispute_won: 1n,
}

const transfer = fc.record({
  path: fc.constantFrom(...PATHS),
  charge: fc.bigInt(100n, 9_999_999n),
  arrives: fc.bigInt(100n, 9_999_999n),
  fee: fc.bigInt(0n, 50n),
  margin: fc.bigInt(0n, 50n),
  providerFee: fc.bigInt(0n, 40n),
  /** The last movement at the card provider: on both sides, in our books or in its list alone. */
  last: fc.constantFrom('both', 'both', 'books', 'list'),
})
const payout = fc.record({
  amount: fc.bigInt(1n, 9_999_999n),
  outcome: fc.constantFrom('accepted', 'unknown', 'rejected', null),
  /** Whether the wallet's balance has it already. */
  left: fc.boolean(),
})
const history = fc.record({
  transfers: fc.array(transfer, { maxLength: 6 }),
  payouts: fc.array(payout, { maxLength: 4 }),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

function postingsOf(
  kind: Kind,
  { charge, arrives, fee, margin }: History['transfers'][number],
): Entry['postings'] {
  const [usd, lrd] = [(minor: bigint) => money(minor, 'USD'), money(arrives, 'LRD')]
  const rest = charge - fee - margin
  switch (kind) {
    case 'capture':
    case 'refund_returned':
      return [{ from: 'card_clearing', to: 'customer', amount: usd(charge) }]
    case 'refund':
      return [{ from: 'customer', to: 'card_clearing', amount: usd(charge) }]
    case 'repaid':
      return [{ from: 'customer', to: 'bank', amount: usd(charge) }]
    case 'dispute':
      return [{ from: 'disputes', to: 'card_clearing', amount: usd(charge) }]
    case 'dispute_won':
      return [{ from: 'card_clearing', to: 'disputes', amount: usd(charge) }]
    case 'dispute_lost':
      return [{ from: 'losses', to: 'disputes', amount: usd(charge) }]
    case 'late_payout':
      return [
        { from: 'losses', to: 'fx', amount: usd(rest) },
        { from: 'fx', to: 'payout_float', amount: lrd },
      ]
    case 'late_payout_undone':
      return [
        { from: 'fx', to: 'losses', amount: usd(rest) },
        { from: 'payout_float', to: 'fx', amount: lrd },
      ]
    default:
      return [
        { from: 'customer', to: 'fee', amount: usd(fee) },
        { from: 'customer', to: 'margin', amount: usd(margin) },
        { from: 'customer', to: 'fx', amount: usd(rest) },
        { from: 'fx', to: 'payout_float', amount: lrd },
      ]
  }
}

/** What a history must read as. */
const nothing = () => ({
  ...{ charged: 0, paidOut: 0, refunded: 0, repaid: 0, disputed: 0 },
  usd: {
    charged: 0n,
    refunded: 0n,
    repaid: 0n,
    disputed: 0n,
    fees: 0n,
    margin: 0n,
    providerFees: 0n,
    losses: 0n,
  },
  paidOutLrd: 0n,
  /** At the card provider and in the wallet, truly; by our books; and what is on its way. */
  ...{ cards: 0n, cardBooks: 0n, cardsMoving: 0n, wallet: 0n, walletBooks: 0n, walletMoving: 0n },
})
type Model = ReturnType<typeof nothing>

function count(
  model: Model,
  kind: Kind,
  { charge, arrives, fee, margin }: History['transfers'][number],
): void {
  const { usd } = model
  const times = kind === 'refund_returned' || kind === 'dispute_won' || kind === 'late_payout_undone' ? -1 : 1
  const signed = charge * BigInt(times)
  if (kind === 'capture') [model.charged, usd.charged] = [model.charged + 1, usd.charged + charge]
  if (kind === 'refund' || kind === 'refund_returned')
    [model.refunded, usd.refunded] = [model.refunded + times, usd.refunded + signed]
  if (kind === 'repaid') [model.repaid, usd.repaid] = [model.repaid + 1, usd.repaid + charge]
  if (kind === 'dispute' || kind === 'dispute_won')
    [model.disputed, usd.disputed] = [model.disputed + times, usd.disputed + signed]
  if (kind === 'paid_out' || kind === 'late_payout' || kind === 'late_payout_undone') {
    model.paidOut += times
    model.paidOutLrd += arrives * BigInt(times)
    model.walletBooks -= arrives * BigInt(times)
    model.wallet -= arrives * BigInt(times)
  }
  if (kind === 'paid_out') [usd.fees, usd.margin] = [usd.fees + fee, usd.margin + margin]
  if (kind === 'dispute_lost') usd.losses -= charge
  if (kind === 'late_payout' || kind === 'late_payout_undone')
    usd.losses -= BigInt(times) * (charge - fee - margin)
}

/** Returns the id under which an entry is booked: the transfer's, that of an action of staff, or that of a dispute. */
async function idOf(
  kind: Kind,
  nth: number,
  path: readonly Kind[],
  transferId: string,
  own: string[],
): Promise<string> {
  const { owner } = database
  const earlier = path.slice(0, nth)
  if (kind === 'dispute') {
    const { rows } = await sql<{
      id: string
    }>`insert into disputes (transfer_id, provider_id, amount, currency)
      values (${transferId}, ${`dp_${transferId}`}, 1, 'USD') returning id`.execute(owner)
    own.push(rows[0]?.id ?? '')
  } else if (kind === 'repaid' || (kind === 'refund' && earlier.includes('refund'))) {
    const { rows } = await sql<{
      id: string
    }>`insert into operator_actions (action, operator, reason, transfer_id)
      values (${kind}, 'Ama', 'Asked', ${transferId}) returning id`.execute(owner)
    own.push(rows[0]?.id ?? '')
  } else if (!kind.startsWith('dispute_') && !(kind === 'refund_returned' && own.length > 0))
    return transferId
  return own.at(-1) ?? ''
}

async function play({ transfers, payouts }: History): Promise<Model> {
  const { db, owner } = database
  await forge(
    owner,
    sql`truncate ledger_checkpoints, ledger_postings, ledger_entries, provider_movements, provider_reads, payout_attempts,
      float_reservations, float_wallets, disputes, operator_actions, transfers, daily_closes restart identity cascade`,
  )
  const model = nothing()
  for (const one of transfers) {
    const { id, reference } = await storeTransfer(owner, user, 'sent')
    const own: string[] = []
    const cardKinds = one.path.filter((kind) => LISTED[kind] !== undefined)
    for (const [nth, kind] of one.path.entries()) {
      const listed = LISTED[kind]
      const isLast =
        listed !== undefined && one.path.slice(nth + 1).every((later) => LISTED[later] === undefined)
      const place = isLast && one.path.at(-1) === kind && cardKinds.length > 0 ? one.last : 'both'
      const entryId = await idOf(kind, nth, one.path, id, own)
      if (place !== 'list') {
        await inTransaction(db, 'test.post', (tx) =>
          post(tx, { transferId: entryId, kind, postings: postingsOf(kind, one) }),
        )
        count(model, kind, one)
      }
      if (listed === undefined) continue
      const signed = one.charge * (SIGN[kind] ?? 0n)
      const fee = kind === 'capture' ? one.providerFee : 0n
      model.cards += signed - fee
      if (place !== 'list') model.cardBooks += signed
      if (place !== 'both') model.cardsMoving += one.charge
      if (place === 'books') continue
      const movement = {
        ...{
          account: CARDS,
          providerId: `txn_${reference}_${nth}`,
          kind: listed,
          transferId: id,
          adjusts: null,
        },
        ...{ amount: signed, currency: 'USD', otherAmount: signed, otherCurrency: 'USD', fee },
        at: new Date(Date.now() - 300_000),
      }
      await inTransaction(db, 'test.book', (tx) => recordMovements(tx, [movement], CARDS))
      model.cardBooks -= fee
      model.usd.providerFees -= fee
    }
  }
  for (const { amount, outcome, left } of payouts) {
    const { id, payout: reference } = await storeTransfer(owner, user, 'paying_out')
    await sql`insert into float_reservations (reference, account, country, currency, amount)
      values (${reference}, 'pawapay', 'LR', 'LRD', ${amount})`.execute(owner)
    await sql`insert into payout_attempts (transfer_id, outcome, closed_at)
      values (${id}, ${outcome}, ${outcome === null ? null : new Date()})`.execute(owner)
    if (outcome === 'rejected') continue
    model.walletMoving += amount
    if (left) model.wallet -= amount
  }
  await sql`insert into provider_reads (account, read_upto) values (${CARDS}, now())`.execute(owner)
  await sql`insert into float_wallets (account, country, currency, balance, asked_at)
    values (${CARDS}, '', 'USD', ${model.cards}, now() + interval '1 second'),
      ('pawapay', 'LR', 'LRD', ${model.wallet}, now() + interval '1 second')`.execute(owner)
  return model
}

/** Registers the test, with that many random histories. */
export function testFigures(runs: number): void {
  beforeAll(async () => {
    database = await createTestDatabase()
    user = await storeUser(database.owner)
  })
  afterAll(() => database.drop())

  it(
    `reads the same in profit and loss, daily close, treasury and ledger, after ${runs} random histories`,
    { timeout: SLOW_MS },
    async () => {
      const { db, owner } = database
      const dailyClose = createDailyClose({
        db,
        newestRates: async () => null,
        comparePositions: async () => [],
        countOpenBreaks: async () => new Map(),
      })
      const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
      await fc.assert(
        fc.asyncProperty(history, async (of) => {
          const model = await play(of)
          // Treasury and floats: the named movements, their sum, and the books.
          const positions = await readPositions(db, CARDS)
          const find = (account: string) =>
            positions.find((one) => `${one.account}:${one.currency}` === account)
          expect(find('card_clearing:USD')).toMatchObject({
            ...{
              ledger: model.cardBooks,
              difference: model.cards - model.cardBooks,
              settling: model.cardsMoving,
            },
          })
          expect(find('payout_float:LRD')).toMatchObject({
            ...{
              ledger: model.walletBooks,
              difference: model.wallet - model.walletBooks,
              settling: model.walletMoving,
            },
          })
          expect(-(await balance(db, 'card_clearing:USD'))).toBe(model.cardBooks)
          const moving = positions.flatMap(({ onItsWay }) => onItsWay)
          for (const { account, currency, settling, onItsWay } of positions) {
            const sum = onItsWay.reduce((total, { amount }) => total + amount.amount, 0n)
            expect([account, currency, sum]).toEqual([account, currency, settling])
          }
          const wallets = sumByWallet(moving)
          expect([wallets.get('stripe//USD') ?? 0n, wallets.get(WALLET) ?? 0n]).toEqual([
            model.cardsMoving,
            model.walletMoving,
          ])
          // Profit and loss, once the entries are spread over days that are over.
          await forge(
            owner,
            sql`update ledger_postings set created_at = date_trunc('day', now(), 'UTC') + interval '12 hours'
          - make_interval(days => 1 + (entry_id % 3)::int)`,
          )
          const total = sumRows(resultRows(await dailyClose.period(dayBefore(3), dayBefore(1))))
          const { usd, paidOutLrd, ...counts } = model
          const { charged, paidOut, refunded, repaid, disputed } = counts
          expect(total).toMatchObject({ charged, paidOut, refunded, repaid, disputed })
          const inUsd = total.figures.find(({ currency }) => currency === 'USD')
          for (const [figure, sum] of Object.entries(usd))
            expect([figure, inUsd?.[figure as keyof typeof usd] ?? '0']).toEqual([figure, String(sum)])
          const inLrd = total.figures.find(({ currency }) => currency === 'LRD')
          expect(inLrd?.paidOut ?? '0').toBe(String(paidOutLrd))
          // The daily close of each day, and its accounts.
          let [cards, bank, wallet] = [0n, 0n, 0n]
          for (const days of [3, 2, 1]) {
            const { report } = await dailyClose.prepare(dayBefore(days), BY, null)
            const sumOf = (
              figure: 'charged' | 'refunded' | 'disputed' | 'repaid',
              currency: string,
            ): bigint =>
              report.corridors.reduce(
                (sum, { amounts }) =>
                  sum + BigInt(amounts.find((one) => one.currency === currency)?.[figure] ?? '0'),
                0n,
              )
            cards += sumOf('charged', 'USD') - sumOf('refunded', 'USD') - sumOf('disputed', 'USD')
            bank += sumOf('repaid', 'USD')
            for (const { account, entries } of report.accounts)
              if (account === 'payout_float:LRD')
                wallet += Object.values(entries).reduce((sum, one) => sum + BigInt(one), 0n)
            // A corridor's figures are all of the day's: nothing of a transfer is without its corridor.
            const homeless = report.corridors.filter(({ sender }) => sender === null)
            expect(homeless.flatMap(({ amounts }) => amounts)).toEqual([])
          }
          expect(cards).toBe(-(await balance(db, 'card_clearing:USD')) - usd.providerFees)
          expect(bank).toBe(await balance(db, 'bank:USD'))
          expect(wallet).toBe(paidOutLrd)
        }),
        { numRuns: runs },
      )
    },
  )
}
