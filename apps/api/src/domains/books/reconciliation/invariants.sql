-- Invariants of the database at any moment. Each statement returns one row: `examined`, how many rows it checked, and
-- `offending`, the rows that break the rule. Zero examined proves nothing and is reported as such.
-- Archived rows (docs/operate.md) were checked before they were archived: only their sums count, as `archived_sums`.
-- Runs with the schema owner's role. `:allowed_seconds` is how long a transfer may take to end; `:day_limit` and
-- `:month_limit` are the customers' limits in US cents.
-- A rule is about subjects: transfers and the entries booked for them. The regular check runs it over some subjects only, by
-- prepending filtered tables (invariant-scopes.ts). `Scope:` marks the rules for which that is not enough: `senders` needs
-- the same people's transfers, `shared` every transfer with the same key, `whole` every row, `state` reads no history.
-- By hand: psql -v allowed_seconds=900 -v day_limit=299900 -v month_limit=1000000 -f invariants.sql

-- I1: every entry balances: it has postings, all for its own transfer, between accounts of the chart in one currency
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select p.id as posting, e.id as entry, p.from_account, p.to_account, p.amount, p.currency,
    coalesce(p.id is not null and e.id is not null and p.transfer_id = e.transfer_id and p.amount > 0
      and source.currency = p.currency and target.currency = p.currency and p.from_account <> p.to_account, false) as ok
  from ledger_postings p
  full join ledger_entries e on e.id = p.entry_id
  left join ledger_accounts source on source.code = p.from_account
  left join ledger_accounts target on target.code = p.to_account
  where coalesce(p.transfer_id, e.transfer_id) >= (select archived_before())
) checked;

-- I1: all balances in a currency sum to zero
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where total <> 0), '[]') as offending
from (
  select a.currency, coalesce(sum(leg.amount), 0) as total
  from ledger_accounts a
  join (
    select to_account as account, amount from ledger_postings
    union all
    select from_account, -amount from ledger_postings
    union all
    select account, amount from archived_sums
  ) leg on leg.account = a.code
  group by a.currency
) checked;

-- I2: for every account, the checkpoint plus the postings since equals the sum of all postings, archived ones included
-- Scope: whole
with latest as materialized (
  select distinct on (account) account, floor_id, upto_xid, balance from ledger_checkpoints order by account, id desc
), leg as (
  select to_account as account, amount, id, xid from ledger_postings
  union all
  select from_account, -amount, id, xid from ledger_postings
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where cached <> full_sum), '[]') as offending
from (
  select a.code as account,
    coalesce(c.balance, 0) + coalesce(sum(leg.amount) filter (
      where leg.id > coalesce(c.floor_id, 0) and leg.xid >= coalesce(c.upto_xid, '0')), 0) as cached,
    coalesce(sum(leg.amount), 0) + coalesce((select sum(s.amount) from archived_sums s where s.account = a.code), 0) as full_sum
  from ledger_accounts a
  left join latest c on c.account = a.code
  left join leg on leg.account = a.code
  group by a.code, c.balance, c.floor_id, c.upto_xid
) checked;

-- I3: for a transfer, we never owe the customer less than zero, and never has more gone out than come in
with booked as (
  select coalesce(o.transfer_id, e.transfer_id) as transfer_id, e.id, e.kind,
    sum(case when p.to_account like 'customer:%' then p.amount when p.from_account like 'customer:%' then -p.amount
      else 0 end) as owed,
    sum(p.amount) filter (where split_part(p.from_account, ':', 1) in ('card_clearing', 'payout_float', 'collection_float')
      and p.to_account like 'customer:%') as came,
    sum(p.amount) filter (where p.from_account like 'customer:%'
      and split_part(p.to_account, ':', 1) in ('fee', 'margin', 'fx', 'card_clearing', 'payout_float', 'collection_float', 'bank'))
      as went
  from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  left join booked_apart o on o.id = e.transfer_id
  where coalesce(o.transfer_id, e.transfer_id) >= (select archived_before())
  group by 1, 2, 3
), running as (
  select transfer_id, id, kind, sum(owed) over upto as owed, sum(came) over upto as came, sum(went) over upto as went
  from booked window upto as (partition by transfer_id order by id)
)
select count(distinct transfer_id) as examined,
  coalesce(jsonb_agg(to_jsonb(running)) filter (where owed < 0 or coalesce(went, 0) > coalesce(came, 0)), '[]') as offending
