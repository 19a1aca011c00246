-- What customers agreed to, and their conversations with support.

-- The exact text of each document and control that a consent names, as this deployment showed it.
create table legal_texts (
  text_hash bytea primary key check (text_hash = sha256(convert_to(text, 'UTF8'))),
  document text not null check (document ~ '^[a-z-]{1,40}$'),
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  text text not null,
  stored_at timestamptz not null default clock_timestamp()
);
grant select, insert on legal_texts to sesa_app;

-- Append-only: a withdrawal and a newer version are rows of their own.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  kind text not null check (kind in ('terms', 'privacy', 'esign', 'saved_card', 'marketing', 'sms', 'push')),
  document text not null,
  version text not null,
  text_hash bytea not null references legal_texts,
  language text not null default 'en',
  -- The words beside the control that the customer used.
  wording text not null,
  given boolean not null,
  at timestamptz not null default clock_timestamp(),
  screen text not null check (screen ~ '^[a-z-]{1,40}$'),
  -- The build of the web app that showed it, where the app said so.
  build text check (build ~ '^[\w-]{1,20}$'),
  supersedes bigint references consents
);
create index consents_of on consents (user_id, id desc);
grant select, insert on consents to sesa_app;

-- Where a consent came from. Deleted when the account closes; the locked record then holds it.
create table consent_origins (
  consent_id bigint primary key references consents,
  user_id uuid not null references users,
  -- The first 24 bits of an IPv4 address, 48 of an IPv6 one.
  address_prefix text not null,
  user_agent text not null check (char_length(user_agent) <= 300)
);
create index consent_origins_of on consent_origins (user_id);
grant select, insert, delete on consent_origins to sesa_app;

-- Grants alone would leave the owner of the schema free to change them.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % never change', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger consents_never_change before update or delete on consents
  for each row execute function refuse_change();
create trigger legal_texts_never_change before update or delete on legal_texts
  for each row execute function refuse_change();

-- A customer's conversation with support.
create table enquiry_threads (
  id uuid primary key,
  user_id uuid not null references users,
  -- Q-… for a question, C-… for a complaint.
  number text not null unique check (number ~ '^[QC]-[0-9A-Z]{8}$'),
  topic text not null check (topic in ('where_is_money', 'wrong_amount', 'cancel_refund', 'card', 'account', 'complaint', 'other')),
  transfer_id uuid references transfers,
  -- The customer's country when the conversation began: it decides the deadlines of a complaint.
  country text check (country in ('LR', 'GH', 'SL', 'US')),
  opened_at timestamptz not null default clock_timestamp(),
  answer_by timestamptz,
  latest_by timestamptz,
  closed_at timestamptz
);
create index enquiry_threads_of on enquiry_threads (user_id, id);
create index enquiry_threads_by_age on enquiry_threads (opened_at);
grant select, insert, delete on enquiry_threads to sesa_app;
grant update (closed_at) on enquiry_threads to sesa_app;

create table enquiry_messages (
  -- Chosen by the client, so that a repeated request adds nothing.
  id uuid primary key,
  thread_id uuid not null references enquiry_threads on delete cascade,
  author text not null check (author in ('customer', 'staff')),
  body text not null check (char_length(body) between 1 and 5000),
  -- The staff member and the reason of an answer.
  staff text,
  reason text,
  at timestamptz not null default clock_timestamp(),
  check ((author = 'staff') = (staff is not null and reason is not null))
);
create index enquiry_messages_of on enquiry_messages (thread_id, at);
grant select, insert, delete on enquiry_messages to sesa_app;
