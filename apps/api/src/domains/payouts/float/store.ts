import type { DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { WalletFacts } from './decide.ts'

/** The account at a provider from which pay-outs to a country are paid, in one currency. */
export interface WalletKey {
  readonly account: string
  /** Empty for a balance of no country. */
  readonly country: DestinationCode | ''
  readonly currency: CurrencyCode
}

/** A wallet as stored. */
export interface StoredWallet extends WalletKey, WalletFacts {
  readonly pending: bigint
  /** From before the provider was asked for the last balance; null when it never reported one. */
  readonly askedAt: Date | null
  /** So full that openings need not count its reservations. */
  readonly isAmple: boolean
}

/** A balance older than this is unknown. */
export const OLD = sql`interval '10 minutes'`

/** Returns the name of a wallet: its account, country and currency, joined by `/`. */
export const walletName = ({ account, country, currency }: WalletKey): string =>
  `${account}/${country}/${currency}`

/**
 * Reads the wallets of accounts, all by default. The reservation of the pay-out `except` does not count. An ample wallet has
 * the reservations of its last balance.
 */
export async function readWallets(
  db: Db | Tx,
  { accounts = null, except = null }: { accounts?: readonly string[] | null; except?: string | null } = {},
): Promise<readonly StoredWallet[]> {
  const { rows } = await sql<StoredWallet>`
    ${walletFacts(except, { accounts })}
    order by w.account, w.country, w.currency`.execute(db)
  return rows
}

/**
 * Selects wallets `w` as `readWallets` does, for a statement that reads more: those of some accounts and of one country, all by
 * default. Both are constants in the statement, and stand in it twice: otherwise PostgreSQL takes every wallet to have as many
 * reservations as the average one, and scans those of all wallets for it.
 */
export function walletFacts(
  except: string | null,
  {
    accounts = null,
    country,
  }: { accounts?: readonly string[] | null; country?: DestinationCode | undefined } = {},
): RawBuilder<StoredWallet> {
  const of = (row: RawBuilder<unknown>): RawBuilder<boolean> => {
    const inAccounts = accounts && sql`${row}.account in (${sql.join(accounts.map((one) => sql.lit(one)))})`
    const inCountry = country && sql`${row}.country = ${sql.lit(country)}`
    return sql.join([sql`true`, ...[inAccounts, inCountry].filter((one) => !!one)], sql` and `)
  }
  return sql`
    select w.account, w.country, w.currency, w.pending, w.asked_at as "askedAt", w.ample as "isAmple",
      case when w.asked_at >= now() - ${OLD} then w.balance end as balance,
      case when w.ample then w.reserved else r.reserved end as reserved, r.refused as "isRefused"
    from float_wallets w, lateral (
      select coalesce(sum(amount), 0)::bigint as reserved,
        coalesce(bool_or(refused_at > coalesce(w.asked_at, '-infinity')), false) as refused
      from float_reservations kept
      where not w.ample and (account, country, currency) = (w.account, w.country, w.currency)
        and ${of(sql`kept`)} and reference is distinct from ${except}::uuid
    ) r
    where ${of(sql`w`)}`
}

/** Locks the wallets of an amount's country in some accounts, always in the same order. */
export async function lockWallets(
  tx: Tx,
  accounts: readonly string[],
  { country, currency }: Omit<WalletKey, 'account'>,
): Promise<void> {
  await sql`select 1 from float_wallets
    where account = any (${accounts}::text[]) and country = ${country} and currency = ${currency}
    order by account for update`.execute(tx)
}

/** An amount to keep for a pay-out. */
interface Reservation {
  readonly account: string
  readonly country: DestinationCode
  readonly amount: Money
}

/** Reserves a pay-out's amount in an account, instead of one where it was reserved before. */
export async function reserve(tx: Tx, reference: string, reservation: Reservation): Promise<void> {
  await reserving(reference, reservation).execute(tx)
}

/** The statement of `reserve`, to be part of another. */
export function reserving(reference: string, { account, country, amount }: Reservation): RawBuilder<unknown> {
  return sql`
    insert into float_reservations as r (reference, account, country, currency, amount)
    values (${reference}, ${account}, ${country}, ${amount.currency}, ${amount.amount})
    on conflict (reference) do update set account = excluded.account where r.account <> excluded.account`
}

/** Records that the carrier refused a pay-out because its wallet is empty. */
export async function recordRefusal(tx: Tx, reference: string): Promise<void> {
  const { rows } = await sql<WalletKey>`update float_reservations set refused_at = clock_timestamp()
    where reference = ${reference} returning account, country, currency`.execute(tx)
  for (const { account, country, currency } of rows) {
    await sql`insert into float_wallets (account, country, currency) values (${account}, ${country}, ${currency})
      on conflict (account, country, currency) do update set ample = false`.execute(tx)
  }
}
