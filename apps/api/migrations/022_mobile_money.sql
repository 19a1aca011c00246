-- Paying by mobile money: the way to pay of a transfer, and its attempts at the carriers.

-- `pay_method` is chosen when the payment is opened. `clearing` is the account that a charge was booked to, `pay_network` the
-- network whose wallet paid, and `collection_id` the attempt that did; all three are set by the charge.
alter table transfers
  add column pay_method text not null default 'card' check (pay_method in ('card', 'momo')),
  add column pay_network text,
  add column clearing text not null default 'card_clearing'
    check (clearing in ('card_clearing', 'payout_float', 'collection_float')),
  add column collection_id uuid;
grant update (pay_network, clearing, collection_id) on transfers to sesa_app;

-- Carriers that keep collections apart from pay-outs hold them here.
insert into ledger_accounts (code, currency, kind)
select 'collection_float:' || currency, currency, 'asset' from unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

alter table treasury_positions drop constraint treasury_positions_account_check,
  add constraint treasury_positions_account_check check (account in ('card_clearing', 'payout_float', 'collection_float'));

-- One row per request to pay, committed before it is sent; its id is the carrier's reference. `sent_at` is taken before the
-- request. An attempt that is not final may still take money, whatever the transfer's state.
create table collection_attempts (
  id uuid primary key default gen_random_uuid(),
  transfer_id uuid not null references transfers (id),
  number smallint not null check (number > 0),
  collector text not null check (collector ~ '^[a-z][a-z-]{1,29}$'),
  country text not null,
  network text not null,
  -- The payer's wallet, E.164.
  phone text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  state text not null default 'recorded' check (state in (
    'recorded', 'sent', 'open', 'completed', 'failed', 'refused', 'stopped', 'never_arrived')),
  recorded_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  -- When the carrier stops waiting for the payer, by its own answer or its documented time.
  ends_at timestamptz,
  ended_at timestamptz,
  -- When the carrier first said that it does not know the request.
  missed_at timestamptz,
  -- The carrier's own id, where it needs one to be asked; the USSD code to dial; the code and words of a failure.
  provider_id text,
  code text,
  answer text check (char_length(answer) between 1 and 800),
  -- When the carrier's final report last agreed with its end.
  agreed_at timestamptz,
  -- When the payer first read how it ended; null while they were away.
  seen_at timestamptz,
  -- What the carrier says that it collected.
  received bigint check (received > 0),
  received_currency text,
  -- The key of the customer's call, so that a repeated call asks the payer once.
  idempotency_key text,
  -- Under this id money is booked that did not pay the transfer. It begins with the time, as every id in the ledger.
  entry_id uuid not null default uuidv7() unique,
  unique (transfer_id, number),
  unique (transfer_id, idempotency_key)
);
comment on column collection_attempts.answer is 'the code with which the carrier refused or failed the request, and its words';
-- One open attempt for a transfer, and one open prompt for a wallet.
create unique index collection_attempts_open on collection_attempts (transfer_id)
  where state in ('recorded', 'sent', 'open');
create unique index collection_attempts_open_of_wallet on collection_attempts (phone)
  where state in ('recorded', 'sent', 'open');
-- Ends that their payer may not know.
create index collection_attempts_unseen on collection_attempts (ended_at)
  where state in ('failed', 'never_arrived') and seen_at is null;
create index collection_attempts_of_wallet on collection_attempts (phone, recorded_at);
-- The attempts that may turn out to have taken money after all, and how long the newest payers needed.
create index collection_attempts_ended on collection_attempts (ended_at) where state in ('never_arrived', 'completed');

-- Money given back to the wallet that paid, or, when `extra`, to a wallet that paid a transfer a second time or too late. Its id is
-- the carrier's reference. A refund of the engine has the id of its request.
create table collection_refunds (
  id uuid primary key default gen_random_uuid(),
  attempt_id uuid not null references collection_attempts (id),
  request_id bigint unique references refund_attempts (id),
  amount bigint not null check (amount > 0),
  state text not null default 'sent' check (state in ('sent', 'succeeded', 'failed')),
  sent_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  provider_id text,
  answer text check (char_length(answer) between 1 and 800)
);
create index collection_refunds_of on collection_refunds (attempt_id);
create unique index collection_refunds_extra on collection_refunds (attempt_id)
  where request_id is null and state <> 'failed';

-- Ledger entries of a transfer that are booked under another id: a refund order, a dispute of its charge, or a payment that did
-- not pay it.
create or replace view booked_apart as
  select id, transfer_id, case action when 'repaid' then 'refund' else action end as action
  from staff_actions where transfer_id is not null
  union all
  select id, transfer_id, 'dispute' from disputes
  union all
  select entry_id, transfer_id, 'extra' from collection_attempts;

-- What a carrier last reported about a network that it collects from: amounts in minor units, and what the payer sees.
create table collection_terms (
  collector text not null,
  country text not null,
  network text not null,
  open boolean not null,
  currency text not null,
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  whole_units boolean not null,
  prompt text not null check (prompt in ('automatic', 'manual', 'code')),
  name_shown text,
  instructions jsonb not null default '[]',
  reported_at timestamptz not null default now(),
  primary key (collector, country, network)
);

grant select, insert on collection_attempts, collection_refunds to sesa_app;
grant update (state, sent_at, ends_at, ended_at, missed_at, seen_at, agreed_at, provider_id, code, answer, received, received_currency)
  on collection_attempts to sesa_app;
grant update (state, ended_at, provider_id, answer) on collection_refunds to sesa_app;
grant select, insert, update, delete on collection_terms to sesa_app;
