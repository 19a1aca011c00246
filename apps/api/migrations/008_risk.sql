-- Risk: fraud rules and their decisions, account holds, declined cards.

-- Fraud -------------------------------------------------------------------------------------------------------

-- Every decision about a new payment, with the facts it was made from. `version` 0 is the set of rules shipped with the
-- product. Without a transfer the payment was refused.
create table fraud_decisions (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  transfer_id uuid unique references transfers (id),
  version integer not null check (version >= 0),
  outcome text not null check (outcome in ('allow', 'authenticate', 'delay', 'refuse')),
  -- The rule that decided the outcome; null where none applied.
  rule_id text,
  -- Every rule that applied, with what it asks for.
  applied jsonb not null,
  facts jsonb not null,
  -- Minor units of the sender's currency, without the fee.
  amount bigint not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  decided_at timestamptz not null default clock_timestamp()
);
create index fraud_decisions_by_age on fraud_decisions (decided_at);
create trigger fraud_decisions_never_change before update or delete on fraud_decisions
  for each row execute function refuse_change();

-- One row per warning, review or dispute of the card provider, and per hold by staff. An account is on hold until all its rows
-- are lifted.
create table account_holds (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  cause text not null check (cause in ('fraud_warning', 'review', 'dispute', 'staff')),
  -- The card provider's id of the warning, review or dispute. Unique: each opens one hold.
  provider_id text unique check (provider_id <> ''),
  -- The transfer whose charge was reported.
  transfer_id uuid references transfers (id),
  opened_by text not null,
  reason text not null,
  opened_at timestamptz not null default clock_timestamp(),
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text,
  check ((cause = 'staff') = (provider_id is null)),
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null))
);
create index account_holds_in_force on account_holds (user_id) where lifted_at is null;
create unique index account_holds_one_by_staff on account_holds (user_id) where cause = 'staff' and lifted_at is null;

-- Where payments come from ------------------------------------------------------------------------------------

-- The browser in which a payment was opened, by the digest of its cookie. Kept as long as rules count payments.
create table payment_devices (
  transfer_id uuid primary key references transfers (id),
  device_hash bytea not null,
  opened_at timestamptz not null default now()
);
create index payment_devices_of on payment_devices (device_hash, opened_at);
create index payment_devices_by_age on payment_devices (opened_at);

-- The keyed digest of the network address that a payment was opened from.
create table payment_origins (
  transfer_id uuid primary key references transfers (id),
  address_key text not null,
  opened_at timestamptz not null default now()
);
create index payment_origins_by_age on payment_origins (opened_at);

-- One row per declined charge, however often and in whatever order the card provider reports it.
create table card_declines (
  -- The provider's id of the charge; of the event where no charge was made.
  decline_id text primary key,
  transfer_id uuid not null references transfers (id),
  address_key text,
  declined_at timestamptz not null default now()
);
create index card_declines_of on card_declines (transfer_id, declined_at);
create index card_declines_from on card_declines (address_key, declined_at) where address_key is not null;
create index card_declines_by_age on card_declines (declined_at);

