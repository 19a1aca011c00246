import { isolateName, type CountryCode, type Notifications } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { Contacts } from '../../customers/index.ts'
import { channelsOf, type ChosenChannel, type Choices, type Reader } from '../../record/index.ts'
import {
  asksRefundNumber,
  lockUntold,
  untoldMove,
  UNTOLD_COLUMNS,
  type UntoldMove,
  type UntoldRow,
} from '../../transfers/index.ts'
import { DEFAULTS, settingsJson } from './settings.ts'

/** An account that may be notified. */
export interface Account extends Choices {
  readonly id: string
  /** Undefined while the account gets no email: its address is not confirmed, or it is locked. */
  readonly reader: Reader | undefined
  readonly contacts: Contacts
  /** The confirmed number for texts; null without one, or while the account is locked. */
  readonly texts: string | null
}

/** A move with everything that decides about its messages. */
export interface Facts extends UntoldMove {
  readonly sender: Account
  /** The sender's name as frozen with the transfer, or the profile's; null when neither has one. */
  readonly senderName: string | null
  /** The open account whose number received the money; null without one, or if it is the sender's own. */
  readonly recipient: Account | null
  /** For `paid`: no earlier transfer of the account to this wallet was charged. */
  readonly isFirst: boolean
  /** For `sent`: an earlier email said that the money could not be delivered. */
  readonly saidFailed: boolean
  /** For `held`: the wallet does not take the refund, so the customer is asked for another number. */
  readonly asksRefundNumber: boolean
  /** For `held` and `released`: the notices of holds and of their ends so far. */
  readonly heldBefore: number
  readonly releasedBefore: number
}

/** An account as `accountJson` returns it. */
interface AccountRow {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly country: CountryCode | null
  readonly locked: boolean
  readonly emails: Notifications | null
  readonly channels: readonly ChosenChannel[] | null
}

interface Row extends UntoldRow {
  readonly sender: AccountRow
  readonly recipient: AccountRow | null
  readonly sender_name: string | null
  readonly is_first: boolean
  readonly said_failed: boolean
  readonly asks_refund_number: boolean
  readonly held_before: number
  readonly released_before: number
}

/** Returns the query for an account as JSON. */
const accountJson = (condition: RawBuilder<boolean>) => sql`(
  select jsonb_build_object('id', u.id, 'name', p.name, 'phone', i.phone_number, 'country', i.country,
    'locked', u.locked_at is not null,
    'email', case when p.email_verified_at is not null then p.email end,
    'emails', case when n.user_id is not null then ${settingsJson} end,
    'channels', (select jsonb_agg(jsonb_build_object('topic', c.topic, 'channel', c.channel, 'wanted', c.wanted))
      from notice_channels c where c.user_id = u.id))
  from users u left join profiles p on p.user_id = u.id left join phone_identities i on i.user_id = u.id
    left join notification_settings n on n.user_id = u.id
  where ${condition})`

/** Returns the count of a transfer's notices of a kind: their keys have a number after the transfer's id. */
const countNotices = (kind: string) => sql`case when m.move in ('held', 'released') then (
  select count(*)::int from user_notices where user_id = m.user_id and starts_with(key, ${kind} || ':' || m.id || ' ')
) else 0 end`

/**
 * Locks the untold moves of up to `limit` transfers and reads everything about them, in one statement. Oldest first, so that
 * two moves of a transfer are in order. With `only`, reads the moves of that transfer.
 */
export async function readUntold(tx: Tx, limit: number, only: string | null): Promise<readonly Facts[]> {
  const { rows } = await sql<Row>`
    with m as materialized (${lockUntold(limit, only)})
    select ${sql.join(UNTOLD_COLUMNS.map((name) => sql.ref(`m.${name}`)))}, ${accountJson(sql`u.id = m.user_id`)} as sender,
      case when m.move = 'sent' then ${accountJson(
        sql`i.phone_number = m.recipient_phone and u.locked_at is null and u.id <> m.user_id`,
      )} end as recipient,
      coalesce((select name from transfer_senders where transfer_id = m.id),
        (select name from profiles where user_id = m.user_id)) as sender_name,
      m.move = 'paid' and not exists (select from transfers e where e.user_id = m.user_id
        and e.recipient_phone = m.recipient_phone and (e.captured_at, e.id) < (m.captured_at, m.id)) as is_first,
      m.move = 'sent' and exists (select from notices where user_id = m.user_id and kind = 'transaction_fails'
        and subject = m.id::text) as said_failed,
      m.move = 'held' and ${asksRefundNumber('m')} as asks_refund_number,
      ${countNotices('transaction_held')} as held_before, ${countNotices('transaction_released')} as released_before
    from m order by m.move_id`.execute(tx)
  return rows.map((row) => ({
    ...untoldMove(row),
    sender: accountOf(row.sender),
    recipient: row.recipient && accountOf(row.recipient),
    senderName: row.sender_name === null ? null : isolateName(row.sender_name),
    isFirst: row.is_first,
    saidFailed: row.said_failed,
    asksRefundNumber: row.asks_refund_number,
    heldBefore: row.held_before,
    releasedBefore: row.released_before,
  }))
}

const accountOf = ({ id, name, email, phone, country, locked, emails, channels }: AccountRow): Account => ({
  id,
  reader: email === null || locked ? undefined : { name, email },
  contacts: { email, phone },
  texts: locked ? null : phone,
  emails: emails ?? DEFAULTS,
  channels: channelsOf(channels ?? [], country),
})
