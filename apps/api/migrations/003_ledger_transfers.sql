-- The ledger and the transfers. Roles: sesa_app may add to the ledger and to histories, never change them.

-- Ledger ------------------------------------------------------------------------------------------------------

-- The chart of accounts. Rows here carry no balance and are never updated or locked, so writers never meet on them.
create table ledger_accounts (
  code text primary key,
  currency text not null check (currency in ('LRD', 'GHS', 'SLE', 'USD')),
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense', 'trading')),
  check (code like '%:' || currency)
);

insert into ledger_accounts (code, currency, kind)
select name || ':' || currency, currency, kind
from (values
  ('card_clearing', 'asset'),    -- what the card provider owes us
  ('payout_float', 'asset'),     -- what lies with the operators
  ('disputes', 'asset'),         -- taken back by card holders' banks, until won or written off
  ('customer', 'liability'),     -- what we owe senders; zero per transfer once it has ended
  ('fee', 'income'),
  ('margin', 'income'),
  ('fx', 'trading'),             -- the open position between currencies
  ('losses', 'expense')          -- money that left twice, until recovered
) as account (name, kind)
cross join unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

-- One entry per transfer and kind. No foreign key to transfers: operators' corrections carry ids of their own.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  created_at timestamptz not null default now(),
  unique (transfer_id, kind)
);

-- A posting is from, to, amount, currency: an unbalanced entry cannot be expressed. No foreign key to the accounts:
-- its row lock on a shared account would make every writer meet there; the insert joins the chart instead.
create table ledger_postings (
  id bigint generated always as identity primary key,
  entry_id bigint not null,
  transfer_id uuid not null,
  from_account text not null,
  to_account text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null default now(),
  xid xid8 not null default pg_current_xact_id(),
  check (from_account <> to_account),
  check (from_account like '%:' || currency and to_account like '%:' || currency)
);
create index ledger_postings_xid on ledger_postings (xid);
create index ledger_postings_transfer on ledger_postings (transfer_id);

create table ledger_checkpoints (
  id bigint generated always as identity primary key,
  account text not null references ledger_accounts (code),
  floor_id bigint not null,
  upto_xid xid8 not null,
  balance bigint not null,
  system_identifier bigint not null,
  created_at timestamptz not null default now()
);
create index ledger_checkpoints_latest on ledger_checkpoints (account, id desc);

grant select on ledger_accounts to sesa_app;
grant select, insert on ledger_entries, ledger_postings, ledger_checkpoints to sesa_app;

-- Transfers ---------------------------------------------------------------------------------------------------

-- The row that a user's limit checks lock.
create table user_limits (
  user_id uuid primary key references users (id),
  created_at timestamptz not null default now()
);
grant select, insert, update on user_limits to sesa_app;

-- Amounts, rates and recipient are a copy of the stored quote and the checked request: sesa_app cannot change them.
create table transfers (
  id uuid primary key default uuidv7(),
  reference text not null unique check (reference ~ '^S-[0-9A-Z]{8}$'),
  user_id uuid not null references users (id),
  quote_id uuid not null unique references quotes (id),
  sender_country text not null,
  country text not null,
  recipient_name text not null,
  recipient_phone text not null,
  network text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  fee bigint not null check (fee >= 0),
  total bigint not null,
  rate text not null,
  receive_amount bigint not null check (receive_amount > 0),
  receive_currency text not null,
  charge_amount bigint not null check (charge_amount > 0),
  charge_currency text not null,
  charge_rate text not null,
  charge_fee bigint not null check (charge_fee >= 0),
  charge_margin bigint not null check (charge_margin >= 0),
  usd_amount bigint not null check (usd_amount >= 0),
  quote_expires_at timestamptz not null,
  deliver_by timestamptz not null,
  payout_reference uuid not null default gen_random_uuid() unique,
  created_at timestamptz not null default now(),

  payment_intent_id text unique,
  state text not null default 'awaiting_payment' check (state in (
    'awaiting_payment', 'paid', 'paying_out', 'payout_unknown', 'payout_failed', 'sent',
    'refunding', 'refund_failed', 'refunded', 'cancelled')),
  state_changed_at timestamptz not null default now(),
  captured_at timestamptz,
  cancel_reason text check (cancel_reason in ('replaced', 'expired')),
  failure_code text,
  hold_reason text,
  hold_owner text,
  recheck boolean not null default false,
  next_step_at timestamptz,
  -- Hints that came in: a step that ends sees whether one came while it ran.
  bumps integer not null default 0,
  -- Steps since the state changed, and steps in a row that ended in an error of ours.
  attempts integer not null default 0,
  failures integer not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  check (total = amount + fee),
  check (charge_fee + charge_margin <= charge_amount),
  check ((hold_reason is null) = (hold_owner is null))
);
create index transfers_due on transfers (next_step_at) where next_step_at is not null;
create index transfers_of_user on transfers (user_id, id desc) where captured_at is not null;
create index transfers_limits on transfers (user_id, created_at);

grant select, insert on transfers to sesa_app;
grant update (payment_intent_id, state, state_changed_at, captured_at, cancel_reason, failure_code, hold_reason,
  hold_owner, recheck, next_step_at, bumps, attempts, failures, lease_token, lease_until) on transfers to sesa_app;

-- Append-only history. `to_state` is the state after; with `hold_reason` the row records a hold.
create table transfer_events (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  from_state text,
  to_state text not null,
  hold_reason text,
  detail text,
  at timestamptz not null default clock_timestamp()
);
create index transfer_events_of on transfer_events (transfer_id, id);
grant select, insert on transfer_events to sesa_app;

-- One row per request to pay out, committed before it is sent. All of a transfer carry its one payout reference.
create table payout_attempts (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '60 seconds',
  outcome text check (outcome in ('accepted', 'rejected', 'unknown')),
  closed_at timestamptz
);
create index payout_attempts_of on payout_attempts (transfer_id);
grant select, insert on payout_attempts to sesa_app;
grant update (outcome, closed_at) on payout_attempts to sesa_app;

-- One row per refund request, committed before it is sent; its id is in the provider's idempotency key.
create table refund_attempts (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  sent_at timestamptz not null default now()
);
create index refund_attempts_of on refund_attempts (transfer_id);
grant select, insert on refund_attempts to sesa_app;

create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  subject text,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
grant select, insert on provider_events to sesa_app;

-- Only the transfer's id is kept under a key: the answer is read again, errors are not stored.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  body_hash text not null,
  transfer_id uuid not null references transfers (id),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
grant select, insert, delete on idempotency_keys to sesa_app;
