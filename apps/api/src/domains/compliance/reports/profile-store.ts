import type { CountryCode } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { sql } from 'kysely'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { readProfile, SHIPPED_PROFILES, type Profile } from './profiles.ts'

/** Returns the profile of a country in force: the newest valid one, or the shipped one. @throws Error when unreadable. */
export async function profileInForce(db: Db | Tx, country: CountryCode): Promise<Profile> {
  const row = await db
    .selectFrom('report_profiles')
    .select(['id', 'profile'])
    .where('country', '=', country)
    .where('valid_from', '<=', sql<string>`current_date`)
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return SHIPPED_PROFILES[country]
  const read = readProfile(row.profile)
  if (!read.ok) throw new Error(`Report profile ${row.id} cannot be read: ${read.problems.join(' ')}`)
  return read.profile
}

/** Stores a profile; it is in force from its first day. Two people set it. */
export function storeProfile(
  db: Db,
  { country, validFrom, profile }: { country: CountryCode; validFrom: string; profile: Profile },
  by: ApprovedAction,
): Promise<void> {
  return inTransaction(db, 'reports.set_profile', async (tx) => {
    await tx
      .insertInto('report_profiles')
      .values({
        country,
        valid_from: validFrom,
        profile: JSON.stringify(profile),
        author: by.staff,
        reason: by.reason,
      })
      .execute()
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'set_report_profile',
        ...signatureOf(by),
        subject: `${country} from ${validFrom}`,
      })
      .execute()
  })
}
