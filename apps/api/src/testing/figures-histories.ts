import { money } from '@sesa/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { inTransaction } from '../db/index.ts'
import { forge, type TestDatabase } from '../db/testing.ts'
import { storeTransfer } from './stored-transfer.ts'
import { post, type Entry } from '../domains/record/index.ts'
import { recordMovements } from '../domains/books/treasury/book.ts'

export const CARDS = 'stripe'
export const WALLET = 'pawapay/LR/LRD'

type Kind = Entry['kind']
/**
 * Entry kinds of a charged transfer, in order. A second refund, a repayment and a dispute are booked under separate
 * ids.
 */
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
/** Direction at the card provider: into our account, or out of it. */
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
  /** The last movement at the card provider: on both sides, or only in our books or its list. */
  last: fc.constantFrom('both', 'both', 'books', 'list'),
})
const payout = fc.record({
  amount: fc.bigInt(1n, 9_999_999n),
  outcome: fc.constantFrom('accepted', 'unknown', 'rejected', null),
  /** Whether the wallet's balance already includes it. */
  left: fc.boolean(),
})
export const history = fc.record({
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

/** Returns the expected figures of an empty history. */
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
  /** Actual balances at the card provider and in the wallet; balances by our books; and amounts in transit. */
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

/** Returns the id under which an entry is booked: the transfer's, a staff action's, or a dispute's. */
async function idOf(
  owner: TestDatabase['owner'],
  kind: Kind,
  nth: number,
  path: readonly Kind[],
  transferId: string,
  own: string[],
): Promise<string> {
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
    }>`insert into staff_actions (action, staff, reason, transfer_id)
      values (${kind}, 'Ama', 'Asked', ${transferId}) returning id`.execute(owner)
    own.push(rows[0]?.id ?? '')
  } else if (!kind.startsWith('dispute_') && !(kind === 'refund_returned' && own.length > 0))
    return transferId
  return own.at(-1) ?? ''
}

/** Books a history for this user in an emptied database, and returns the expected figures. */
export async function play(
  { db, owner }: TestDatabase,
  user: string,
  { transfers, payouts }: History,
): Promise<Model> {
  await forge(
    owner,
    sql`truncate ledger_checkpoints, ledger_postings, ledger_entries, provider_movements, provider_reads, payout_attempts,
      float_reservations, float_wallets, disputes, staff_actions, transfers, daily_closes restart identity cascade`,
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
      const entryId = await idOf(owner, kind, nth, one.path, id, own)
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
