import { NETWORKS, type DestinationCode, type NetworkValue } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { keeping } from '../../../lib/kept.ts'

/** Time that the newest payers of a network needed to approve a request to pay. */
export interface ApprovalTime {
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly medianSeconds: number
}

/** Minimum number of payments for an estimate. */
const FEWEST = 20
const NEWEST = 200
const DAYS = 30
const KEPT_MS = 5 * 60_000

/** Returns the query behind the estimates: the newest of the month for each network. */
export function approvalTimesQuery(): RawBuilder<ApprovalTime> {
  const networks = sql.join(NETWORKS.map(({ country, value }) => sql`(${country}, ${value})`))
  return sql<ApprovalTime>`
    select wanted.country, wanted.network, round(took.middle)::int as "medianSeconds"
    from (values ${networks}) as wanted (country, network)
    cross join lateral (
      select count(*) as counted, percentile_cont(0.5) within group (order by newest.seconds) as middle
      from (
        select extract(epoch from c.ended_at - c.sent_at)::float8 as seconds from collection_attempts c
        where c.country = wanted.country and c.network = wanted.network and c.state = 'completed'
          and c.ended_at > now() - make_interval(days => ${DAYS}::int)
        order by c.ended_at desc limit ${NEWEST}::int
      ) newest
    ) took
    where took.counted >= ${FEWEST}::int`
}

/**
 * Returns a reader of the approval times of every network with enough payments in the last 30 days, kept for five minutes.
 * `now` is a clock in milliseconds.
 */
export const createApprovalTimes = (db: Db, now: () => number): (() => Promise<readonly ApprovalTime[]>) =>
  keeping(KEPT_MS, now, async () => (await approvalTimesQuery().execute(db)).rows)
