import { isCollectionAccount, type NewTreasuryEntry } from '@sesa/contract/office'
import { money, type CurrencyCode, type Money } from '@sesa/money'
import type { Adjusts, NewMovement } from './movement.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** The account of pay-outs made by hand. */
export const MANUAL_ACCOUNT = 'manual'
/** Our account at our bank. */
export const BANK_ACCOUNT = 'bank'

export interface TopUp {
  /** The wallet; or an account of collections, whose money was moved to the carrier's pay-outs. */
  readonly account: string
  /** Amount that arrived where pay-outs are made from. */
  readonly arrived: Money
  /** Amount that left our bank, or the account of collections. */
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
  /** Positive when the account holds more than our books show. */
  readonly amount: Money
  readonly as: Adjusts
  readonly reference: string
}

/** A movement that no provider reports, so staff enter it. */
export type TreasuryEntry =
  | ({ readonly kind: 'top_up' } & TopUp)
  | ({ readonly kind: 'conversion' } & Conversion)
  | ({ readonly kind: 'adjustment' } & Adjustment)

export type EnteredMovement = Pick<NewMovement, 'account' | 'providerId' | 'adjusts'> & {
  readonly kind: TreasuryEntry['kind']
  readonly one: Money
  readonly other: Money
}

/** Returns the account that an entry moves; for a conversion, our bank account. */
const accountOf = (entry: TreasuryEntry | NewTreasuryEntry): string =>
  entry.kind === 'conversion' ? BANK_ACCOUNT : entry.account

function requireTopUp({ account, arrived, paid }: TopUp, cardAccount: string): void {
  if (arrived.amount <= 0n || paid.amount <= 0n)
    throw actionRefused('Enter amounts above zero, both received and paid from our bank.')
  if (isCollectionAccount(account) && arrived.currency !== paid.currency)
    throw actionRefused(
      `Money moves from ${account} in its own currency. Enter both amounts in ${paid.currency}.`,
    )
  if (arrived.currency === paid.currency && paid.amount < arrived.amount)
    throw actionRefused(
      `More ${paid.currency} arrived than left ${isCollectionAccount(account) ? account : 'our bank'}. Check both amounts, and enter the rest as an adjustment.`,
    )
  if (account === cardAccount || account === BANK_ACCOUNT)
    throw actionRefused(
      `${account} isn’t a wallet. Movements at ${cardAccount} are read automatically; enter other differences as an adjustment.`,
    )
}

/** Returns the movement that an entry books. @throws Refused if it can never be booked. */
export function movementOf(entry: TreasuryEntry, cardAccount: string): EnteredMovement {
  const { kind, reference } = entry
  const of = { account: accountOf(entry), providerId: reference }
  switch (kind) {
    case 'top_up':
      requireTopUp(entry, cardAccount)
      return { ...of, kind, adjusts: null, one: entry.arrived, other: entry.paid }
    case 'conversion':
      if (entry.bought.amount <= 0n || entry.sold.amount <= 0n)
        throw actionRefused('Enter amounts above zero, both sold and bought.')
      if (entry.bought.currency === entry.sold.currency)
        throw actionRefused('Sold and bought have the same currency. Enter two currencies.')
      return { ...of, kind, adjusts: null, one: entry.bought, other: entry.sold }
    case 'adjustment':
      if (entry.amount.amount === 0n)
        throw actionRefused('An adjustment of zero has no effect. Enter an amount.')
      return { ...of, kind, adjusts: entry.as, one: entry.amount, other: entry.amount }
  }
}

const moneyOf = ({ amount, currency }: { amount: number; currency: CurrencyCode }): Money =>
  money(BigInt(amount), currency)

/** Returns the entry of an office call. */
export function entryOf(given: NewTreasuryEntry): TreasuryEntry {
  switch (given.kind) {
    case 'top_up':
      return { ...given, arrived: moneyOf(given.arrived), paid: moneyOf(given.paid) }
    case 'conversion':
      return { ...given, sold: moneyOf(given.sold), bought: moneyOf(given.bought) }
    case 'adjustment':
      return { ...given, amount: moneyOf(given.amount) }
  }
}

/** Returns the name of an entry's movement: its account and its reference. Only one request per movement can be open. */
export const movementName = (entry: NewTreasuryEntry): string => `${accountOf(entry)} ${entry.reference}`