from running;

-- I3: a transfer that has ended and is not on hold owes its customer nothing, staff bookings included
-- A sent transfer owes nothing even on hold: anything booked later is a loss or a claim of ours. What a wallet paid a second time
-- or too late is owed under an id of its own, and has a rule of its own.
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where owed <> 0), '[]') as offending
from (
  select t.id, t.state, coalesce(b.owed, 0) as owed
  from transfers t
  left join (
    select coalesce(o.transfer_id, e.transfer_id) as transfer_id,
      sum(case when p.to_account like 'customer:%' then p.amount when p.from_account like 'customer:%' then -p.amount
        else 0 end) as owed
    from ledger_entries e
    join ledger_postings p on p.entry_id = e.id
    left join booked_apart o on o.id = e.transfer_id
    where o.action is distinct from 'extra'
    group by 1
  ) b on b.transfer_id = t.id
  where t.id >= (select archived_before())
    and (t.state = 'sent' or (t.state in ('refunded', 'cancelled') and t.hold_reason is null))
) checked;

-- I3: every disputed amount is settled, unless the dispute is undecided and its transfer on hold
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select b.dispute, d.transfer_id, d.amount, b.balance, b.kinds, t.hold_reason,
    coalesce(case when b.kinds && array['dispute_won', 'dispute_lost'] then b.balance = 0 and 'dispute' = any (b.kinds)
      else b.balance = -d.amount and t.hold_reason is not null end, false) as ok
  from (
    select e.transfer_id as dispute, array_agg(e.kind) as kinds,
      sum(case when p.to_account like 'disputes:%' then p.amount when p.from_account like 'disputes:%'
        then -p.amount else 0 end) as balance
    from ledger_entries e
    left join ledger_postings p on p.entry_id = e.id
    where e.kind like 'dispute%' or p.from_account like 'disputes:%' or p.to_account like 'disputes:%'
    group by 1
  ) b
  full join disputes d on d.id = b.dispute
  left join transfers t on t.id = d.transfer_id
  where coalesce(d.id, b.dispute) >= (select archived_before())
) checked;

-- I3: a wallet's payment that did not pay its transfer is booked in full, and owed until its refund has succeeded
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select a.id as attempt, a.transfer_id, a.received, b.came, b.went,
    case
      when a.state <> 'completed' then b.came is null and b.went is null
      -- Staff know of it: the carrier has not said how much it collected.
      when a.received is null then b.came is null and b.went is null
      when b.went is not null then b.came = a.received and b.went = a.received
        and exists (select from collection_refunds r where r.attempt_id = a.id and r.request_id is null and r.state = 'succeeded')
      when b.came is not null then b.came = a.received
        and exists (select from collection_refunds r where r.attempt_id = a.id and r.request_id is null)
      else a.ended_at >= now() - :allowed_seconds * interval '1 second'
    end as ok
  from collection_attempts a
  join transfers t on t.id = a.transfer_id
  left join lateral (
    select sum(p.amount) filter (where p.to_account like 'customer:%') as came,
      sum(p.amount) filter (where p.from_account like 'customer:%') as went
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.transfer_id = a.entry_id
  ) b on true
  where t.id >= (select archived_before()) and t.state <> 'awaiting_payment' and t.collection_id is distinct from a.id
) checked;

-- I6: within the allowed time, a transfer has ended or is on hold with an owner
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select id, state, hold_reason, hold_owner, state_changed_at,
    state in ('sent', 'refunded', 'cancelled') or (hold_reason is not null and hold_owner is not null)
      or case state when 'awaiting_payment' then greatest(state_changed_at, quote_expires_at)
        when 'paid' then state_changed_at + payout_delay_minutes * interval '1 minute' else state_changed_at end
        >= now() - :allowed_seconds * interval '1 second' as ok
  from transfers
) checked;

