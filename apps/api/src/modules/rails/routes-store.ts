import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { NetworkTerms } from './ports.ts'

/** One route to a network, as staff ordered it and as the rail describes it. */
export interface RouteCandidate {
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly position: number
  readonly rail: string
  /** Why it accepts nothing now, for customers; null when it does. */
  readonly closed: string | null
  /** Payout bounds; null until the rail has reported them. */
  readonly bounds: { readonly minimum: Money; readonly maximum: Money } | null
}

/** A rail that has not answered for this long counts as down. */
const SILENCE = sql`interval '10 minutes'`

const DOWN = 'This network isn’t available right now. Try again in a few minutes.'

/** Lists the routes of the `configured` rails, or those to one network, by network and position. */
export async function readRouteCandidates(
  db: Db | Tx,
  configured: readonly string[],
  only?: { country: DestinationCode; network: NetworkValue },
): Promise<RouteCandidate[]> {
  if (configured.length === 0) return []
  const rows = await db
    .selectFrom('network_rails as way')
    .leftJoin('rail_terms as terms', (join) =>
      join
        .onRef('terms.rail', '=', 'way.rail')
        .onRef('terms.country', '=', 'way.country')
        .onRef('terms.network', '=', 'way.network'),
    )
    .leftJoin('rail_health as health', 'health.rail', 'way.rail')
    .select([
      'way.country',
      'way.network',
      'way.position',
      'way.rail',
      'way.off_reason',
      'terms.open',
      'terms.currency',
      'terms.min_amount',
      'terms.max_amount',
      'health.answered_at',
      sql<boolean>`coalesce(health.asked_at > coalesce(health.answered_at, '-infinity'::timestamptz)
        and coalesce(health.answered_at, '-infinity'::timestamptz) < now() - ${SILENCE}, false)`.as('silent'),
    ])
    .where('way.rail', 'in', configured)
    .$if(only !== undefined, (query) =>
      query
        .where('way.country', '=', only?.country ?? 'GH')
        .where('way.network', '=', only?.network ?? 'mtn'),
    )
    .orderBy('way.country')
    .orderBy('way.network')
    .orderBy('way.position')
    .execute()
  return rows.map(({ country, network, position, rail, off_reason: offReason, ...row }) => {
    // A rail that answered without this network does not reach it.
    const missing = row.answered_at !== null && row.open === null
    const { currency, min_amount: least, max_amount: most } = row
    return {
      country,
      network,
      position,
      rail,
      closed: offReason ?? (row.silent || missing || row.open === false ? DOWN : null),
      bounds:
        currency === null || least === null || most === null
          ? null
          : { minimum: money(least, currency), maximum: money(most, currency) },
    }
  })
}

/** Replaces the stored terms of a rail; without terms, only records that the rail did not answer. */
export async function keepTerms(tx: Tx, rail: string, terms: readonly NetworkTerms[] | null): Promise<void> {
  const answered = terms !== null
  await sql`
    insert into rail_health (rail, asked_at, answered_at) values (${rail}, now(), case when ${answered} then now() end)
    on conflict (rail) do update set asked_at = now(),
      answered_at = coalesce(excluded.answered_at, rail_health.answered_at)`.execute(tx)
  if (terms === null) return
  await tx.deleteFrom('rail_terms').where('rail', '=', rail).execute()
  if (terms.length === 0) return
  await tx
    .insertInto('rail_terms')
    .values(
      terms.map(({ country, network, open, minimum, maximum }) => ({
        rail,
        country,
        network,
        open,
        currency: minimum.currency,
        min_amount: minimum.amount,
        max_amount: maximum.amount,
      })),
    )
    .execute()
}

/** Returns the rail of a payout; undefined before it was chosen. */
export async function readRoute(db: Db | Tx, reference: string): Promise<string | undefined> {
  const { rows } = await sql<{ rail: string }>`/* prepared: rails.read_route */
    select rail from payout_routes where reference = ${reference}`.execute(db)
  return rows[0]?.rail
}

/** Pins the rail of a payout; an earlier pin stays. */
export async function pinRoute(tx: Tx, reference: string, rail: string): Promise<string> {
  const { rows } = await sql`/* prepared: rails.fix_route */
    insert into payout_routes (reference, rail) values (${reference}, ${rail}) on conflict do nothing
    returning 1`.execute(tx)
  if (rows.length > 0) return rail
  // A separate statement: the one above does not see rows that another worker wrote while it waited.
  const fixed = await readRoute(tx, reference)
  if (fixed === undefined) throw new Error(`Pay-out ${reference} has a rail that cannot be read`)
  return fixed
}
