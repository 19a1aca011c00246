-- Transfers, their history and attempts.

-- Limits ------------------------------------------------------------------------------------------------------

-- The row that the checks of a customer's limits lock. A change of identity takes this lock too.
create table user_limits (
  user_id uuid primary key references users (id),
  created_at timestamptz not null default now()
);

-- The rows that the checks of limits shared by several accounts lock, in the order of their keys.
create table limit_keys (
  key bytea primary key check (octet_length(key) = 32),
  used_at timestamptz not null default now()
);

-- Numbers of closed accounts, and numbers that accounts gave up at `closed_at`, as digests. Transfers until then count for the
-- limits of whichever account has the number next, so a row is kept as long as they count.
create table former_numbers (
  user_id uuid references users,
  number_key bytea not null check (octet_length(number_key) = 32),
  closed_at timestamptz not null default now(),
  primary key (user_id, number_key)
);
create index former_numbers_of on former_numbers (number_key);
create index former_numbers_by_age on former_numbers (closed_at);

-- Transfers ---------------------------------------------------------------------------------------------------

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
  -- What the sender declared about the money, where the network asks for it.
  purpose_of_funds text check (purpose_of_funds ~ '^[a-z_]{1,40}$'),
  source_of_funds text check (source_of_funds ~ '^[a-z_]{1,40}$'),
  relationship text check (relationship ~ '^[a-z_]{1,40}$'),
  -- The keyed digest of a name and date of birth, which limits are counted on.
  person_key bytea check (octet_length(person_key) = 32),
  -- How the typed name compared with the wallet's, by which version of the rule, and when.
  name_check text check (name_check in ('match', 'close', 'different', 'unknown')),
  name_rule smallint check (name_rule > 0),
  name_checked_at timestamptz,
  -- The registered name as the customer saw it: initials where the country's carriers do not show it to everyone.
  account_name text check (char_length(account_name) between 1 and 400),
  -- How 3-D Secure is requested; null leaves it to the card provider and the bank.
  request_3ds text check (request_3ds in ('any', 'challenge')),
  -- Where the trace began (W3C `traceparent`): later steps, callbacks and jobs continue it. Null without tracing.
  traceparent text,

  payment_intent_id text unique,
  state text not null default 'awaiting_payment' check (state in (
    'awaiting_payment', 'paid', 'paying_out', 'payout_unknown', 'payout_failed', 'sent',
    'refunding', 'refund_failed', 'refunded', 'cancelled')),
  state_changed_at timestamptz not null default now(),
  captured_at timestamptz,
  -- True while the card provider has not said whether the card of an opened payment was charged. Lists show it as checking.
  charge_unknown boolean not null default false,
  -- The card that paid, as the customer knows it, the country of its bank, and the keyed digest of its fingerprint; null
  -- until the card is charged.
  card_brand text check (card_brand ~ '^[a-z_]{1,40}$'),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  card_wallet text check (card_wallet ~ '^[a-z_]{1,40}$'),
  card_country text check (card_country ~ '^[A-Z]{2}$'),
  card_key bytea check (octet_length(card_key) = 32),
  -- The money leaves this long after the charge. The charge says whether a saved card paid; the rules of fraud then decide
  -- again.
  payout_delay_minutes integer not null default 0 check (payout_delay_minutes between 0 and 1440),
  -- Set before the pay-out is under way, it ends the transfer; set later, it is a wish that a failed pay-out fulfils.
  -- `identity`: the sender's name or date of birth changed while the payment was open. `declined`: too many declines.
  -- `account_held`: the account was put on hold after the payment was opened.
  cancel_reason text check (cancel_reason in (
    'replaced', 'expired', 'user', 'staff', 'identity', 'declined', 'account_held')),
  failure_code text,
  hold_reason text,
  hold_owner text,
  -- The refund that staff ordered for a held transfer, until the engine has carried it out.
  refund_order uuid references staff_actions (id),
  -- Repaid by other means than the card, in minor units of the charge, so that nobody looks for it there.
  repaid_amount bigint check (repaid_amount > 0),
  -- Events of the card provider wait to be handled.
  late_events_pending boolean not null default false,
  next_step_at timestamptz,
  -- Counts wakes, so that a step that ends sees whether one came while it ran.
  wake_version integer not null default 0,
  -- Steps since the state changed, and steps in a row that ended in an error of ours.
  attempts integer not null default 0,
  failures integer not null default 0,
  lease_token uuid,
  lease_until timestamptz,
  check (total = amount + fee),
  check (charge_fee + charge_margin <= charge_amount),
  check ((hold_reason is null) = (hold_owner is null)),
  constraint transfers_declaration_whole check
    ((purpose_of_funds is null) = (source_of_funds is null) and (purpose_of_funds is not null or relationship is null))
);
create index transfers_due on transfers (next_step_at) where next_step_at is not null;
create index transfers_limits on transfers (user_id, created_at);
create index transfers_of_person_key on transfers (person_key, created_at) where person_key is not null;
create index transfers_of_card_key on transfers (card_key, created_at) where card_key is not null;
create index transfers_to_wallet on transfers (recipient_phone, created_at);
-- Metrics count held transfers every few seconds.
create index transfers_held on transfers (hold_reason) where hold_reason is not null;
-- The newest transfers that arrived, by network: how long they took is the delivery estimate that customers see.
create index transfers_sent_to on transfers (country, network, state_changed_at desc) include (captured_at)
  where state = 'sent' and captured_at is not null;