-- I6: the books match a transfer's state: captured once it is paid, then paid out or refunded, never both
with booked as (
  select coalesce(o.transfer_id, e.transfer_id) as transfer_id, array_agg(e.kind) as kinds
  from ledger_entries e left join booked_apart o on o.id = e.transfer_id
    and (o.action = 'dispute' or e.kind = 'repaid')
  group by 1
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select t.id, t.state, t.hold_reason, b.kinds,
    case
      when t.state in ('awaiting_payment', 'cancelled') then not (b.kinds && array['paid_out', 'refund'])
        and (not 'capture' = any (b.kinds) or t.hold_reason is not null or 'dispute_lost' = any (b.kinds) or exists (
          select from staff_actions o join ledger_entries e on e.transfer_id = o.id and e.kind in ('refund', 'repaid')
          where o.transfer_id = t.id))
      when t.state = 'sent' then b.kinds @> array['capture', 'paid_out'] and not 'refund' = any (b.kinds)
      when t.state = 'refunded' then 'capture' = any (b.kinds) and b.kinds && array['refund', 'repaid', 'dispute_lost']
        and not 'paid_out' = any (b.kinds)
      else 'capture' = any (b.kinds) and not (b.kinds && array['paid_out', 'refund'])
    end as ok
  from transfers t
  left join lateral (select coalesce((select kinds from booked where transfer_id = t.id), '{}') as kinds) b on true
) checked;

-- I7: every event of a history follows an allowed edge from the previous one, and the last one gives the state
with edge (from_state, to_state) as (
  values ('awaiting_payment', 'paid'), ('awaiting_payment', 'cancelled'), ('awaiting_payment', 'refunding'),
    ('paid', 'paying_out'), ('paid', 'refunding'), ('paying_out', 'sent'), ('paying_out', 'payout_failed'),
    ('paying_out', 'payout_unknown'), ('payout_unknown', 'sent'), ('payout_unknown', 'payout_failed'),
    ('payout_unknown', 'paying_out'), ('payout_failed', 'refunding'), ('payout_failed', 'sent'), ('refunding', 'refunded'),
    ('refunding', 'refund_failed'), ('refunding', 'sent'), ('refund_failed', 'refunding')
), step as (
  select e.*, lag(e.to_state) over history as before, lead(e.id) over history is null as is_last
  from transfer_events e window history as (partition by e.transfer_id order by e.id)
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select t.id as transfer_id, s.id, s.from_state, s.to_state, s.kind, t.state,
    coalesce(s.from_state is not distinct from s.before
      and (not s.is_last or s.to_state = t.state)
      and case
        when s.from_state is null then s.to_state = 'awaiting_payment' and s.kind = 'moved'
        when s.kind <> 'moved' then s.from_state = s.to_state
        else exists (select from edge where edge.from_state = s.from_state and edge.to_state = s.to_state)
      end, false) as ok
  from transfers t left join step s on s.transfer_id = t.id
  where t.id >= (select archived_before())
) checked;

-- I7: the application can only add to the ledger, the histories, the staff actions and the provider events
-- Scope: state
select count(*) as examined, coalesce(jsonb_agg(name) filter (where not ok), '[]') as offending
from (
  select name, has_table_privilege('sesa_app', name, 'insert')
    and not has_table_privilege('sesa_app', name, 'update') and not has_any_column_privilege('sesa_app', name, 'update')
    and not has_table_privilege('sesa_app', name, 'delete') and not has_table_privilege('sesa_app', name, 'truncate') as ok
  from unnest(array['ledger_entries', 'ledger_postings', 'ledger_checkpoints', 'transfer_events', 'staff_actions',
    'provider_events', 'provider_movements']) as name
) checked;

-- I9: no provider event is recorded twice
-- Scope: whole
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where times > 1), '[]') as offending
from (select provider, event_id, count(*) as times from provider_events group by provider, event_id) checked;

-- I9: no movement of an account is recorded twice
-- Scope: whole
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where times > 1), '[]') as offending
from (select account, provider_id, count(*) as times from provider_movements group by account, provider_id) checked;

