import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { NoticeKind } from '../../record/index.ts'

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

/** An email or SMS that is recorded so that staff see it. */
export interface Sent {
  readonly userId: string
  readonly kind: NoticeKind | 'recipient_sms'
  /** The transfer's id or the Monday of a week; a repeatable one has its number after the id. */
  readonly subject: string
}

/** Returns the statement that records emails and SMS. */
export const insertSent = (sent: readonly Sent[]) => sql`
  insert into notices (user_id, kind, subject)
  select s.user_id, s.kind, s.subject from unnest(${sent.map(({ userId }) => userId)}::uuid[],
    ${sent.map(({ kind }) => kind)}::text[], ${sent.map(({ subject }) => subject)}::text[]) s (user_id, kind, subject)
  on conflict do nothing`

/** Returns the Monday of this week (UTC), YYYY-MM-DD. */
export async function thisWeek(tx: Tx): Promise<string> {
  const { rows } = await sql<{
    monday: string
  }>`select date_trunc('week', now() at time zone 'UTC')::date as monday`.execute(tx)
  const monday = rows[0]?.monday
  if (monday === undefined) throw new Error('The database did not tell the week')
  return monday
}
