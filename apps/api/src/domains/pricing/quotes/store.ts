import { currencyRatesOf, SNAPSHOT_RATES, timeOf, type StoredRates } from '../rates/index.ts'
import { money, rate, rateToString } from '@sesa/money'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { CONFIGURATION_VERSION } from '../../../db/configuration.ts'
import type { Tx } from '../../../db/index.ts'
import { inserting } from '../../../db/inserting.ts'
import type { PricingTables } from '../../../db/schema/pricing.ts'
import type { Priced, StoredQuote } from './types.ts'

const DAY_HOURS = 24

type QuoteRow = Selectable<PricingTables['quotes']>

/** Minutes that a price stays locked, and minutes after that by which the money normally arrives. */
export interface QuoteTimes {
  readonly lockMinutes: number
  readonly deliveryMinutes: number
}

/** Returns the insert of a quote, unless the configuration has changed since its price; see `Quotes.storing`. */
export function insertingQuote(
  userId: string,
  price: Priced,
  times: QuoteTimes,
): RawBuilder<{ readonly id: string }> {
  const row = {
    user_id: userId,
    sender: price.from,
    recipient: price.to,
    fix: price.fix,
    send_currency: price.send.currency,
    send_amount: price.send.amount,
    fee_amount: price.fee.amount,
    margin_amount: price.margin.amount,
    receive_currency: price.receive.currency,
    receive_amount: price.receive.amount,
    rate: rateToString(price.rate),
    mid_rate: rateToString(price.mid),
    charge_currency: price.charge.total.currency,
    charge_amount: price.charge.total.amount,
    charge_fee: price.charge.fee.amount,
    charge_margin: price.charge.margin.amount,
    charge_principal: price.charge.principal.amount,
    charge_rate: rateToString(price.charge.rate),
    snapshot_id: price.snapshotId,
    price_version: price.priceVersion,
    expires_at: minutesFromNow(times.lockMinutes),
    deliver_by: minutesFromNow(times.lockMinutes + times.deliveryMinutes, price.paidAfterDays),
  }
  return sql`
    ${inserting('quotes', row)} where ${CONFIGURATION_VERSION} = ${price.configurationVersion}
    returning id, created_at, ${sql.join(Object.keys(row).map((column) => sql.ref(column)))}`
}

export async function findQuote(tx: Tx, id: string): Promise<StoredQuote | undefined> {
  const row = await tx
    .selectFrom('quotes')
    .innerJoin('rate_snapshots', 'rate_snapshots.id', 'quotes.snapshot_id')
    .selectAll('quotes')
    .select(['rate_snapshots.as_of', SNAPSHOT_RATES.as('rates')])
    .where('quotes.id', '=', id)
    .executeTakeFirst()
  return row && toQuote(row, midAtOf(row))
}

/** Returns the time of the mid-market rate between the quote's two currencies. */
function midAtOf(row: QuoteRow & { as_of: Date; rates: StoredRates }): Date {
  const rates = currencyRatesOf(row.rates)
  return timeOf({ asOf: row.as_of, rates }, [row.send_currency, row.receive_currency])
}

/** Returns true for a quote whose lock has expired, and for an unknown one. */
export async function isExpired(tx: Tx, id: string): Promise<boolean> {
  const live = await tx
    .selectFrom('quotes')
    .select('id')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return live === undefined
}

function minutesFromNow(minutes: number, days = 0) {
  return sql<Date>`now() + make_interval(mins => ${minutes}::int, hours => ${days * DAY_HOURS}::int)`
}

function toQuote(row: QuoteRow, midAt: Date): StoredQuote {
  const { send_currency: from, receive_currency: to, charge_currency: charged } = row
  const send = money(row.send_amount, from)
  const fee = money(row.fee_amount, from)
  return {
    id: row.id,
    userId: row.user_id,
    from: row.sender,
    to: row.recipient,
    fix: row.fix,
    send,
    fee,
    total: money(row.send_amount + row.fee_amount, from),
    receive: money(row.receive_amount, to),
    rate: rate(row.rate, from, to),
    mid: rate(row.mid_rate, from, to),
    midAt,
    margin: money(row.margin_amount, from),
    charge: {
      total: money(row.charge_amount, charged),
      fee: money(row.charge_fee, charged),
      margin: money(row.charge_margin, charged),
      principal: money(row.charge_principal, charged),
      rate: rate(row.charge_rate, from, charged),
    },
    snapshotId: row.snapshot_id,
    priceVersion: row.price_version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    deliverBy: row.deliver_by,
  }
}