-- I9: every entry has a cause: an event in its transfer's history, a staff action, a payment by a wallet, or a movement at a
-- provider or our bank
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select e.id, e.transfer_id, e.kind,
    exists (
      select from transfer_events s
      where s.transfer_id = coalesce(o.transfer_id, e.transfer_id) and case e.kind
        when 'capture' then o.action is distinct from 'extra' and (s.from_state = 'awaiting_payment' and s.to_state in ('paid', 'refunding'))
          or (o.action is distinct from 'extra' and s.kind = 'held' and s.to_state in ('awaiting_payment', 'cancelled'))
        when 'paid_out' then s.kind = 'moved' and s.to_state = 'sent'
        when 'refund' then (o.action is distinct from 'extra' and s.kind = 'moved' and s.to_state = 'refunded')
          or o.action = 'refund'
        when 'repaid' then o.action = 'refund' and s.kind = 'released'
        when 'dispute' then o.action = 'dispute' and s.kind in ('held', 'noted')
        else s.kind in ('held', 'released', 'noted') end
    ) or exists (
      select from collection_attempts a where a.entry_id = e.transfer_id and a.state = 'completed' and (e.kind = 'capture'
        or (e.kind = 'refund' and exists (select from collection_refunds r
          where r.attempt_id = a.id and r.request_id is null and r.state = 'succeeded')))
    ) or exists (
      select from provider_movements m where m.id = e.transfer_id and e.kind = any(case m.kind
        when 'bank_transfer' then array['bank_transfer', 'provider_fee']
        when 'fee' then array['provider_fee']
        when 'other' then '{}'
        when 'top_up' then array['top_up']
        when 'conversion' then array['bank_conversion']
        when 'adjustment' then array['adjustment']
        else case when m.transfer_id is null then '{}' else array['converted', 'provider_fee'] end end)
    ) as ok
  from ledger_entries e left join booked_apart o on o.id = e.transfer_id
  where coalesce(o.transfer_id, e.transfer_id) >= (select archived_before())
) checked;

-- I10: charge and pay-out are as quoted, and the quoted amount was captured while the price was honoured
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select t.id, t.quote_id,
    coalesce((t.user_id, t.amount, t.currency, t.fee, t.rate::numeric, t.receive_amount, t.receive_currency, t.charge_amount,
        t.charge_currency, t.charge_rate::numeric, t.charge_fee, t.charge_margin)
      = (q.user_id, q.send_amount, q.send_currency, q.fee_amount, q.rate::numeric, q.receive_amount, q.receive_currency,
        q.charge_amount, q.charge_currency, q.charge_rate::numeric, q.charge_fee, q.charge_margin)
      -- A debit is authorized while the quote is valid, and its price is honoured for some days more.
      and (t.captured_at is null or (coalesce(t.debit_started_at, t.captured_at) <= q.expires_at + interval '10 minutes'
          and t.captured_at <= t.quote_expires_at + interval '10 minutes')
        or t.state in ('refunding', 'refund_failed', 'refunded', 'cancelled') or t.hold_reason is not null)
      and not exists (
        select from ledger_entries e join ledger_postings p on p.entry_id = e.id
        where e.transfer_id = t.id and e.kind = 'capture' and not exists (
            select from transfer_events s where s.transfer_id = t.id and s.hold_reason = 'payment_mismatch')
          and (p.amount, p.currency) <> (t.charge_amount, t.charge_currency)), false) as ok
  from transfers t left join quotes q on q.id = t.quote_id
) checked;

-- I10: a charge is that of the way that paid: a card's, a bank account's, or one completed request to a wallet, of its amount and currency
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select t.id, t.pay_method, t.clearing, t.collection_id, a.state, a.received, a.received_currency, p.amount, p.currency,
    coalesce(case
      when t.debit_started_at is not null and t.pay_method <> 'bank_debit' then false
      when t.pay_method <> 'momo' then t.clearing = 'card_clearing' and t.collection_id is null and t.pay_network is null
        and not exists (select from collection_attempts c where c.transfer_id = t.id)
      when t.captured_at is null then t.collection_id is null and p.amount is null
      else a.transfer_id = t.id and a.state = 'completed' and t.pay_network = a.network and t.clearing <> 'card_clearing'
        and (p.amount, p.currency) = (a.received, a.received_currency) end, false) as ok
  from transfers t
  left join collection_attempts a on a.id = t.collection_id
  left join lateral (select p.amount, p.currency from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.transfer_id = t.id and e.kind = 'capture') p on true
  where t.id >= (select archived_before())
) checked;

