-- What people are written to about, what they write to us, and how their own history is searched.

-- Which e-mails a user wants. No row: the defaults of a user who has chosen nothing.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  transaction_successful boolean not null,
  transaction_fails boolean not null,
  rates_change boolean not null,
  money_received boolean not null,
  loan_request_successful boolean not null,
  loan_request_fails boolean not null,
  updated_at timestamptz not null default now()
);
create index notification_settings_rates on notification_settings (user_id) where rates_change;
grant select, insert, update, delete on notification_settings to sesa_app;

-- One row per notice that was decided on, written in the transaction that queues its message: the key lets each go out
-- once, however often a step is repeated.
create table notices (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- What it is about: a transfer's id, or the Monday of a week.
  subject text not null check (subject <> ''),
  at timestamptz not null default now(),
  primary key (user_id, kind, subject)
);
grant select, insert, delete on notices to sesa_app;

-- What people wrote to support. Kept two years, as records of complaints have to be.
create table enquiries (
  id uuid primary key default uuidv7(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) between 3 and 254),
  company text check (char_length(company) between 1 and 200),
  message text not null check (char_length(message) between 1 and 5000),
  -- SHA-256 of all of it: the same words sent again on the same day (UTC) are one enquiry.
  digest bytea not null check (octet_length(digest) = 32),
  day date not null default (now() at time zone 'UTC')::date,
  created_at timestamptz not null default now(),
  unique (digest, day)
);
create index enquiries_by_age on enquiries (created_at);
grant select, insert, delete on enquiries to sesa_app;

-- Who wants to be told when something opens.
create table interests (
  topic text not null check (topic in ('loans', 'commodities')),
  email text not null check (char_length(email) between 3 and 254),
  created_at timestamptz not null default now()
);
create unique index interests_once on interests (lower(email), topic);
grant select, insert, delete on interests to sesa_app;

-- A user's own history, by each thing it is searched for, newest first. Never charged transfers are in none of them.
create index transfers_of_user_by_recipient on transfers (user_id, recipient_phone, recipient_name, id desc)
  where captured_at is not null;
create index transfers_of_user_by_amount on transfers (user_id, amount, id desc) where captured_at is not null;
create index transfers_of_user_by_received on transfers (user_id, receive_amount, id desc) where captured_at is not null;
create index transfers_of_user_by_state on transfers (user_id, state, id desc) where captured_at is not null;
create index transfers_of_user_held on transfers (user_id, id desc)
  where captured_at is not null and hold_reason is not null;