-- A customer's own history, newest first, by each thing that they search for. Transfers that were never charged are in none
-- of them.
create index transfers_of_user on transfers (user_id, id desc) where captured_at is not null;
create index transfers_of_user_by_recipient on transfers (user_id, recipient_phone, recipient_name, id desc)
  where captured_at is not null;
create index transfers_of_user_by_amount on transfers (user_id, amount, id desc) where captured_at is not null;
create index transfers_of_user_by_received on transfers (user_id, receive_amount, id desc) where captured_at is not null;
create index transfers_of_user_by_state on transfers (user_id, state, id desc) where captured_at is not null;
create index transfers_of_user_held on transfers (user_id, id desc)
  where captured_at is not null and hold_reason is not null;
create index transfers_of_user_unpaid on transfers (user_id, id desc)
  where state = 'awaiting_payment' and captured_at is null;

-- The sender as declared when the payment was opened. Never updated; moved to locked_records when the account closes.
create table transfer_senders (
  transfer_id uuid primary key references transfers (id),
  user_id uuid not null references users (id),
  name text not null,
  dob date,
  gender text,
  phone text,
  nationality text,
  address_line text,
  postal_code text,
  city text,
  country text,
  identification_type text,
  -- Sealed as in sender_details, for the same user.
  identification_number bytea,
  occupation text,
  frozen_at timestamptz not null default clock_timestamp()
);
create index transfer_senders_of on transfer_senders (user_id);

-- A key keeps only the transfer's id: a repeated request reads the answer again. Errors are not stored.
create table idempotency_keys (
  user_id uuid not null references users (id),
  key text not null,
  body_hash text not null,
  transfer_id uuid not null references transfers (id),
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);

-- History -----------------------------------------------------------------------------------------------------

-- `to_state` is the state after; a row with `hold_reason` records a hold. Partitioned by month, as postings are.
create table transfer_events (
  id bigint generated always as identity,
  transfer_id uuid not null references transfers (id),
  from_state text,
  to_state text not null,
  hold_reason text,
  detail text,
  at timestamptz not null default clock_timestamp(),
  kind text not null default 'moved' check (kind in ('moved', 'held', 'released', 'cancel_requested', 'noted')),
  -- The member of staff; null for the engine and the sender.
  staff text
) partition by range (transfer_id);
create index transfer_events_of on transfer_events (transfer_id, id);
create trigger transfer_events_never_change before update or delete on transfer_events
  for each row execute function refuse_change();
