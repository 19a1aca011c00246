import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { createDb, inTransaction, type Db } from '../db/index.ts'
import { checkpoint } from '../domains/record/index.ts'
import { sumResults } from '../domains/books/daily-close/profit.ts'
import { daysIn, readBooks } from '../domains/books/daily-close/read-day.ts'
import { digestOf, type DayReport } from '../domains/books/daily-close/report.ts'
import { sumNightly } from '../domains/transfers/outcomes/daily.ts'
import { startMonthsAt } from './old-months.ts'
import { fillWork } from './office-work.ts'

const MONTHS = 24
/** Transfers per statement: its rows must fit into memory. */
const AT_ONCE = 25_000
/** The last days are filled one by one, with a checkpoint after each, as the worker makes them. */
const DAYS_APART = 45
const DAY_MS = 86_400_000
const SIGNED_DAYS = 30

/** Returns the id of the customer with this number, as the statements below make it; the first sends most. */
export const customerId = (number: number): string =>
  createHash('md5')
    .update(`customer ${number}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** The first day of the month 23 months ago. */
const firstDay = (): Date => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1))
}

/**
 * Adds the transfers $1 to $2 of $3, spread evenly from $4 until now, of $5 customers. Few customers send much, and the first
 * sends one in 100. Of 1,000 transfers 8 are refunded and 20 cancelled; of the last 40,000 150 are on hold, and the last 60
 * are under way. Nobody sends to Sierra Leone.
 */
const TRANSFERS = `
  with numbers as (
    select n, uuidv7(at - now()) as id, at, (hashint8(n) & 2147483647)::bigint as r,
      (hashint8(n + 987654321) & 2147483647)::bigint as s
    from generate_series($1::bigint, $2::bigint) n,
      lateral (select $4::timestamptz + (now() - interval '1 minute' - $4::timestamptz) * (n / $3::float8) as at) time
  ), who as materialized (
    select *, case when n % 100 = 0 then 1 else 1 + floor($5::int * power(r / 2147483647.0, 2)) end::bigint as customer,
      case when s % 100 < 8 then 'LR' else 'US' end as sender, case when s % 100 between 8 and 29 then 'LR' else 'GH' end as country,
      case when r % 5 < 3 then 500 + s % 195 * 100 else 500 + s % 60000 end as cents,
      case when n > $3::bigint - 60 then (array['awaiting_payment', 'paid', 'paying_out'])[1 + n % 3]
        when n > $3::bigint - 40000 and n % 267 = 0 then (array['paid', 'payout_failed'])[1 + n % 2]
        when n % 1000 < 8 then 'refunded' when n % 1000 < 28 then 'cancelled' else 'sent' end as state
    from numbers
  ), made as materialized (
    select *, md5('customer ' || customer)::uuid as user_id, 200 + cents / 100 as cents_fee, cents / 100 as cents_margin,
      case sender when 'LR' then 'LRD' else 'USD' end as currency, case sender when 'LR' then 190 else 1 end as times,
      case country when 'LR' then 'LRD' else 'GHS' end as arrives, case country when 'LR' then 190 else 11 end as rate,
      state <> 'cancelled' and state <> 'awaiting_payment' as charged,
      n > $3::bigint - 40000 and n <= $3::bigint - 60 and state in ('paid', 'payout_failed') as held,
      case country when 'LR' then (array['mtn', 'orange'])[1 + s % 2] else (array['mtn', 'vodafone', 'airtel/tigo'])[1 + s % 3] end as network,
      case country when 'LR' then '+23188' else '+23324' end || lpad((customer * 3 + s % 3)::text, 7, '0') as wallet,
      'S-' || upper(lpad(to_hex(n), 8, '0')) as reference, 20 + r % 400 as seconds
    from who
  ), transfer as (
    insert into transfers (id, reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone,
      network, amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency,
      charge_rate, charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, created_at, payment_intent_id,
      state, state_changed_at, captured_at, card_brand, card_last4, card_country, card_key, person_key, hold_reason, hold_owner,
      next_step_at)
    select id, reference, user_id, gen_random_uuid(), sender, country, 'Esi ' || customer, wallet, network, cents * times, currency,
      cents_fee * times, (cents + cents_fee) * times, rate::text, cents * rate, arrives, (cents + cents_fee) * times, currency, '1',
      cents_fee * times, cents_margin * times, cents + cents_fee, at + interval '30 minutes', at + interval '40 minutes', at,
      'pi_old_' || n, state, at + seconds * interval '1 second', case when charged then at + interval '15 seconds' end,
      case when charged then 'visa' end, case when charged then lpad((customer * 7919 % 10000)::text, 4, '0') end,
      case when charged then sender end, case when charged then sha256(convert_to('card ' || customer, 'UTF8')) end,
      sha256(convert_to('person ' || customer, 'UTF8')), case when held then (array['screening', 'card_limit'])[1 + n % 2] end,
      case when held then 'operations' end, case when n > $3::bigint - 60 then now() + interval '1 hour' end
    from made
  ), decision as (
    insert into fraud_decisions (user_id, transfer_id, version, outcome, applied, facts, amount, currency, decided_at)
    select user_id, id, 0, 'allow', '[]', jsonb_build_object('amountUsd', cents, 'senderCountry', sender, 'recipientCountry', country,
      'firstTransfer', false, 'newDevice', false, 'foreignCard', false, 'savedCard', true, 'newRecipient', s % 3 = 0, 'proven', true,
      'counts', jsonb_build_object('transfers.account.24', s % 4, 'amount.account.24', cents, 'transfers.wallet.24', 1)),
      cents * times, currency, at from made order by n
  ), attempt as (
    insert into payout_attempts (transfer_id, sent_at, outcome, closed_at, agreed_at)
    select id, at, 'accepted', at, at from made where state = 'sent' order by n
  ), listed as (
    insert into provider_movements (account, provider_id, kind, transfer_id, amount, currency, other_amount, other_currency, fee,
      occurred_at, recorded_at)
    select 'stripe', 'txn_' || n, 'charge', id, (cents + cents_fee) * times, currency, (cents + cents_fee) * times, currency,
      60 * times, at, at from made where charged order by n
  ), noticed as (
    insert into user_notices (user_id, kind, key, title, body, path, at)
    select user_id, 'sent', 'sent:' || id, 'Your money arrived', 'It is in the wallet.', '/transfers/' || reference, at
    from made where state = 'sent' and at > now() - interval '180 days'
  ), event as (
    insert into transfer_events (transfer_id, from_state, to_state, at, kind, hold_reason)
    select id, before, after, at, coalesce(step.kind, 'moved'), case when step.kind = 'held' then 'screening' end from made
      join (values ('sent', 1, null, 'awaiting_payment', null), ('sent', 2, 'awaiting_payment', 'paid', null),
        ('sent', 3, 'paid', 'paying_out', null), ('sent', 4, 'paying_out', 'sent', null),
        ('refunded', 1, null, 'awaiting_payment', null), ('refunded', 2, 'awaiting_payment', 'paid', null),
        ('refunded', 3, 'paid', 'payout_failed', null), ('refunded', 4, 'payout_failed', 'refunded', null),
        ('cancelled', 1, null, 'awaiting_payment', null), ('cancelled', 2, 'awaiting_payment', 'cancelled', null),
        ('paid', 1, null, 'awaiting_payment', null), ('paid', 2, 'awaiting_payment', 'paid', null), ('paid', 3, 'paid', 'paid', 'held'),
        ('payout_failed', 1, null, 'awaiting_payment', null), ('payout_failed', 2, 'awaiting_payment', 'paid', null),
        ('payout_failed', 3, 'paid', 'payout_failed', null), ('payout_failed', 4, 'payout_failed', 'payout_failed', 'held')
      ) as step (state, step, before, after, kind) using (state)
    where step.kind is null or held order by n, step
  ), entry as (
    insert into ledger_entries (transfer_id, kind, created_at)
    select id, kind, at from made join (values ('capture'), ('paid_out'), ('refund')) as kind (kind)
      on charged and (kind = 'capture' or (kind = 'paid_out' and state = 'sent') or (kind = 'refund' and state = 'refunded'))
    order by n
    returning id, transfer_id, kind
  )
  insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency, created_at)
  select entry.id, made.id, leg.source || ':' || leg.currency, leg.target || ':' || leg.currency, leg.amount, leg.currency, at
  from entry join made on made.id = entry.transfer_id cross join lateral (
    values ('capture', 'card_clearing', 'customer', (cents + cents_fee) * times, made.currency),
      ('refund', 'customer', 'card_clearing', (cents + cents_fee) * times, made.currency),
      ('paid_out', 'customer', 'fee', cents_fee * times, made.currency),
      ('paid_out', 'customer', 'margin', cents_margin * times, made.currency),
      ('paid_out', 'customer', 'fx', (cents - cents_margin) * times, made.currency),
      ('paid_out', 'fx', 'payout_float', cents * rate, arrives)
  ) as leg (kind, source, target, amount, currency) where leg.kind = entry.kind and leg.amount > 0`

const CUSTOMERS = `
  with made as (
    insert into users (id, created_at) select md5('customer ' || n)::uuid, now() - (($1::int * 1.02 - n) * interval '680 days' / $1::int)
    from generate_series(1, $1::int * 1.02) n
  ), phone as (
    insert into phone_identities (phone_number, user_id, country)
    select '+23177' || lpad(n::text, 7, '0'), md5('customer ' || n)::uuid, 'LR' from generate_series(1, $1::int * 1.02) n
  )
  insert into profiles (user_id, name, email)
  select md5('customer ' || n)::uuid, case when n > $1::int then 'Nana Tetteh' else
    (array['Ama', 'Kofi', 'Esi', 'Yaw', 'Akua', 'Kojo', 'Abena', 'Kwame', 'Fatu', 'Musa'])[1 + n % 10] || ' ' ||
      (case when n % 50 = 0 then 'Quist ' else '' end) || 'N' || (n % 1000) || ' ' ||
      (array['Mensah', 'Boateng', 'Owusu', 'Darko', 'Asante', 'Appiah', 'Sirleaf'])[1 + n % 7] end,
    'ama' || n || '@example.com' from generate_series(1, $1::int * 1.02) n`

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Signs the days before yesterday, as two people did. */
const signDays = (db: Db): Promise<void> =>
  inTransaction(db, 'bench.sign_days', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const days = { from: daysAgo(SIGNED_DAYS), to: daysAgo(2) }
    const books = await readBooks(tx, days, null)
    for (const day of daysIn(days)) {
      const report: DayReport = {
        ...{ day, accounts: [], corridors: [], ...books.get(day) },
        ...{ ratesAsOf: null, positions: [], openBreaks: {} },
      }
      const text = JSON.stringify(report)
      await sql`insert into daily_closes (day, report, digest, prepared_by, signed_by, signed_at, note)
        values (${day}::date, ${text}, ${digestOf(text)}, 'Bench finance', 'Bench compliance', now(), 'As the provider says')`.execute(
        tx,
      )
    }
  })

/**
 * Fills a database that has no transfers: this many over 24 months until now, a customer for every ten of them and two in 100 more who never sent, their
 * decisions, movements and books, and the open and done work of the office. `ownerUrl` is a superuser's: foreign keys and
 * triggers are off. Returns the number of customers.
 */
export async function fillOffice(
  ownerUrl: string,
  transfers: number,
): Promise<{ readonly customers: number }> {
  const customers = Math.ceil(transfers / 10)
  const client = new pg.Client({ connectionString: ownerUrl })
  const db = createDb(ownerUrl)
  await client.connect()
  try {
    const start = firstDay()
    await startMonthsAt(client, start.toISOString().slice(0, 10))
    await client.query('set session_replication_role = replica')
    await client.query(CUSTOMERS, [customers])
    const span = Date.now() - start.getTime()
    const perDay = Math.max(1, Math.floor((transfers * DAY_MS) / span))
    for (let from = 1; from <= transfers;) {
      const left = transfers - from + 1
      const apart = DAYS_APART * perDay
      const count = left > apart ? Math.min(AT_ONCE, left - apart) : Math.min(left, perDay)
      const to = from + count - 1
      await client.query(TRANSFERS, [from, to, transfers, start, customers])
      await checkpoint(db)
      // As if the worker had made it then.
      await client.query(
        `update ledger_checkpoints set created_at = $1 where upto_xid = (select max(upto_xid) from ledger_checkpoints)`,
        [new Date(start.getTime() + (span * to) / transfers)],
      )
      from = to + 1
    }
    await fillWork(client, transfers)
    await client.query('reset session_replication_role')
    await client.query('vacuum (analyze)')
    await sumNightly(db)
    await sumResults(db)
    await signDays(db)
  } finally {
    await client.end()
    await db.destroy()
  }
  return { customers }
}
