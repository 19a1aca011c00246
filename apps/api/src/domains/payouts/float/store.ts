import type { DestinationCode } from '@sesa/contract'
import type { CurrencyCode, Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { PromisedRefunds, WalletFacts } from './decide.ts'

/** The provider account for pay-outs to a country, in one currency. */
export interface WalletKey {
  readonly account: string
  /** Empty for a balance without a country. */
  readonly country: DestinationCode | ''
  readonly currency: CurrencyCode
}

/** A wallet as stored. */
export interface StoredWallet extends WalletKey, WalletFacts, PromisedRefunds {
  readonly pending: bigint
  /** Time before the last balance was requested; null when the provider never reported one. */
  readonly askedAt: Date | null
  /** True if it is so full that openings need not count its reservations. */
  readonly isAmple: boolean
}

/** The refunds promised to payers, by wallet. */
export const PROMISED = sql`
  select account, country, currency, sum(amount)::bigint as promised, max(refused_at) as refused_at from promised_refunds
  group by 1, 2, 3`

/** An older balance counts as unknown. */
export const OLD = sql`interval '10 minutes'`

/** Returns the name of a wallet: its account, country and currency, joined by `/`. */
export const walletName = ({ account, country, currency }: WalletKey): string =>
  `${account}/${country}/${currency}`

/** The wanted wallets, all by default. */
export interface WalletQuery {
  readonly accounts?: readonly string[]
  readonly country?: DestinationCode
  /** A pay-out whose own reservation is ignored. */
  readonly except?: string
}

/**
 * Reads wallets. Refunds promised to payers count as reserved. An ample wallet has what was reserved at its last balance. Reads
 * only the reservations of the wanted wallets.
 */
export async function readWallets(db: Db | Tx, query: WalletQuery = {}): Promise<readonly StoredWallet[]> {
  return (await walletsQuery(query).execute(db)).rows
}

/**
 * Returns the query behind `readWallets`. Accounts and country are constants and appear twice in the statement: otherwise
 * PostgreSQL assumes the average number of reservations for every wallet, and scans those of all wallets.
 */
export function walletsQuery({ accounts, country, except }: WalletQuery): RawBuilder<StoredWallet> {
  const of = (row: RawBuilder<unknown>): RawBuilder<boolean> => {
    const inAccounts = accounts && sql`${row}.account in (${sql.join(accounts.map((one) => sql.lit(one)))})`
    const inCountry = country && sql`${row}.country = ${sql.lit(country)}`
    return sql.join([sql`true`, ...[inAccounts, inCountry].filter((one) => !!one)], sql` and `)
  }
  return sql`
    select w.account, w.country, w.currency, w.pending, w.asked_at as "askedAt", w.ample as "isAmple",
      case when w.asked_at >= now() - ${OLD} then w.balance end as balance,
      case when w.ample then w.reserved else r.reserved + coalesce(p.promised, 0) end as reserved,
      coalesce(p.promised, 0) as promised,
      coalesce(p.refused_at > coalesce(w.asked_at, '-infinity'), false) as "isRefundRefused",
      r.refused or coalesce(p.refused_at > coalesce(w.asked_at, '-infinity'), false) as "isRefused"
    from float_wallets w left join (${PROMISED}) p using (account, country, currency), lateral (
      select coalesce(sum(amount), 0)::bigint as reserved,
        coalesce(bool_or(refused_at > coalesce(w.asked_at, '-infinity')), false) as refused
      from float_reservations kept
      where not w.ample and (account, country, currency) = (w.account, w.country, w.currency)
        and ${of(sql`kept`)} and reference is distinct from ${except ?? null}::uuid
    ) r
    where ${of(sql`w`)}
    order by w.account, w.country, w.currency`
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

/** An amount to reserve for a pay-out. */
interface Reservation {
  readonly account: string
  readonly country: DestinationCode
  readonly amount: Money
}

/** Reserves a pay-out's amount in an account, replacing an earlier reservation for it. */
export async function reserve(
  tx: Tx,
  reference: string,
  { account, country, amount }: Reservation,
): Promise<void> {
  await sql`
    insert into float_reservations as r (reference, account, country, currency, amount)
    values (${reference}, ${account}, ${country}, ${amount.currency}, ${amount.amount})
    on conflict (reference) do update set account = excluded.account where r.account <> excluded.account`.execute(
    tx,
  )
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
