import { inTransaction, type Db } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { readPriceList, type PriceList } from './price-list.ts'

/** A price list as it was set. `by` and `reason` are null for the list that the schema came with. */
export interface PriceVersion {
  readonly version: bigint
  readonly content: unknown
  readonly at: Date
  readonly by: string | null
  /** The second person; null where one was enough. */
  readonly approvedBy: string | null
  readonly reason: string | null
}

const versions = (db: Db) =>
  db
    .selectFrom('price_lists')
    .leftJoin('staff_actions', 'staff_actions.id', 'price_lists.action_id')
    .select([
      'version',
      'content',
      'created_at as at',
      'staff as by',
      'approved_by as approvedBy',
      'staff_actions.reason',
    ])

/** Returns every price list, the newest first. */
export function listPriceVersions(db: Db): Promise<PriceVersion[]> {
  return versions(db).orderBy('version', 'desc').execute()
}

/** Returns the price list of a version, the newest by default; undefined for an unknown version. */
export function findPriceVersion(db: Db, version?: bigint): Promise<PriceVersion | undefined> {
  const wanted = versions(db).orderBy('version', 'desc').limit(ONE)
  return (version === undefined ? wanted : wanted.where('version', '=', version)).executeTakeFirst()
}

/** Returns the price list in force; null before the first one. */
export async function pricesInForce(db: Db): Promise<PriceList | null> {
  const newest = await findPriceVersion(db)
  return newest === undefined ? null : readPriceList(newest.content)
}

/**
 * Makes this the list of all new prices, and returns its version. Locked prices keep theirs. `db`: the schema's
 * owner, or any process for an approved request. @throws PriceListError when the list cannot be used.
 */
export function setPrices(db: Db, content: unknown, action: StaffAction): Promise<bigint> {
  readPriceList(content)
  return inTransaction(db, 'prices.set', async (tx) => {
    const { id } = await tx
      .insertInto('staff_actions')
      .values({ action: 'set_prices', ...signatureOf(action) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { version } = await tx
      .insertInto('price_lists')
      .values({ action_id: id, content: JSON.stringify(content) })
      .returning('version')
      .executeTakeFirstOrThrow()
    return version
  })
}