-- I10: a charge and its refunds are booked in the account of the way that paid
-- MTN gives back out of the account that it pays from, so a refund of its collections may be booked there.
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select p.id as posting, e.transfer_id, e.kind, p.from_account, p.to_account, t.clearing,
    coalesce(case when o.action = 'extra' then own.name in ('payout_float', 'collection_float')
      else own.name = t.clearing or (own.name = 'payout_float' and t.clearing = 'collection_float' and e.kind <> 'capture')
    end, false) as ok
  from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  left join booked_apart o on o.id = e.transfer_id
  join transfers t on t.id = coalesce(o.transfer_id, e.transfer_id)
  cross join lateral (select split_part(case when e.kind = 'refund' then p.to_account else p.from_account end, ':', 1) as name) own
  where e.kind in ('capture', 'refund', 'refund_returned')
) checked;

-- I10: a pay-out is booked as the transfer's own fee, margin, exchange and received amount, and as nothing else
-- Except amounts that a bank took back meanwhile: that is our loss, bounded by the customer's balance of zero (I3).
with leg as (
  select e.transfer_id, e.kind, p.from_account, p.to_account, sum(p.amount) as amount
  from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  where e.kind in ('paid_out', 'late_payout', 'late_payout_undone') and (e.kind, p.to_account) <> ('paid_out', 'customer:' || p.currency)
  group by 1, 2, 3, 4
), due as (
  select e.transfer_id, e.kind, due.from_name || ':' || due.currency as from_account,
    due.to_name || ':' || due.currency as to_account, due.amount
  from ledger_entries e
  join transfers t on t.id = e.transfer_id
  cross join lateral (values
    ('paid_out', 'customer', 'fee', t.charge_fee, t.charge_currency),
    ('paid_out', 'customer', 'margin', t.charge_margin, t.charge_currency),
    ('paid_out', 'customer', 'fx', t.charge_amount - t.charge_fee - t.charge_margin, t.charge_currency),
    ('paid_out', 'fx', 'payout_float', t.receive_amount, t.receive_currency),
    ('late_payout', 'losses', 'fx', t.charge_amount - t.charge_fee - t.charge_margin, t.charge_currency),
    ('late_payout', 'fx', 'payout_float', t.receive_amount, t.receive_currency),
    ('late_payout_undone', 'fx', 'losses', t.charge_amount - t.charge_fee - t.charge_margin, t.charge_currency),
    ('late_payout_undone', 'payout_float', 'fx', t.receive_amount, t.receive_currency)
  ) as due (kind, from_name, to_name, amount, currency)
  where due.kind = e.kind and due.amount > 0 and e.transfer_id >= (select archived_before())
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where booked is distinct from due), '[]') as offending
from (
  select transfer_id, kind, from_account, to_account, leg.amount as booked, due.amount as due
  from leg full join due using (transfer_id, kind, from_account, to_account)
) checked;

