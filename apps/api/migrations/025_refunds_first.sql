-- Refunds to wallets are served before pay-outs, and a carrier may take a collection back.

-- What the carrier took back after it had reported the money as collected.
alter table collection_attempts add column taken_back bigint check (taken_back between 1 and received);
grant update (taken_back) on collection_attempts to sesa_app;
-- The carrier refused it because our float was too low: nothing was given back.
alter table collection_refunds add column lacked_float boolean not null default false;
grant update (lacked_float) on collection_refunds to sesa_app;

-- Refunds that we owe or may owe, with the account that would pay them: for open requests to pay, for charges that we must
-- refund, and for payments that came twice or too late. MTN refunds from its disbursement product. `refused_at`: when the
-- carrier last refused a refund because our float was too low.
create view promised_refunds as
select a.id as attempt_id, replace(a.collector, '-collection', '-disbursement') as account, a.country,
  coalesce(a.received_currency, a.currency) as currency,
  coalesce(a.received, a.amount) - coalesce(a.taken_back, 0) as amount,
  (select max(r.ended_at) from collection_refunds r where r.attempt_id = a.id and r.state = 'failed' and r.lacked_float)
    as refused_at
from (
  select id from collection_attempts where state in ('recorded', 'sent', 'open')
  union
  select collection_id from transfers
  where collection_id is not null and state in ('awaiting_payment', 'payout_failed', 'refunding', 'refund_failed')
  union
  select attempt_id from collection_refunds r where state <> 'succeeded' and request_id is null
    and not exists (select from collection_refunds given where given.attempt_id = r.attempt_id and given.state = 'succeeded')
) promised
join collection_attempts a on a.id = promised.id;
grant select on promised_refunds to sesa_app;
