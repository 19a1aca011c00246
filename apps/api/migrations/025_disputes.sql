-- A charge can be disputed more than once, and in part. Each dispute is booked under its own id with its own amount.
create table disputes (
  id uuid primary key default gen_random_uuid(),
  transfer_id uuid not null references transfers (id),
  -- The card provider's id; unknown for what was booked before this table, until it is seen again.
  provider_id text unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null default now()
);
create index disputes_of_transfer on disputes (transfer_id);
grant select, insert on disputes to sesa_app;
grant update (provider_id) on disputes to sesa_app;

insert into disputes (id, transfer_id, amount, currency)
select t.id, t.id, t.charge_amount, t.charge_currency
from ledger_entries e join transfers t on t.id = e.transfer_id
where e.kind = 'dispute';

-- What is booked for a transfer under another id than its own: an order to refund it, or a dispute of its charge.
create view booked_apart as
  select id, transfer_id, action from operator_actions where transfer_id is not null
  union all
  select id, transfer_id, 'dispute' from disputes;
grant select on booked_apart to sesa_app;
