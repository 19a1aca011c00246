import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { money, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { CollectionTerms } from '../../transfers/index.ts'

/** A collector without an answer for this long takes no payments. */
const SILENCE = sql`interval '1 hour'`

interface Row {
  readonly collector: string
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly open: boolean
  readonly currency: CurrencyCode
  readonly least: bigint
  readonly most: bigint
  readonly wholeUnits: boolean
  readonly prompt: CollectionTerms['prompt']
  readonly nameShown: string | null
  readonly instructions: readonly string[]
}

const toTerms = ({ currency, least, most, ...row }: Row): CollectionTerms => ({
  ...row,
  minimum: money(least, currency),
  maximum: money(most, currency),
})

/** Reads the last terms of the network, or of every network, in the order of these collectors; a silent one is closed. */
async function readTerms(
  db: Db | Tx,
  collectors: readonly string[],
  of?: { readonly country: string; readonly network: string },
): Promise<CollectionTerms[]> {
  const which = of ? sql`and country = ${of.country} and network = ${of.network}` : sql``
  const { rows } = await sql<Row>`
    select collector, country, network, currency, prompt, instructions, min_amount as least, max_amount as most,
      open and reported_at > now() - ${SILENCE} as open, whole_units as "wholeUnits", name_shown as "nameShown"
    from collection_terms where collector = any(${collectors}::text[]) ${which}
    order by country, network, array_position(${collectors}::text[], collector)`.execute(db)
  return rows.map(toTerms)
}

/** Returns the terms of the first of these collectors, in their order, that takes payments from a network now; null for none. */
export async function findOpen(
  db: Db | Tx,
  collectors: readonly string[],
  of: { readonly country: string; readonly network: string },
): Promise<CollectionTerms | null> {
  const terms = await readTerms(db, collectors, of)
  return terms.find(({ open }) => open) ?? null
}

/**
 * Returns each network that a collector has reported, once: by its first open collector, or by its first one if none takes payments
 * now. Ordered by country and network.
 */
export async function listCollectionTerms(
  db: Db | Tx,
  collectors: readonly string[],
): Promise<readonly CollectionTerms[]> {
  const byNetwork = Map.groupBy(
    await readTerms(db, collectors),
    ({ country, network }) => `${country}/${network}`,
  )
  return [...byNetwork.values()].flatMap((terms) => terms.find(({ open }) => open) ?? terms.slice(0, 1))
}

/** Replaces the stored terms of a collector, and deletes those of collectors that are not among `configured`. */
export async function keepTerms(
  tx: Tx,
  collector: string,
  {
    terms,
    configured,
  }: { readonly terms: readonly CollectionTerms[]; readonly configured: readonly string[] },
): Promise<void> {
  const rows = terms.map(({ minimum, maximum, wholeUnits, nameShown, country, network, ...one }) => ({
    ...{ collector, country, network, open: one.open, currency: minimum.currency, whole_units: wholeUnits },
    ...{ min_amount: String(minimum.amount), max_amount: String(maximum.amount) },
    ...{ prompt: one.prompt, name_shown: nameShown, instructions: one.instructions },
  }))
  await sql`
    with given as (
        select distinct on (country, network) *, now() as reported_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (
          collector text, country text, network text, open boolean, currency text, min_amount bigint, max_amount bigint,
          whole_units boolean, prompt text, name_shown text, instructions jsonb)
        order by country, network, open desc),
      gone as (
        delete from collection_terms old where collector <> all(${configured}::text[])
          or collector = ${collector} and not exists (select from given
            where (given.country, given.network) = (old.country, old.network)))
    insert into collection_terms select * from given
    on conflict (collector, country, network) do update set open = excluded.open, currency = excluded.currency,
      min_amount = excluded.min_amount, max_amount = excluded.max_amount, whole_units = excluded.whole_units,
      prompt = excluded.prompt, name_shown = excluded.name_shown, instructions = excluded.instructions,
      reported_at = excluded.reported_at`.execute(tx)
}
