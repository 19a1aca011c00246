import type { CountryCode, DestinationCode } from '@sesa/contract'
import { toMinorNumber, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/index.ts'
import type { Facts } from './decide.ts'
import { WINDOWS } from './rules.ts'

/** A payment that a customer wants to open. */
export interface Opening {
  readonly userId: string
  readonly sessionId: string
  readonly addressKey: string | null
  readonly from: CountryCode
  readonly to: DestinationCode
  /** E.164. */
  readonly phone: string
  readonly usd: Money<'USD'>
}

interface Known {
  readonly sent: boolean
  readonly known_device: boolean
  readonly foreign_card: boolean | null
  readonly card_key: Buffer | null
  readonly device_hash: Buffer | null
}

interface Counted {
  readonly name: string
  readonly hours: number
  readonly value: bigint
}

const LONGEST = `${WINDOWS.at(-1) ?? 0} hours`

/** Counts the charged transfers that match, and their US cents. */
const sendings = (per: string, matching: RawBuilder<unknown>) => sql`
  select ${per}::text as per, t.created_at as at, t.usd_amount from transfers t
  where ${matching} and t.captured_at is not null and t.created_at > now() - ${LONGEST}::interval`

/**
 * Gathers what is known about a payment before its card is charged. Only reliable under the user's lock. Every window is
 * counted, also those that no rule in force uses, so that a changed rule can be replayed.
 */
export async function gatherFacts(tx: Tx, opening: Opening): Promise<Facts> {
  const { userId, from, to, phone, usd, addressKey } = opening
  const { rows } = await sql<Known>`
    select exists (select from transfers where user_id = ${userId} and captured_at is not null) as sent,
      exists (select from payment_devices d join transfers t on t.id = d.transfer_id
        where d.device_hash = s.device_hash and t.user_id = ${userId} and t.captured_at is not null) as known_device,
      s.device_hash, c.card_key, c.card_country <> ${from} as foreign_card
    from (select 1) one
    left join sessions s on s.id = ${opening.sessionId}::uuid
    left join lateral (select card_key, card_country from transfers
      where user_id = ${userId} and captured_at is not null order by id desc limit 1) c on true`.execute(tx)
  const known = rows[0]
  const { rows: counted } = await sql<Counted>`
    with sent as (
      ${sendings('account', sql`t.user_id = ${userId}`)}
      union all ${sendings('recipient', sql`t.recipient_phone = ${phone}`)}
      union all ${sendings('card', sql`t.card_key = ${known?.card_key ?? null}`)}
      union all ${sendings('device', sql`t.id in (select transfer_id from payment_devices where device_hash = ${known?.device_hash ?? null})`)}
    ), declined as (
      select 'account' as per, d.declined_at as at from card_declines d join transfers t on t.id = d.transfer_id
      where t.user_id = ${userId} and t.created_at > now() - ${LONGEST}::interval - interval '1 day'
      union all
      select 'address', d.declined_at from card_declines d where d.address_key = ${addressKey}
    ), hours (hours) as (select unnest(${[...WINDOWS]}::int[]))
    select 'transfers.' || per as name, hours, count(*) as value from sent, hours
      where at > now() - make_interval(hours => hours) group by per, hours
    union all
    select 'amount.' || per, hours, sum(usd_amount)::bigint from sent, hours
      where at > now() - make_interval(hours => hours) group by per, hours
    union all
    select 'declines.' || per, hours, count(*) from declined, hours
      where at > now() - make_interval(hours => hours) group by per, hours`.execute(tx)
  return {
    amountUsd: toMinorNumber(usd),
    senderCountry: from,
    recipientCountry: to,
    firstTransfer: known?.sent !== true,
    newDevice: known?.known_device !== true,
    foreignCard: known?.foreign_card ?? null,
    counts: Object.fromEntries(counted.map(({ name, hours, value }) => [`${name}.${hours}`, Number(value)])),
  }
}

/** Saves the browser that a payment was opened in, if its session knows it. */
export async function saveDevice(tx: Tx, transferId: string, sessionId: string): Promise<void> {
  await sql`insert into payment_devices (transfer_id, device_hash)
    select ${transferId}, device_hash from sessions where id = ${sessionId}::uuid and device_hash is not null`.execute(
    tx,
  )
}
