-- Treasury: what moves our money at the providers and at our bank, beside transfers: fees, conversions, payouts to our
-- bank, top-ups of wallets. Each movement is booked under its own id.

-- One row per movement. `account`: an account at a provider such as `stripe` or `pawapay`, `manual` for pay-outs by hand,
-- or `bank`. `provider_id`: the provider's own id, or the reference that staff gave, so that nothing is entered twice.
--
-- Signed minor units; positive comes in. Of movements that the card provider reports, `amount` is in the charge's currency
-- and `other_amount` in the balance's, before `fee`. Of a top-up, `amount` reached the wallet and `other_amount` left our
-- bank; of a conversion at our bank, `amount` was bought and `other_amount` was sold.
create table provider_movements (
  id uuid primary key default uuidv7(),
  account text not null check (account ~ '^[a-z][a-z-]{1,29}$'),
  provider_id text not null check (length(provider_id) between 1 and 200),
  kind text not null check (kind in (
    'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'bank_transfer', 'fee', 'other',
    'top_up', 'conversion', 'adjustment')),
  -- The transfer whose charge moved; null for a charge that no transfer of ours has.
  transfer_id uuid references transfers (id),
  amount bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  other_amount bigint not null,
  other_currency text not null check (other_currency ~ '^[A-Z]{3}$'),
  -- What the card provider kept, in `other_currency`; negative when it returned a fee.
  fee bigint not null default 0,
  -- An adjustment books a fee, a loss, or the owners' money.
  adjusts text check (adjusts in ('provider_fees', 'losses', 'capital')),
  occurred_at timestamptz not null,
  -- Who entered it and why; null for what a provider reported.
  action_id uuid unique references operator_actions (id),
  recorded_at timestamptz not null default clock_timestamp(),
  unique (account, provider_id),
  check ((action_id is not null) = (kind in ('top_up', 'conversion', 'adjustment'))),
  check ((adjusts is not null) = (kind = 'adjustment')),
  check (kind not in ('top_up', 'conversion') or (amount > 0 and other_amount > 0 and fee = 0)),
  check (kind <> 'conversion' or (account = 'bank' and currency <> other_currency)),
  check (kind <> 'top_up' or currency <> other_currency or other_amount >= amount),
  check (kind <> 'adjustment' or (amount <> 0 and fee = 0 and (amount, currency) = (other_amount, other_currency)))
);
create index provider_movements_by_time on provider_movements (account, occurred_at);
create index provider_movements_entered on provider_movements (currency) where action_id is not null;
create index provider_movements_of on provider_movements (transfer_id) where transfer_id is not null;
grant select, insert on provider_movements to sesa_app;
create trigger provider_movements_never_change before update or delete on provider_movements
  for each row execute function refuse_change();

-- How far the movements of an account are read. A list is read from the newest back to `since`; `cursor` is where the next
-- page begins, so that a reading that was interrupted goes on from there.
create table provider_reads (
  account text primary key,
  -- All movements until then are read; null before the first complete reading.
  read_upto timestamptz,
  -- The reading at work: its beginning, the time it goes back to, and its next page.
  began_at timestamptz,
  since timestamptz,
  cursor text,
  check ((began_at is null) = (since is null) and (began_at is not null or cursor is null))
);
grant select, insert, update on provider_reads to sesa_app;

-- The last comparison of an account of ours and a currency with the providers' balances.
create table treasury_positions (
  account text not null check (account in ('card_clearing', 'payout_float')),
  currency text not null,
  difference bigint not null,
  compared_at timestamptz not null,
  -- When both were last exactly equal; at first, when they were first compared.
  equal_at timestamptz not null,
  primary key (account, currency)
);
grant select, insert, update on treasury_positions to sesa_app;

alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts add constraint ledger_accounts_kind_check
  check (kind in ('asset', 'liability', 'income', 'expense', 'trading', 'equity'));
insert into ledger_accounts (code, currency, kind)
select name || ':' || currency, currency, kind
from (values
  ('provider_fees', 'expense'),  -- what providers keep for their work
  ('capital', 'equity')          -- what the owners put in, opening balances included
) as account (name, kind)
cross join unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

-- At zero where the other accounts' checkpoints are, as in 026.
insert into ledger_checkpoints (account, floor_id, upto_xid, balance, system_identifier)
select name || ':' || currency, latest.floor_id, latest.upto_xid, 0, latest.system_identifier
from (select * from ledger_checkpoints order by id desc limit 1) latest
cross join unnest(array['provider_fees', 'capital']) as name
cross join unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret',
  'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust'));
