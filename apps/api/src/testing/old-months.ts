import type pg from 'pg'

/** Rows to add to a month. Needs a superuser: foreign keys are not checked, and only some of the users exist. */
export interface Filling {
  /** The first day: `2025-03-01`. */
  readonly month: string
  readonly transfers: number
  /** The user who has one transfer in `ownShare`; 2,000 strangers have the others. */
  readonly own: string
  readonly ownShare: number
  /** Postings in addition to the five of each transfer, under separate ids, as for movements at providers. */
  readonly more: number
  /** Start of the references, which makes them unique over all fillings. */
  readonly from: number
}

/** Moves the start of the months to an earlier one. The first partitions must be empty; `client` is the schema's owner. */
export async function startMonthsAt(client: pg.ClientBase, month: string): Promise<void> {
  for (const table of ['ledger_postings', 'transfer_events'])
    await client.query(`alter table ${table} detach partition ${table}_first; drop table ${table}_first`)
  await client.query(
    `select add_month(day::date)
    from generate_series($1::timestamp, date_trunc('month', now() at time zone 'UTC'), '1 month') day`,
    [month],
  )
  await client.query('select make_months(3)')
}

/** Adds sent transfers with their quotes, events, entries and postings, spread over a month. */
export async function fillMonth(
  client: pg.ClientBase,
  { month, transfers, own, ownShare, more, from }: Filling,
): Promise<void> {
  await client.query('set session_replication_role = replica')
  await client.query(
    `with strangers as materialized (
      select array_agg(md5('stranger ' || n)::uuid) as ids from generate_series(1, 2000) n
    ), made as materialized (
      select n, uuidv7(at - now()) as id, gen_random_uuid() as quote_id, at,
        case when n % $4 = 0 then $3::uuid else strangers.ids[1 + n % 2000] end as user_id
      from strangers, generate_series($6::int, $6 + $2 - 1) n,
        lateral (select $1::timestamp at time zone 'UTC' + (n - $6) * (interval '28 days' / $2) as at) time
    ), quote as (
      insert into quotes (id, user_id, sender, recipient, fix, send_currency, send_amount, fee_amount, margin_amount,
        receive_currency, receive_amount, rate, mid_rate, charge_currency, charge_amount, charge_fee, charge_margin,
        charge_principal, charge_rate, snapshot_id, created_at, expires_at, deliver_by)
      select quote_id, user_id, 'US', 'GH', 'send', 'USD', 9800, 200, 100, 'GHS', 110000, 11, 11, 'USD', 10000, 200, 100,
        9700, 1, 1, at, at + interval '30 minutes', at + interval '40 minutes' from made
    ), transfer as (
      insert into transfers (id, reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone,
        network, amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency,
        charge_rate, charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, created_at, payment_intent_id,
        state, state_changed_at, captured_at)
      select id, 'S-' || upper(lpad(to_hex(n), 8, '0')), user_id, quote_id, 'US', 'GH', 'Ama Mensah',
        '+23324400' || lpad((n % 40)::text, 4, '0'), 'mtn', 9800, 'USD', 200, 10000, '11', 110000, 'GHS', 10000, 'USD', '1',
        200, 100, 10000, at + interval '30 minutes', at + interval '40 minutes', at, 'pi_old_' || n, 'sent', at, at from made
    ), event as (
      insert into transfer_events (transfer_id, from_state, to_state, at)
      select id, from_state, to_state, at from made, (values (1, null, 'awaiting_payment'), (2, 'awaiting_payment', 'paid'),
        (3, 'paid', 'paying_out'), (4, 'paying_out', 'sent')) as step (step, from_state, to_state)
      order by n, step
    ), entry as (
      insert into ledger_entries (transfer_id, kind, created_at)
      select id, kind, at from made, (values ('capture'), ('paid_out')) as kind (kind)
      union all
      select uuidv7(at - now()), 'provider_fee', at from made where $5 > 0
      returning id, transfer_id, kind, created_at
    )
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency, created_at)
    select entry.id, entry.transfer_id, source || ':' || currency, target || ':' || currency, amount, currency, created_at
    from entry join (
      values ('capture', 'card_clearing', 'customer', 10000, 'USD'), ('paid_out', 'customer', 'fee', 200, 'USD'),
        ('paid_out', 'customer', 'margin', 100, 'USD'), ('paid_out', 'customer', 'fx', 9700, 'USD'),
        ('paid_out', 'fx', 'payout_float', 110000, 'GHS')
      union all
      select 'provider_fee', 'provider_fees', 'card_clearing', 30 + n, 'USD' from generate_series(1, $5::int) n
    ) as leg (kind, source, target, amount, currency) using (kind)`,
    [month, transfers, own, ownShare, more, from],
  )
  await client.query('reset session_replication_role')
}
