import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { readFrozenSender, type TransferSnapshot } from '../transfers/index.ts'

/** The kinds of notices that a user gets once for each subject. */
export type NoticeKind =
  | 'receipt'
  | 'transaction_successful'
  | 'transaction_fails'
  | 'transaction_refunded'
  | 'transaction_held'
  | 'transaction_released'
  | 'money_received'
  | 'recipient_sms'
  | 'rates_change'

/** A user who may get email: the address is verified and the account open. */
export interface Reader {
  readonly userId: string
  readonly name: string | null
  readonly email: string
}

const OPEN_MAILBOX = sql`p.email is not null and p.email_verified_at is not null and u.locked_at is null`
const READER = sql`p.user_id as "userId", p.name, p.email`

/** Returns the user as a reader of email; undefined while no address is verified. */
export async function readerOf(tx: Tx, userId: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select ${READER} from profiles p join users u on u.id = p.user_id
    where p.user_id = ${userId} and ${OPEN_MAILBOX}`.execute(tx)
  return rows[0]
}

/** Returns the user who verified this number (E.164), as a reader of email. */
export async function readerWithPhone(tx: Tx, phone: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select ${READER} from phone_identities i join profiles p on p.user_id = i.user_id join users u on u.id = i.user_id
    where i.phone_number = ${phone} and ${OPEN_MAILBOX}`.execute(tx)
  return rows[0]
}

/** Returns the sender's name as frozen with a transfer, else the profile's; null when neither has one. */
export async function senderNameOf(tx: Tx, { id, userId }: TransferSnapshot): Promise<string | null> {
  const frozen = await readFrozenSender(tx, id)
  if (frozen !== undefined) return frozen.name
  const row = await tx.selectFrom('profiles').select('name').where('user_id', '=', userId).executeTakeFirst()
  return row?.name ?? null
}

/**
 * Returns up to `limit` readers after a user's id who want the rates from their country, with that country.
 */
export async function rateReaders(
  tx: Tx,
  countries: readonly CountryCode[],
  { after, limit }: { after: string | null; limit: number },
): Promise<readonly (Reader & { readonly country: CountryCode })[]> {
  const { rows } = await sql<Reader & { country: CountryCode }>`
    select ${READER}, i.country
    from notification_settings s join profiles p on p.user_id = s.user_id
    join phone_identities i on i.user_id = s.user_id join users u on u.id = s.user_id
    where s.rates_change and ${OPEN_MAILBOX} and i.country = any (${[...countries]}::text[])
      and (${after}::uuid is null or s.user_id > ${after}::uuid)
    order by s.user_id limit ${limit}`.execute(tx)
  return rows
}

/** Records that a user is about to get a notice; false when that is already recorded. */
export async function claimNotice(
  tx: Tx,
  userId: string,
  kind: NoticeKind,
  subject: string,
): Promise<boolean> {
  const row = await tx
    .insertInto('notices')
    .values({ user_id: userId, kind, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts a user's notices of this kind about a transfer. A notice that can repeat has its number after the
 * id.
 */
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

/** True when a notice about this subject was sent to the user. */
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
