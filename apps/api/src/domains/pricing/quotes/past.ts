import { toMinorNumber, convert, money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Configuration } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import type { PayMethod } from '../../../db/schema/collections.ts'
import type { PriceList } from '../prices/index.ts'
import { midRate } from '../rates/index.ts'
import { priceOf, resultOf, type Paid } from './result.ts'
import { ratesAndCorridors } from './simulation.ts'

/** The most transfers priced again, the newest: at a tenth of a millisecond a price, the answer takes two seconds at most. */
const MOST = 10_000
/** How many kinds of transfers are priced before other requests get their turn. */
const TURN = 200

/** What we keep of transfers after costs, in US cents, and how many of them lose money. */
export interface Kept {
  profit: number
  losses: number
}

/** Transfers of one corridor, amount, way to pay and country of the card. */
interface Kind {
  readonly corridor: string
  readonly currency: CurrencyCode
  readonly amount: bigint
  readonly way: PayMethod
  readonly card: string | null
  readonly count: number
}

/**
 * Prices the transfers charged in the last 30 days again under each list, at the newest rates and each list's own costs, as
 * if each had been given as an amount to send.
 */
export async function priceAgain(
  db: Db,
  configuration: Configuration,
  lists: readonly PriceList[],
): Promise<{ readonly transfers: number; readonly isAll: boolean; readonly kept: readonly Kept[] }> {
  const { rows } = await sql<Kind>`
    select corridor, currency, amount, way, card, count(*)::int as count from (
      select sender_country || '/' || country as corridor, currency, amount, pay_method as way, card_country as card
      from transfers where id >= month_start_id(now() - interval '30 days') and captured_at is not null
      order by id desc limit ${MOST}::int
    ) newest group by corridor, currency, amount, way, card`.execute(db)
  const { snapshot, corridors } = await ratesAndCorridors(configuration)
  const byName = new Map(corridors.map((one) => [`${one.sender}/${one.recipient}`, one]))
  const kept = lists.map((): Kept => ({ profit: 0, losses: 0 }))
  let transfers = 0
  for (const [index, { corridor: name, currency, amount, way, card, count }] of rows.entries()) {
    if (index % TURN === TURN - 1) await nextTurn()
    transfers += count
    const corridor = byName.get(name)
    if (corridor === undefined || corridor.sendCurrency !== currency) continue
    for (const [nth, { bands, costs }] of lists.entries()) {
      const sum = kept[nth]
      if (sum === undefined) continue
      const paid: Paid =
        way !== 'card'
          ? { payWith: way, isForeignCard: false }
          : { payWith: way, isForeignCard: (card ?? corridor.sender) !== costs.card.country }
      const priced = priceOf(corridor, bands, snapshot, { amount: money(amount, currency), way })
      const { result } = resultOf(priced, costs, corridor, { snapshot, ...paid })
      sum.profit +=
        toMinorNumber(convert(result, midRate(snapshot, result.currency, 'USD'), 'half-even')) * count
      if (result.amount < 0n) sum.losses += count
    }
  }
  return { transfers, isAll: transfers < MOST, kept }
}
