import { NETWORKS, type DestinationCode, type NetworkValue } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { keeping } from '../../../lib/kept.ts'

/** Time that the newest transfers to a network needed from payment to arrival. */
export interface DeliveryTime {
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly medianSeconds: number
  /** 95 of 100 transfers needed no longer. */
  readonly p95Seconds: number
}

/** Minimum number of transfers for an estimate. */
const FEWEST = 20
const NEWEST = 200
const DAYS = 30
/** Estimates change slowly, and every visitor requests them. */
const KEPT_MS = 5 * 60_000

/** Returns the query behind the estimates: one short index scan for each network. */
export function deliveryTimesQuery(): RawBuilder<DeliveryTime> {
  const networks = sql.join(NETWORKS.map(({ country, value }) => sql`(${country}, ${value})`))
  return sql<DeliveryTime>`
    select wanted.country, wanted.network, round(took.middle)::int as "medianSeconds", ceil(took.slow)::int as "p95Seconds"
    from (values ${networks}) as wanted (country, network)
    cross join lateral (
      select count(*) as counted,
        percentile_cont(0.5) within group (order by newest.seconds) as middle,
        percentile_disc(0.95) within group (order by newest.seconds) as slow
      from (
        select extract(epoch from t.state_changed_at - t.captured_at)::float8 as seconds from transfers t
        where t.country = wanted.country and t.network = wanted.network and t.state = 'sent' and t.captured_at is not null
          and t.state_changed_at > now() - make_interval(days => ${DAYS}::int)
          and not exists (select from staff_actions a where a.transfer_id = t.id and a.action = 'adopt')
        order by t.state_changed_at desc limit ${NEWEST}::int
      ) newest
    ) took
    where took.counted >= ${FEWEST}::int`
}

/**
 * Returns a reader of the delivery times of every network with enough transfers in the last 30 days, kept for five minutes.
 * `now` is a clock in milliseconds.
 */
export const createDeliveryTimes = (db: Db, now: () => number): (() => Promise<readonly DeliveryTime[]>) =>
  keeping(KEPT_MS, now, async () => (await deliveryTimesQuery().execute(db)).rows)