-- I10: an entry about a movement is booked as the movement's own amounts, and as nothing else
with leg as (
  select e.transfer_id as movement, e.kind, p.from_account, p.to_account, sum(p.amount) as amount
  from ledger_entries e
  join ledger_postings p on p.entry_id = e.id
  join provider_movements m on m.id = e.transfer_id
  group by 1, 2, 3, 4
), own as (
  select m.*, case when account = 'bank' then 'bank' when account like '%-collection' then 'collection_float'
      else 'payout_float' end as book,
    case when account like '%-collection' then 'collection_float' else 'bank' end as source,
    kind in ('charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal') and transfer_id is not null as is_ours
  from provider_movements m
  where m.id >= (select archived_before())
), due as (
  select o.id as movement, due.kind, case when due.amount > 0 then due.from_name else due.to_name end || ':' || due.currency as from_account,
    case when due.amount > 0 then due.to_name else due.from_name end || ':' || due.currency as to_account, abs(due.amount) as amount
  from own o
  cross join lateral (values
    (o.is_ours and o.currency <> o.other_currency, 'converted', 'fx', 'card_clearing', o.amount, o.currency),
    (o.is_ours and o.currency <> o.other_currency, 'converted', 'card_clearing', 'fx', o.other_amount, o.other_currency),
    (o.is_ours or o.kind in ('fee', 'bank_transfer'), 'provider_fee', 'provider_fees', 'card_clearing',
      o.fee - case o.kind when 'fee' then o.other_amount else 0 end, o.other_currency),
    (o.kind = 'bank_transfer', 'bank_transfer', 'card_clearing', 'bank', o.other_amount, o.other_currency),
    (o.kind = 'top_up' and o.currency = o.other_currency, 'top_up', 'payout_float', o.source, o.amount, o.currency),
    (o.kind = 'top_up' and o.currency = o.other_currency, 'top_up', 'provider_fees', o.source, o.other_amount - o.amount, o.currency),
    (o.kind = 'top_up' and o.currency <> o.other_currency, 'top_up', 'payout_float', 'fx', o.amount, o.currency),
    (o.kind = 'top_up' and o.currency <> o.other_currency, 'top_up', 'fx', 'bank', o.other_amount, o.other_currency),
    (o.kind = 'conversion', 'bank_conversion', 'bank', 'fx', o.amount, o.currency),
    (o.kind = 'conversion', 'bank_conversion', 'fx', 'bank', o.other_amount, o.other_currency),
    -- Which book an adjustment changes depends on its account, which only the application knows.
    (o.kind = 'adjustment', 'adjustment', coalesce((select min(split_part(case when o.amount > 0 then l.from_account else l.to_account end, ':', 1))
      from leg l where l.movement = o.id), o.book), o.adjusts, o.amount, o.currency)
  ) as due (holds, kind, from_name, to_name, amount, currency)
  where due.holds and due.amount <> 0 and due.currency in (select currency from ledger_accounts)
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where booked is distinct from due), '[]') as offending
from (
  select movement, kind, from_account, to_account, leg.amount as booked, due.amount as due
  from leg full join due using (movement, kind, from_account, to_account)
) checked;

-- I10: an entry moves money only between accounts that its kind allows
with path (kind, from_name, to_name) as (
  values ('capture', 'card_clearing', 'customer'), ('capture', 'payout_float', 'customer'),
    ('capture', 'collection_float', 'customer'), ('refund', 'customer', 'payout_float'), ('refund', 'customer', 'collection_float'),
    ('refund_returned', 'payout_float', 'customer'), ('refund_returned', 'collection_float', 'customer'),
    ('top_up', 'payout_float', 'collection_float'), ('top_up', 'provider_fees', 'collection_float'), ('paid_out', 'customer', 'fee'), ('paid_out', 'customer', 'margin'),
    ('paid_out', 'customer', 'fx'), ('paid_out', 'fx', 'payout_float'), ('refund', 'customer', 'card_clearing'),
    ('refund_returned', 'card_clearing', 'customer'), ('repaid', 'customer', 'bank'), ('late_payout', 'losses', 'fx'),
    ('late_payout', 'fx', 'payout_float'), ('late_payout_undone', 'fx', 'losses'),
    ('late_payout_undone', 'payout_float', 'fx'), ('dispute', 'disputes', 'card_clearing'),
    ('dispute_won', 'card_clearing', 'disputes'), ('dispute_lost', 'customer', 'disputes'),
    ('dispute_lost', 'losses', 'disputes'), ('paid_out', 'losses', 'customer'),
    ('converted', 'fx', 'card_clearing'), ('converted', 'card_clearing', 'fx'),
    ('provider_fee', 'provider_fees', 'card_clearing'), ('provider_fee', 'card_clearing', 'provider_fees'),
    ('bank_transfer', 'bank', 'card_clearing'), ('bank_transfer', 'card_clearing', 'bank'),
    ('top_up', 'payout_float', 'bank'), ('top_up', 'provider_fees', 'bank'), ('top_up', 'payout_float', 'fx'),
    ('top_up', 'fx', 'bank'), ('bank_conversion', 'bank', 'fx'), ('bank_conversion', 'fx', 'bank')
  union all
  select 'adjustment', one, other
  from (
    select case when turned then book else adjusts end, case when turned then adjusts else book end
    from unnest(array['card_clearing', 'payout_float', 'collection_float', 'bank']) as book
    cross join unnest(array['provider_fees', 'losses', 'capital']) as adjusts
    cross join unnest(array[true, false]) as turned
  ) as adjustment (one, other)
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select p.id as posting, e.transfer_id, e.kind, p.from_account, p.to_account,
    exists (
      select from path where path.kind = e.kind and path.from_name = split_part(p.from_account, ':', 1)
        and path.to_name = split_part(p.to_account, ':', 1)) as ok
  from ledger_entries e join ledger_postings p on p.entry_id = e.id
) checked;

