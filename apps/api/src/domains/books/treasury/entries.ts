import { isCollectionAccount } from '@sesa/contract/office'
import { isCurrencyCode, money, type CurrencyCode, type Money } from '@sesa/money'
import type { AccountName, EntryKind, Posting } from '../../record/index.ts'
import type { Adjusts, NewMovement } from './movement.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { TreasuryEntry } from './entry.ts'

/** An entry for a movement, booked under the movement's id. */
interface MovementEntry {
  readonly kind: EntryKind
  readonly postings: readonly Posting[]
}

/** Kinds that belong to a charge. Those without a transfer of ours are not booked, so that the difference stays visible. */
const OF_A_CHARGE: ReadonlySet<NewMovement['kind']> = new Set([
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
])

/** Returns a posting of a signed amount: a negative one goes the other way. */
const signed = (from: AccountName, to: AccountName, { amount, currency }: Money): Posting =>
  amount < 0n
    ? { from: to, to: from, amount: money(-amount, currency) }
    : { from, to, amount: money(amount, currency) }

/** Returns our account that a movement of this account changes. */
function bookOf({ account }: NewMovement, cardAccount: string): AccountName {
  if (account === 'bank') return 'bank'
  if (isCollectionAccount(account)) return 'collection_float'
  return account === cardAccount ? 'card_clearing' : 'payout_float'
}

interface Amounts {
  readonly one: Money
  readonly other: Money
  readonly fee: Money
}

/** Returns the amounts; null for a currency that we have no accounts for. */
function amountsOf({ amount, currency, otherAmount, otherCurrency, fee }: NewMovement): Amounts | null {
  const isOurs = (code: string): code is CurrencyCode => isCurrencyCode(code)
  if (!isOurs(currency) || !isOurs(otherCurrency)) return null
  return {
    one: money(amount, currency),
    other: money(otherAmount, otherCurrency),
    fee: money(fee, otherCurrency),
  }
}

/**
 * Returns the conversion of a charge into the balance's currency by the card provider. We booked only the charge's currency.
 */
const converted = ({ one, other }: Amounts): MovementEntry => ({
  kind: 'converted',
  postings: [signed('fx', 'card_clearing', one), signed('card_clearing', 'fx', other)],
})

/** `source`: what the money left, our bank or an account of collections at the same carrier. */
function topUp({ one, other }: Amounts, source: 'bank' | 'collection_float'): MovementEntry {
  if (one.currency !== other.currency) {
    return {
      kind: 'top_up',
      postings: [
        { from: 'payout_float', to: 'fx', amount: one },
        { from: 'fx', to: 'bank', amount: other },
      ],
    }
  }
  return {
    kind: 'top_up',
    postings: [
      { from: 'payout_float', to: source, amount: one },
      { from: 'provider_fees', to: source, amount: money(other.amount - one.amount, other.currency) },
    ],
  }
}

function ofTheCardProvider(movement: NewMovement, amounts: Amounts): MovementEntry[] {
  const { other, fee } = amounts
  if (movement.kind === 'other') return []
  if (OF_A_CHARGE.has(movement.kind) && movement.transferId === null) return []
  const fees: MovementEntry = {
    kind: 'provider_fee',
    postings: [
      signed('provider_fees', 'card_clearing', fee),
      ...(movement.kind === 'fee' ? [signed('card_clearing', 'provider_fees', other)] : []),
    ],
  }
  if (movement.kind === 'bank_transfer')
    return [{ kind: 'bank_transfer', postings: [signed('card_clearing', 'bank', other)] }, fees]
  return amounts.one.currency === other.currency ? [fees] : [converted(amounts), fees]
}

/**
 * Returns the entries of a movement. Returns none for a movement that cannot be matched: a charge without a transfer of ours,
 * or an unknown kind or currency. The comparison with the provider's balance shows it.
 */
export function entriesOf(movement: NewMovement, cardAccount: string): readonly MovementEntry[] {
  const amounts = amountsOf(movement)
  if (amounts === null) return []
  const { one, other } = amounts
  const entries = ((): MovementEntry[] => {
    switch (movement.kind) {
      case 'top_up':
        return [topUp(amounts, isCollectionAccount(movement.account) ? 'collection_float' : 'bank')]
      case 'conversion':
        return [
          {
            kind: 'bank_conversion',
            postings: [
              { from: 'bank', to: 'fx', amount: one },
              { from: 'fx', to: 'bank', amount: other },
            ],
          },
        ]
      case 'adjustment':
        return movement.adjusts === null
          ? []
          : [
              {
                kind: 'adjustment',
                postings: [signed(bookOf(movement, cardAccount), movement.adjusts, one)],
              },
            ]
      default:
        return ofTheCardProvider(movement, amounts)
    }
  })()
  return entries.filter(({ postings }) => postings.some(({ amount }) => amount.amount !== 0n))
}

/** A movement entered by staff. */
export interface EntryRow {
  readonly id: string
  readonly at: Date
  readonly kind: TreasuryEntry['kind']
  readonly account: string
  readonly reference: string
  readonly amount: bigint
  readonly currency: CurrencyCode
  readonly otherAmount: bigint
  readonly otherCurrency: CurrencyCode
  readonly adjusts: Adjusts | null
  readonly enteredBy: string
  readonly approvedBy: string | null
  readonly reason: string
}

/** Returns the movements entered by staff, newest first; `before` is the last id of the previous page. */
export async function listEntries(
  db: Db,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select m.id, m.recorded_at as at, m.kind, m.account, m.provider_id as reference, m.amount, m.currency,
      m.other_amount as "otherAmount", m.other_currency as "otherCurrency", m.adjusts,
      a.staff as "enteredBy", a.approved_by as "approvedBy", a.reason
    from provider_movements m join staff_actions a on a.id = m.action_id
    where m.action_id is not null and (${before ?? null}::uuid is null or m.id < ${before ?? null}::uuid)
    order by m.id desc limit ${limit}`.execute(db)
  return rows
}
