import { CURRENCY_CODES, money, toMinorNumber, type Money } from '@sesa/money'
import * as v from 'valibot'
import { ActionRefused } from '../../../lib/staff-action.ts'
import type { Adjusts, NewMovement } from './movement.ts'

/** An account where pay-outs by hand come from. */
export const MANUAL_ACCOUNT = 'manual'
/** Our account at our bank. */
export const BANK_ACCOUNT = 'bank'

export interface TopUp {
  readonly account: string
  readonly arrived: Money
  /** What left our bank. */
  readonly paid: Money
  readonly reference: string
}

export interface Conversion {
  readonly bought: Money
  readonly sold: Money
  readonly reference: string
}

export interface Adjustment {
  readonly account: string
  /** Positive when the account holds more than our books say. */
  readonly amount: Money
  readonly as: Adjusts
  readonly reference: string
}

/** A movement that no provider reports, so that staff enter it. */
export type TreasuryEntry =
  | ({ readonly kind: 'top_up' } & TopUp)
  | ({ readonly kind: 'conversion' } & Conversion)
  | ({ readonly kind: 'adjustment' } & Adjustment)

export type EnteredMovement = Pick<NewMovement, 'account' | 'providerId' | 'adjusts'> & {
  readonly kind: TreasuryEntry['kind']
  readonly one: Money
  readonly other: Money
}

/** Returns the account that an entry moves; a conversion moves our bank's. */
const accountOf = (entry: TreasuryEntry): string =>
  entry.kind === 'conversion' ? BANK_ACCOUNT : entry.account

function requireTopUp({ account, arrived, paid }: TopUp, cardAccount: string): void {
  if (arrived.amount <= 0n || paid.amount <= 0n)
    throw new ActionRefused('Give amounts above zero, both of what arrived and of what left our bank.')
  if (arrived.currency === paid.currency && paid.amount < arrived.amount)
    throw new ActionRefused(
      `More arrived than left our bank in ${paid.currency}. Check both amounts, and enter the rest as an adjustment.`,
    )
  if (account === cardAccount || account === BANK_ACCOUNT)
    throw new ActionRefused(
      `${account} is not a wallet. Movements of ${cardAccount} are read from it; enter other differences as an adjustment.`,
    )
}

/** Returns the movement that an entry books. @throws ActionRefused for one that can never be booked. */
export function movementOf(entry: TreasuryEntry, cardAccount: string): EnteredMovement {
  const { kind, reference } = entry
  const of = { account: accountOf(entry), providerId: reference }
  switch (kind) {
    case 'top_up':
      requireTopUp(entry, cardAccount)
      return { ...of, kind, adjusts: null, one: entry.arrived, other: entry.paid }
    case 'conversion':
      if (entry.bought.amount <= 0n || entry.sold.amount <= 0n)
        throw new ActionRefused('Give amounts above zero, both of what was sold and of what was bought.')
      if (entry.bought.currency === entry.sold.currency)
        throw new ActionRefused(
          'What was sold and what was bought have the same currency. Give two currencies.',
        )
      return { ...of, kind, adjusts: null, one: entry.bought, other: entry.sold }
    case 'adjustment':
      if (entry.amount.amount === 0n)
        throw new ActionRefused('An adjustment of zero books nothing. Give an amount.')
      return { ...of, kind, adjusts: entry.as, one: entry.amount, other: entry.amount }
  }
}

const amount = v.pipe(
  v.strictObject({ amount: v.pipe(v.number(), v.safeInteger()), currency: v.picklist(CURRENCY_CODES) }),
  v.transform((given) => money(BigInt(given.amount), given.currency)),
)
const account = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{1,29}$/))
const reference = v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(200))
const stored = v.variant('kind', [
  v.strictObject({ kind: v.literal('top_up'), account, arrived: amount, paid: amount, reference }),
  v.strictObject({ kind: v.literal('conversion'), sold: amount, bought: amount, reference }),
  v.strictObject({
    kind: v.literal('adjustment'),
    account,
    amount,
    as: v.picklist(['provider_fees', 'losses', 'capital']),
    reference,
  }),
])

/** Reads an entry as a request keeps it. @throws ActionRefused when it is none. */
export function readEntry(payload: unknown): TreasuryEntry {
  const read = v.safeParse(stored, payload)
  if (!read.success) throw new ActionRefused('Give an account, amounts with their currency, and a reference.')
  return read.output
}

const written = (one: Money) => ({ amount: toMinorNumber(one), currency: one.currency })

/** Returns the request of an entry: what it is about, and its payload. The same entry is asked for once at a time. */
export function requestOf(entry: TreasuryEntry) {
  const payload = Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      typeof value === 'object' ? written(value as Money) : value,
    ]),
  )
  return { action: 'book_treasury_entry', entity: `${accountOf(entry)} ${entry.reference}`, payload } as const
}