create trigger transfer_events_never_emptied before truncate on transfer_events
  for each statement execute function refuse_change();

-- Attempts ----------------------------------------------------------------------------------------------------

-- One row per request to pay out, committed before it is sent. All requests of a transfer carry its one payout reference.
create table payout_attempts (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '60 seconds',
  outcome text check (outcome in ('accepted', 'rejected', 'unknown')),
  closed_at timestamptz,
  -- When the carrier's final report last agreed with our books. Reconciliation asks about a pay-out until then, and
  -- afterwards only in its round through older ones.
  agreed_at timestamptz,
  -- The code with which the carrier refused or failed the request, and its words.
  answer text check (char_length(answer) between 1 and 800)
);
create index payout_attempts_of on payout_attempts (transfer_id);
comment on column payout_attempts.agreed_at is 'when the carrier''s final report last agreed with our books';
comment on column payout_attempts.answer is 'the code with which the carrier refused or failed the request, and its words';

-- One row per refund request, committed before it is sent; its id is in the provider's idempotency key.
create table refund_attempts (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  sent_at timestamptz not null default now(),
  refund_order uuid references staff_actions (id)
);
create index refund_attempts_of on refund_attempts (transfer_id);

create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  subject text,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index provider_events_subject on provider_events (subject) where subject is not null;

-- A charge can be disputed more than once, and in part. Each dispute is booked under its own id with its own amount.
create table disputes (
  id uuid primary key default uuidv7(),
  transfer_id uuid not null references transfers (id),
  provider_id text unique,
  amount bigint not null check (amount > 0),
  currency text not null,
  created_at timestamptz not null default now()
);
create index disputes_of_transfer on disputes (transfer_id);

-- Actions of staff --------------------------------------------------------------------------------------------

-- Not in 004, since each of the two tables refers to the other: a transfer names the refund that staff ordered.
alter table staff_actions add foreign key (transfer_id) references transfers (id);

-- Ledger entries of a transfer that are booked under another id: a refund order, or a dispute of its charge.
create view booked_apart as
  select id, transfer_id, case action when 'repaid' then 'refund' else action end as action
  from staff_actions where transfer_id is not null
  union all
  select id, transfer_id, 'dispute' from disputes;

-- Appends every action of staff to the audit log, at the commit: the end of the chain is locked for a moment only, and after
-- all other locks.
create function audit_staff_action() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  request approvals;
  transfer transfers;
  change jsonb := coalesce(new.change, '{}');
begin
  select * into request from approvals where id = new.approval_id;
  select * into transfer from transfers where id = new.transfer_id;
  -- At the commit, the transfer is as the action left it. The payload of an approved request may name people, so the entry
  -- has its digest.
  if transfer.id is not null then
    change := change || jsonb_build_object('after',
      jsonb_build_object('state', transfer.state, 'onHold', transfer.hold_reason is not null));
  elsif new.change is null and request.id is not null then
    change := jsonb_build_object('before', jsonb_build_object('version', request.entity_version),
      'after', jsonb_build_object('request', encode(request.payload_hash, 'hex')));
  end if;
  perform append_audit(
    coalesce(acting_member(), request.maker, member_named(new.staff)),
    'action.' || new.action,
    coalesce(transfer.reference, new.subject, request.entity),
    jsonb_build_object('id', new.id, 'approval', new.approval_id,
      'proposer', member_named(new.proposed_by),
      'approver', coalesce(request.checker, member_named(new.approved_by))) || change,
    jsonb_strip_nulls(jsonb_build_object('actor', new.staff, 'reason', new.reason, 'proposedBy', new.proposed_by,
      'approvedBy', new.approved_by)));
  return null;
end $$;
create constraint trigger staff_actions_are_audited after insert on staff_actions
  deferrable initially deferred for each row execute function audit_staff_action();