-- I11: transfers from a number stay within the limits of 24 hours and 30 days, not counting cancelled and refunded ones
-- Scope: senders
-- Transfers of another account that had the number count until it gave the number up, once this account verified it.
with counted as (
  select distinct user_id, user_id as sender, '-infinity'::timestamptz as since, 'infinity'::timestamptz as until
  from transfers
  union all
  select i.user_id, f.user_id, greatest(i.verified_at, f.closed_at), f.closed_at
  from account_numbers i
  join former_numbers f on f.number_key = sha256(convert_to(i.phone_number, 'UTF8')) and f.user_id <> i.user_id
)
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (
  where in_day > :day_limit or in_month > :month_limit), '[]') as offending
from (
  select t.id, t.user_id,
    sum(o.usd_amount) filter (where o.created_at > t.created_at - interval '24 hours') as in_day,
    sum(o.usd_amount) as in_month
  from transfers t
  join counted c on c.user_id = t.user_id and c.since <= t.created_at
  join transfers o on o.user_id = c.sender and o.created_at <= c.until and o.state not in ('cancelled', 'refunded')
    and o.created_at <= t.created_at and o.created_at > t.created_at - interval '30 days'
  where t.state not in ('cancelled', 'refunded')
  group by t.id, t.user_id
) checked;

-- I12: a transfer that has not ended is on hold or has a next step, and no lease is overdue by more than a minute
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select id, state, hold_reason, next_step_at, lease_until,
    ((lease_token is null) = (lease_until is null))
      and coalesce(lease_until > now() - interval '60 seconds', true)
      and (next_step_at is not null or hold_reason is not null or state in ('sent', 'refunded', 'cancelled')
        or (lease_until is not null and state = 'awaiting_payment')) as ok
  from transfers
) checked;

-- I12: every job is done, scheduled, or given up and announced; no worker without a heartbeat keeps one
-- Scope: state
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked) - 'ok') filter (where not ok), '[]') as offending
from (
  select j.id, j.task_identifier, j.attempts, j.max_attempts, j.locked_by, j.locked_at,
    (j.locked_at is null or j.locked_at > now() - interval '2 minutes'
      or exists (select from job_workers w where w.worker_id = j.locked_by and w.beat_at > now() - interval '2 minutes'))
    and (j.attempts < j.max_attempts or j.locked_at is not null or j.updated_at > now() - interval '3 minutes'
      or exists (select from dead_jobs d where d.job_id = j.id)) as ok
  from graphile_worker.jobs j
) checked;

-- D1: nothing is booked twice for a transfer
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where times > 1), '[]') as offending
from (select transfer_id, kind, count(*) as times from ledger_entries group by transfer_id, kind) checked;

-- D2: no two transfers share a quote, a payment, a pay-out reference or a reference
-- Scope: shared
select count(*) as examined, coalesce(jsonb_agg(to_jsonb(checked)) filter (where times > 1), '[]') as offending
from (
  select name, value, count(*) as times
  from transfers cross join lateral (values ('quote', quote_id::text), ('payment', payment_intent_id),
    ('pay-out', payout_reference::text), ('reference', reference)) as own (name, value)
  where value is not null
  group by name, value
) checked;
