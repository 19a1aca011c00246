-- Fraud: accounts on hold for new payments, rules with a version, and every decision that a rule made.

-- One row per warning, review or dispute of the card provider, and per hold by staff. An account is on hold while one of
-- its rows is not lifted.
create table account_holds (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  cause text not null check (cause in ('fraud_warning', 'review', 'dispute', 'staff')),
  -- The card provider's id of the warning, review or dispute, so that each opens one hold, once.
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
grant select, insert, update (lifted_at, lifted_by, lift_reason) on account_holds to sesa_app;

alter table announced drop constraint announced_kind_check;
alter table announced add constraint announced_kind_check check (kind in ('hold', 'offender', 'account_hold'));

-- `account_held`: the account was put on hold after the payment was opened.
alter table transfers drop constraint transfers_cancel_reason_check;
alter table transfers add constraint transfers_cancel_reason_check
  check (cancel_reason in ('replaced', 'expired', 'user', 'operator', 'identity', 'declined', 'account_held'));

-- The rules. The newest version is in force; the application changes them by command only, with author and reason.
create table fraud_rules (
  version integer generated always as identity primary key,
  rules jsonb not null check (jsonb_typeof(rules) = 'object'),
  author text not null check (author <> ''),
  reason text not null check (reason <> ''),
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert on fraud_rules to sesa_app;
create trigger fraud_rules_never_change before update or delete on fraud_rules
  for each row execute function refuse_change();

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
grant select, insert on fraud_decisions to sesa_app;
create trigger fraud_decisions_never_change before update or delete on fraud_decisions
  for each row execute function refuse_change();

-- What a rule asked for, beside the transfer. The money leaves this long after the charge.
alter table transfers add column payout_delay_minutes integer not null default 0
  check (payout_delay_minutes between 0 and 1440);
-- How 3-D Secure is requested; null leaves it to the card provider and the bank.
alter table transfers add column request_3ds text check (request_3ds in ('any', 'challenge'));

-- The country of the card's bank, as the card provider reports it with the charge.
alter table transfers add column card_country text check (card_country ~ '^[A-Z]{2}$');
grant update (card_country) on transfers to sesa_app;

-- The browser that a payment was opened in, by the digest of its mark, for as long as rules count payments.
create table payment_devices (
  transfer_id uuid primary key references transfers (id),
  device_hash bytea not null,
  opened_at timestamptz not null default now()
);
create index payment_devices_of on payment_devices (device_hash, opened_at);
create index payment_devices_by_age on payment_devices (opened_at);
grant select, insert, delete on payment_devices to sesa_app;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret',
  'hold_account', 'lift_account_hold', 'set_fraud_rules'));
