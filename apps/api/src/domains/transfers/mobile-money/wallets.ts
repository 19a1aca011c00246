import {
  findCountry,
  isDestination,
  NETWORKS,
  type CountryCode,
  type NameCheck,
  type NetworkValue,
} from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { compare, formatMoney, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Current } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { RequireHolder } from '../create/input.ts'
import { brandOf } from '../ways-to-pay/payer.ts'
import type { CollectionTerms } from './ports.ts'

/** A wallet that pays, or gets a refund: a number (E.164) on a network. */
export interface Wallet {
  readonly network: NetworkValue
  readonly phone: string
}

/** Returns the network of a country by the API's name. Throws Refused `network_unknown`. */
export function readPayerNetwork(value: string, country: CountryCode, field: string): NetworkValue {
  const known = NETWORKS.find((network) => network.country === country && network.value === value)
  if (known !== undefined) return known.value
  const name = findCountry(country)?.name ?? country
  throw new Refused('network_unknown', {
    field,
    message: `Choose a mobile money network of ${name}.`,
  })
}

/** Selects the numbers that a customer has confirmed as an array, the sign-in number first; to be part of another statement. */
export const confirmedNumbers = (userId: string): RawBuilder<readonly string[]> => sql`
  array(select phone_number from account_numbers where user_id = ${userId} order by is_sign_in desc, verified_at)`

/** Reads the numbers that a customer has confirmed. */
export async function readConfirmed(db: Db | Tx, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<{
    numbers: readonly string[]
  }>`select ${confirmedNumbers(userId)} as numbers`.execute(db)
  return rows[0]?.numbers ?? []
}

/**
 * Returns one of the numbers that the customer has `confirmed`, by default the first. Throws Refused with a problem of the
 * number, or `payer_number_unverified`.
 */
export function readPayerNumber(
  typed: string | undefined,
  country: CountryCode,
  confirmed: readonly string[],
  field: string,
): string {
  const parsed = typed === undefined ? undefined : parsePhone(typed, country)
  if (parsed?.ok === false) throw new Refused(parsed.reason, { field })
  const number = parsed?.phone.e164 ?? confirmed[0]
  if (number === undefined || !confirmed.includes(number))
    throw new Refused('payer_number_unverified', { field })
  // The sign-in number may be of another country than the money.
  const own = parsePhone(number, country)
  if (!own.ok) throw new Refused(own.reason, { field })
  return number
}

/** SQL condition that is true for a number that the user has confirmed, and keeps it confirmed until the transaction ends. */
export function holdsNumber(userId: string, phone: string): RawBuilder<boolean> {
  const held = (table: string) => sql`(
    select 1 from ${sql.table(table)} where user_id = ${userId} and phone_number = ${phone} for key share)`
  return sql`coalesce(${held('payer_numbers')}, ${held('phone_identities')}) is not null`
}

/**
 * Keeps a number confirmed until the transaction ends: removing it waits. Throws Refused `payer_number_unverified` when it was
 * removed since it was read.
 */
export async function holdNumber(tx: Tx, userId: string, phone: string): Promise<void> {
  const { rows } = await sql<{ held: boolean }>`select ${holdsNumber(userId, phone)} as held`.execute(tx)
  if (rows[0]?.held !== true) throw new Refused('payer_number_unverified', { field: 'phone' })
}

/**
 * Refuses an amount that a network does not take at once. Throws Refused `amount_below_minimum`, `amount_above_limit`, or
 * `pay_method_unavailable` for cents that it does not take, with the `field` that names the network.
 */
export function requireTaken(
  { country, network, minimum, maximum, wholeUnits }: CollectionTerms,
  total: Money,
  field: string,
): void {
  const label = brandOf(country, network)
  if (compare(total, minimum) < 0) {
    const message = `${label} takes at least ${formatMoney(minimum)} at once. Send more, or pay another way.`
    throw new Refused('amount_below_minimum', { field, message })
  }
  if (compare(total, maximum) > 0) {
    const message = `${label} takes at most ${formatMoney(maximum)} at once. Send less, or pay another way.`
    throw new Refused('amount_above_limit', { field, message })
  }
  if (wholeUnits && total.amount % 100n !== 0n) {
    const message = `${label} takes whole amounts only. Start again with this network to get a whole price.`
    throw new Refused('pay_method_unavailable', { field, message })
  }
}

/**
 * Refuses a wallet that is not the sender's own, or that the network does not know. Returns how its name compares with the
 * sender's (`name`); null for a transfer without a frozen sender.
 */
export async function requireOwnWallet(
  requireHolder: RequireHolder,
  { country, phone, network }: Wallet & { readonly country: CountryCode },
  name: string | null,
  current?: Current,
): Promise<NameCheck | null> {
  if (name === null || !isDestination(country)) return null
  try {
    return (await requireHolder({ country, phone, network }, { name, confirmed: false }, current)).verdict
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'recipient_inactive') throw new Refused('payer_wallet_inactive', { field: 'phone' })
    if (error.code === 'name_mismatch') throw new Refused('payer_wallet_other_name', { field: 'phone' })
    throw error
  }
}
