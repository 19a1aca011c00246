import type { CountryCode, DestinationCode } from '@sesa/contract'
import { toMinorNumber, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../db/index.ts'
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
  readonly savedCard: boolean
  readonly proven: boolean
}

/**
 * Returns a condition that is true when an earlier transfer of the account reached this wallet and was opened with a proof of
 * the owner: a thief cannot make a wallet known by paying it with their own card. Transfers of earlier releases count.
 */
export const isKnownRecipient = (userId: string, phone: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from transfers t left join fraud_decisions d on d.transfer_id = t.id
    where t.user_id = ${userId} and t.recipient_phone = ${phone}
      and t.captured_at is not null and t.state = 'sent'
      and coalesce((d.facts->>'proven')::boolean, true))`

interface Known {
  readonly sent: boolean
  readonly known_device: boolean
  readonly known_recipient: boolean
  readonly foreign_card: boolean | null
  readonly card_key: Buffer | null
  readonly device_hash: Buffer | null
}

/** The counts of one key, one for each window. */
interface Counted {
  readonly per: string
  readonly transfers: readonly string[] | null
  /** US cents. */
  readonly amounts: readonly string[] | null
  readonly declines: readonly string[] | null
}

const LONGEST = `${WINDOWS.at(-1) ?? 0} hours`

/** Selects an array with one aggregate for each window. */
const inEachWindow = (aggregate: (isWithin: RawBuilder<boolean>) => RawBuilder<unknown>) =>
  sql`array[${sql.join(
    WINDOWS.map((hours) => aggregate(sql<boolean>`at > now() - ${sql.lit(`${hours} hours`)}::interval`)),
  )}]::bigint[]`

/** Returns the counts by name, for example `transfers.card.24`, without zeros. */
function namedCounts(counted: readonly Counted[]): Record<string, number> {
  const named = counted.flatMap(({ per, transfers, amounts, declines }) =>
    Object.entries({ transfers, amount: amounts, declines }).flatMap(([what, values]) =>
      WINDOWS.map((hours, index) => [`${what}.${per}.${hours}`, Number(values?.[index] ?? 0)] as const),
    ),
  )
  return Object.fromEntries(named.filter(([, value]) => value > 0))
}

/** Selects the matching charged transfers, and their US cents. */
const sendings = (per: string, matching: RawBuilder<unknown>) => sql`
  select ${per}::text as per, t.created_at as at, t.usd_amount from transfers t
  where ${matching} and t.captured_at is not null and t.created_at > now() - ${LONGEST}::interval`

/**
 * Gathers the facts about a payment before its card is charged. Only reliable under the user's lock. Counts every window,
 * including those that no rule in force uses, so that a changed rule can be replayed.
 */
export async function gatherFacts(tx: Tx, opening: Opening): Promise<Facts> {
  const { userId, from, to, phone, usd, addressKey, savedCard, proven } = opening
  const { rows } = await sql<Known>`
    select exists (select from transfers where user_id = ${userId} and captured_at is not null) as sent,
      exists (select from payment_devices d join transfers t on t.id = d.transfer_id
        where d.device_hash = s.device_hash and t.user_id = ${userId} and t.captured_at is not null) as known_device,
      ${isKnownRecipient(userId, phone)} as known_recipient, s.device_hash, c.card_key, c.card_country <> ${from} as foreign_card
    from (select 1) one
    left join sessions s on s.id = ${opening.sessionId}::uuid
    left join lateral (select card_key, card_country from transfers
      where user_id = ${userId} and captured_at is not null order by id desc limit 1) c on true`.execute(tx)
  const known = rows[0]
  const { rows: counted } = await sql<Counted>`
    select per, ${inEachWindow((isWithin) => sql`count(*) filter (where ${isWithin})`)} as transfers,
      ${inEachWindow((isWithin) => sql`coalesce(sum(usd_amount) filter (where ${isWithin}), 0)`)} as amounts,
      null as declines
    from (
      ${sendings('account', sql`t.user_id = ${userId}`)}
      union all ${sendings('recipient', sql`t.recipient_phone = ${phone}`)}
      union all ${sendings('card', sql`t.card_key = ${known?.card_key ?? null}`)}
      union all ${sendings('device', sql`t.id in (select transfer_id from payment_devices where device_hash = ${known?.device_hash ?? null})`)}
    ) sent group by per
    union all
    select per, null, null, ${inEachWindow((isWithin) => sql`count(*) filter (where ${isWithin})`)}
    from (
      select 'account' as per, d.declined_at as at from card_declines d join transfers t on t.id = d.transfer_id
      where t.user_id = ${userId} and t.created_at > now() - ${LONGEST}::interval - interval '1 day'
      union all
      select 'address', d.declined_at from card_declines d where d.address_key = ${addressKey}
    ) declined group by per`.execute(tx)
  return {
    amountUsd: toMinorNumber(usd),
    senderCountry: from,
    recipientCountry: to,
    firstTransfer: known?.sent !== true,
    newDevice: known?.known_device !== true,
    foreignCard: known?.foreign_card ?? null,
    ...{ savedCard, newRecipient: known?.known_recipient !== true, proven },
    counts: namedCounts(counted),
  }
}

/** Returns the statement that saves the browser of the payment `opened`, if its session knows it. */
export const savingDevice = (opened: RawBuilder<unknown>, sessionId: string): RawBuilder<unknown> => sql`
  insert into payment_devices (transfer_id, device_hash)
  select opened.id, s.device_hash from ${opened} opened join sessions s on s.id = ${sessionId}::uuid
  where s.device_hash is not null`
