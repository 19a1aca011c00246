import type { CountryCode, DestinationCode } from '@sesa/contract'
import { toMinorNumber, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
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
  /** The mobile money wallet that is chosen to pay, E.164; null for other ways to pay. */
  readonly payer: string | null
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

/** What earlier payments say about a new one, as `earlierPayments` returns it. */
export interface Earlier {
  readonly sent: boolean
  readonly known_device: boolean
  readonly known_recipient: boolean
  readonly foreign_card: boolean | null
  /** Null for a payment that no wallet pays. */
  readonly known_payer: boolean | null
  readonly counted: readonly Counted[]
}

/** The counts of one key, one for each window. */
interface Counted {
  readonly per: string
  readonly transfers: readonly number[] | null
  /** US cents. */
  readonly amounts: readonly number[] | null
  readonly declines: readonly number[] | null
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
      WINDOWS.map((hours, index) => [`${what}.${per}.${hours}`, values?.[index] ?? 0] as const),
    ),
  )
  return Object.fromEntries(named.filter(([, value]) => value > 0))
}

/** Selects the matching charged transfers, and their US cents. */
const sendings = (per: string, matching: RawBuilder<unknown>) => sql`
  select ${per}::text as per, t.created_at as at, t.usd_amount from transfers t
  where ${matching} and t.captured_at is not null and t.created_at > now() - ${LONGEST}::interval`

/**
 * Selects one row of `Earlier` for a new payment, to be part of another statement. Only reliable under the user's lock. Counts
 * every window, including those that no rule in force uses, so that a changed rule can be replayed.
 */
export const earlierPayments = ({
  userId,
  sessionId,
  addressKey,
  from,
  phone,
  payer,
}: Pick<
  Opening,
  'userId' | 'sessionId' | 'addressKey' | 'from' | 'phone' | 'payer'
>): RawBuilder<Earlier> => sql`
  select exists (select from transfers where user_id = ${userId} and captured_at is not null) as sent,
    exists (select from payment_devices d join transfers t on t.id = d.transfer_id
      where d.device_hash = s.device_hash and t.user_id = ${userId} and t.captured_at is not null) as known_device,
    ${isKnownRecipient(userId, phone)} as known_recipient, c.card_country <> ${from} as foreign_card,
    case when ${payer}::text is not null then exists (select from collection_attempts a
      join transfers t on t.id = a.transfer_id and t.collection_id = a.id where a.phone = ${payer} and t.user_id = ${userId}) end as known_payer,
    (select coalesce(jsonb_agg(counts), '[]') from (
      select per, ${inEachWindow((isWithin) => sql`count(*) filter (where ${isWithin})`)} as transfers,
        ${inEachWindow((isWithin) => sql`coalesce(sum(usd_amount) filter (where ${isWithin}), 0)`)} as amounts,
        null as declines
      from (
        ${sendings('account', sql`t.user_id = ${userId}`)}
        union all ${sendings('recipient', sql`t.recipient_phone = ${phone}`)}
        union all ${sendings('card', sql`t.card_key = c.card_key`)}
        union all ${sendings(
          'payer',
          sql`t.id in (select transfer_id from collection_attempts
          where phone = ${payer} and state = 'completed')`,
        )}
        union all ${sendings('device', sql`t.id in (select transfer_id from payment_devices where device_hash = s.device_hash)`)}
      ) sent group by per
      union all
      select per, null, null, ${inEachWindow((isWithin) => sql`count(*) filter (where ${isWithin})`)}
      from (
        select 'account' as per, d.declined_at as at from card_declines d join transfers t on t.id = d.transfer_id
        where t.user_id = ${userId} and t.created_at > now() - ${LONGEST}::interval - interval '1 day'
        union all
        select 'address', d.declined_at from card_declines d where d.address_key = ${addressKey}
      ) declined group by per
    ) counts) as counted
  from (select 1) one
  left join sessions s on s.id = ${sessionId}::uuid
  left join lateral (select card_key, card_country from transfers
    where user_id = ${userId} and captured_at is not null order by id desc limit 1) c on true`

/** Returns the facts about a payment before its card is charged. Pure. */
export function factsOf(
  earlier: Earlier,
  { from, to, usd, savedCard, proven }: Pick<Opening, 'from' | 'to' | 'usd' | 'savedCard' | 'proven'>,
): Facts {
  return {
    amountUsd: toMinorNumber(usd),
    senderCountry: from,
    recipientCountry: to,
    firstTransfer: !earlier.sent,
    newDevice: !earlier.known_device,
    foreignCard: earlier.foreign_card,
    ...{ savedCard, newRecipient: !earlier.known_recipient, proven },
    newPayer: earlier.known_payer === null ? null : !earlier.known_payer,
    counts: namedCounts(earlier.counted),
  }
}

/** Returns the statement that saves the browser of the payment `opened`, if its session knows it. */
export const savingDevice = (opened: RawBuilder<unknown>, sessionId: string): RawBuilder<unknown> => sql`
  insert into payment_devices (transfer_id, device_hash)
  select opened.id, s.device_hash from ${opened} opened join sessions s on s.id = ${sessionId}::uuid
  where s.device_hash is not null`
