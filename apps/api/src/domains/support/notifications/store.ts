import { isolateName, type CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { NoticeKind } from '../../record/index.ts'
import { readFrozenSender, type TransferSnapshot } from '../../transfers/index.ts'

/** The messages recorded so that each is sent once per subject. */
type SentKind = NoticeKind | 'recipient_sms'

/** Returns the open account that verified this number (E.164). */
export async function accountWithPhone(tx: Tx, phone: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('phone_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('u.id')
    .where('i.phone_number', '=', phone)
    .where('u.locked_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** Returns the sender's name as frozen with a transfer, or the profile's; null when neither has one. */
export async function senderNameOf(tx: Tx, { id, userId }: TransferSnapshot): Promise<string | null> {
  const frozen = await readFrozenSender(tx, id)
  if (frozen !== undefined) return isolateName(frozen.name)
  const row = await tx.selectFrom('profiles').select('name').where('user_id', '=', userId).executeTakeFirst()
  return row?.name ? isolateName(row.name) : null
}

/** An open account that wants the rates from its country. */
export interface RateReader {
  readonly userId: string
  readonly country: CountryCode
}

/** Returns up to `limit` accounts after a user's id that want the rates from their country, by email or push. */
export async function rateReaders(
  tx: Tx,
  countries: readonly CountryCode[],
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly RateReader[]> {
  const { rows } = await sql<RateReader>`
    select u.id as "userId", i.country
    from (
      select user_id from notification_settings where rates_change
      union
      select user_id from notice_channels where topic = 'rates_change' and wanted
    ) s
    join phone_identities i on i.user_id = s.user_id join users u on u.id = s.user_id
    where u.locked_at is null and i.country = any (${[...countries]}::text[])
      and (${after}::uuid is null or s.user_id > ${after}::uuid)
    order by s.user_id limit ${limit}`.execute(tx)
  return rows
}

/** Records that a user is about to get an email or SMS; returns false when that is already recorded. */
export async function claimNotice(tx: Tx, userId: string, kind: SentKind, subject: string): Promise<boolean> {
  const row = await tx
    .insertInto('notices')
    .values({ user_id: userId, kind, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a user's emails of this kind about a transfer. A repeatable one has its number after the id. */
export async function countNotices(tx: Tx, userId: string, kind: NoticeKind, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('notices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject', 'like', `${id} %`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns true when an email about this subject was queued for the user. */
export async function hasNotice(tx: Tx, userId: string, kind: NoticeKind, subject: string): Promise<boolean> {
  const notice = await tx
    .selectFrom('notices')
    .select('subject')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return notice !== undefined
}

/** Returns the Monday of this week (UTC), YYYY-MM-DD. */
export async function thisWeek(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    monday: string
  }>`select date_trunc('week', now() at time zone 'UTC')::date as monday`.execute(tx)
  const monday = rows[0]?.monday
  if (monday === undefined) throw new Error('The database did not tell the week')
  return monday
}
