-- Limits per person, recipient wallet and card, and the sender's identity as it was when the payment was opened.

-- The keyed digest of a name and date of birth, and of a card's fingerprint. Null on rows of earlier releases, and
-- `card_key` until the card is charged. The previous release writes rows without them.
alter table transfers add column person_key bytea check (octet_length(person_key) = 32);
alter table transfers add column card_key bytea check (octet_length(card_key) = 32);
grant update (card_key) on transfers to sesa_app;
create index transfers_of_person_key on transfers (person_key, created_at) where person_key is not null;
create index transfers_of_card_key on transfers (card_key, created_at) where card_key is not null;
create index transfers_to_wallet on transfers (recipient_phone, created_at);

-- The rows that limits shared by several accounts lock, in the order of their keys.
create table limit_keys (
  key bytea primary key check (octet_length(key) = 32),
  used_at timestamptz not null default now()
);
grant select, insert, update, delete on limit_keys to sesa_app;

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
grant select, insert, delete on transfer_senders to sesa_app;

-- A change of identity takes this lock too; the row of an account that never sent goes when the account closes.
grant delete on user_limits to sesa_app;

-- Names and dates of birth that a customer with transfers replaced. Moved to locked_records when the account closes.
create table identity_changes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  session_id uuid not null,
  name text,
  dob date,
  changed_at timestamptz not null default clock_timestamp()
);
create index identity_changes_of on identity_changes (user_id, id);
grant select, insert, delete on identity_changes to sesa_app;

-- `identity`: the sender's name or date of birth changed while the payment was open. `declined`: too many declines.
alter table transfers drop constraint transfers_cancel_reason_check;
alter table transfers add constraint transfers_cancel_reason_check
  check (cancel_reason in ('replaced', 'expired', 'user', 'operator', 'identity', 'declined'));
