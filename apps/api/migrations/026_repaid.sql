-- What no card takes back is paid back from our bank account and booked by an operator's order.
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret'));

-- What went back in another way than to the card, in minor units of the charge, so that nobody looks for it there.
alter table transfers add column repaid_amount bigint check (repaid_amount > 0);
grant update (repaid_amount) on transfers to sesa_app;

-- A release that does not know of it sees an order to refund, so what it books is never owed a second time.
create or replace view booked_apart as
  select id, transfer_id, case action when 'repaid' then 'refund' else action end as action
  from operator_actions where transfer_id is not null
  union all
  select id, transfer_id, 'dispute' from disputes;

-- Our bank account, from which that is paid.
insert into ledger_accounts (code, currency, kind)
select 'bank:' || currency, currency, 'asset' from unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

-- At zero where the other accounts' checkpoints are: without one the next checkpoint would read every posting there is.
insert into ledger_checkpoints (account, floor_id, upto_xid, balance, system_identifier)
select 'bank:' || currency, latest.floor_id, latest.upto_xid, 0, latest.system_identifier
from (select * from ledger_checkpoints order by id desc limit 1) latest
cross join unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;
