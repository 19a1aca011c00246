-- Records: the ledger, the audit log, and what we tell customers.

-- Ledger ------------------------------------------------------------------------------------------------------

-- The chart of accounts. Its rows carry no balance and are never updated or locked, so writers never wait for each other.
create table ledger_accounts (
  code text primary key,
  currency text not null check (currency in ('LRD', 'GHS', 'SLE', 'USD')),
  kind text not null check (kind in ('asset', 'liability', 'income', 'expense', 'trading', 'equity')),
  check (code like '%:' || currency)
);
insert into ledger_accounts (code, currency, kind)
select name || ':' || currency, currency, kind
from (values
  ('card_clearing', 'asset'),    -- what the card provider owes us
  ('payout_float', 'asset'),     -- what lies with the carriers
  ('bank', 'asset'),             -- our bank account
  ('disputes', 'asset'),         -- taken back by card holders' banks, until won or written off
  ('customer', 'liability'),     -- what we owe senders; zero per transfer once it has ended
  ('capital', 'equity'),         -- what the owners put in, opening balances included
  ('fee', 'income'),
  ('margin', 'income'),
  ('fx', 'trading'),             -- the open position between currencies
  ('provider_fees', 'expense'),  -- what providers keep for their work
  ('losses', 'expense')          -- money that left twice, until recovered
) as account (name, kind)
cross join unnest(array['LRD', 'GHS', 'SLE', 'USD']) as currency;

-- One entry per transfer and kind. No foreign key to transfers: disputes, corrections by staff and movements have ids of
-- their own.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transfer_id uuid not null,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  created_at timestamptz not null default now(),
  unique (transfer_id, kind)
);
create trigger ledger_entries_never_change before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();

-- A posting moves an amount from one account to another: an unbalanced entry cannot be expressed. No foreign key to the
-- accounts: its row lock on a shared account would make all writers wait for each other; the insert joins the chart instead.
--
-- Partitioned by month (009). A row belongs to the month in which the transfer was made, which its id begins with. Entries
-- stay in one table, whose unique key holds over all months. Ids come from one sequence, so no index has to keep them apart.
create table ledger_postings (
  id bigint generated always as identity,
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
) partition by range (transfer_id);
create index ledger_postings_xid on ledger_postings (xid);
create index ledger_postings_transfer on ledger_postings (transfer_id);
create trigger ledger_postings_never_change before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();

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

-- Audit log ---------------------------------------------------------------------------------------------------

-- Every entry holds the hash of the one before it, so that a change, a gap or another order shows. Processes write through
-- `append_audit` alone, and triggers refuse all changes, also those of the schema's owner. `sesa audit verify` checks the
-- chain.
create table audit_log (
  seq bigint primary key check (seq > 0),
  -- The hash of the entry before; 32 zero bytes for the first.
  previous bytea not null check (length(previous) = 32),
  -- JSON text exactly as it was hashed, with no personal data but ids.
  content text not null,
  -- SHA-256 over `previous` and the bytes of `content`.
  hash bytea not null check (length(hash) = 32),
  -- Read from the content, so that they cannot differ from it.
  action text generated always as ((content::jsonb) ->> 'action') stored,
  member_id text generated always as ((content::jsonb) ->> 'member') stored,
  subject text generated always as ((content::jsonb) ->> 'subject') stored
);
create index audit_log_by_member on audit_log (member_id, seq);
create index audit_log_by_subject on audit_log (subject, seq);
create index audit_log_by_action on audit_log (action, seq);
create trigger audit_log_never_changes before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();

-- Words about people: names and reasons. The content holds their salted digest, so deleting a row breaks nothing, and changing
-- one shows.
create table audit_details (
  seq bigint primary key references audit_log (seq),
  salt bytea not null check (length(salt) = 16),
  detail text not null
);
create trigger audit_details_never_change before update on audit_details
  for each row execute function refuse_change();
create trigger audit_details_never_emptied before truncate on audit_details
  for each statement execute function refuse_change();

-- The end of the chain: one row, locked by each append until its transaction ends.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
create trigger audit_head_never_emptied before delete or truncate on audit_head
  for each statement execute function refuse_change();

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

-- Appends an entry and returns its number. `words` is null or an object, kept in `audit_details`.
create function append_audit(member uuid, action text, subject text, change jsonb, words jsonb) returns bigint
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  head audit_head;
  new_salt bytea := uuid_send(gen_random_uuid());
  new_content text;
  new_hash bytea;
begin
  select * into strict head from audit_head for update;
  new_content := jsonb_build_object(
    'seq', head.seq + 1,
    'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'member', member, 'action', action, 'subject', subject, 'change', change,
    'words', case when words is not null
      then encode(sha256(new_salt || convert_to(words::text, 'UTF8')), 'hex') end)::text;
  new_hash := sha256(head.hash || convert_to(new_content, 'UTF8'));
  insert into audit_log (seq, previous, content, hash) values (head.seq + 1, head.hash, new_content, new_hash);
  if words is not null then
    insert into audit_details (seq, salt, detail) values (head.seq + 1, new_salt, words::text);
  end if;
  update audit_head set seq = head.seq + 1, hash = new_hash;
  return head.seq + 1;
end $$;
revoke execute on function append_audit from public;

-- Messages ----------------------------------------------------------------------------------------------------

-- Outbox: written in the transaction that wants the message, sent by a job. The body is encrypted, and erased once the
-- message is sent or given up.
create table messages (
  id uuid primary key,
  channel text not null check (channel in ('sms', 'email')),
  recipient text not null,
  body bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  provider_id text,
  failure text check (failure in ('refused', 'expired', 'attempts_exhausted', 'over_budget')),
  -- Security notices have a daily budget of their own, so that they never use up that of sign-in codes.
  budget text not null default 'codes' check (budget in ('codes', 'notices')),
  created_at timestamptz not null default now(),
  -- When the message is no longer worth sending, such as a code that has expired.
  expires_at timestamptz,
  ended_at timestamptz,
  check ((state = 'queued') = (body is not null)),
  check ((state = 'queued') = (ended_at is null)),
  check ((state = 'failed') = (failure is not null))
);
create index messages_by_age on messages (created_at);
create index messages_by_provider_id on messages (provider_id) where provider_id is not null;
create index messages_by_phone on messages (recipient, created_at) where channel = 'sms';

-- Delivery reports of text messages, under the vendor's own id: a report may arrive before we have stored that id.
create table sms_reports (
  provider_id text primary key check (provider_id <> ''),
  state text not null check (state in ('delivered', 'failed', 'unknown')),
  -- The vendor's own word, such as `undelivered 30005`.
  detail text not null,
  reported_at timestamptz not null default now()
);
create index sms_reports_by_time on sms_reports (reported_at);

-- Notices -----------------------------------------------------------------------------------------------------

-- The notices that were emailed, written in the transaction that queues the email: the key sends each once, however often a
-- step is repeated.
create table notices (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The subject: a transfer's id, or the Monday of a week.
  subject text not null check (subject <> ''),
  at timestamptz not null default now(),
  primary key (user_id, kind, subject)
);

-- The notices of an account, as the app lists them. Kept 180 days.
create table user_notices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- The event, such as a transfer and its new state. Unique: a repeated step adds no second notice.
  key text not null check (char_length(key) between 1 and 200),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) between 1 and 1000),
  -- A page of the app; never another site.
  path text not null check (path ~ '^/([^/\\]|$)'),
  at timestamptz not null default now(),
  read_at timestamptz,
  unique (user_id, key)
);
create index user_notices_of on user_notices (user_id, id desc);
create index user_notices_unread on user_notices (user_id) where read_at is null;
create index user_notices_by_age on user_notices (at);

-- Which notices a customer wants by which channel. No row means the default. The settings of the six emails are in
-- `notification_settings`.
create table notice_channels (
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  primary key (user_id, topic, channel)
);
create index notice_channels_rates on notice_channels (user_id) where topic = 'rates_change' and wanted;

-- The browsers that get push notifications: one per session, as a session is a browser.
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null default now()
);
create index push_subscriptions_of on push_subscriptions (user_id, created_at);

-- Customers who answered "Not now" to the offer of push notifications.
create table push_offers (
  user_id uuid primary key references users on delete cascade,
  declined_at timestamptz not null default now()
);

-- Ends a subscription with its session. Signing in again in the same browser ends the earlier session too, and the
-- subscription passes to the new one: so this waits for the commit.
create function end_push_with_session() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  next_session uuid;
begin
  select s.id into next_session from sessions s
    where s.user_id = new.user_id and s.device_hash = new.device_hash and s.ended_at is null
      and s.expires_at > now()
    order by s.created_at desc limit 1;
  if next_session is null then
    delete from push_subscriptions where session_id = new.id;
  else
    update push_subscriptions p set session_id = next_session
      where p.session_id = new.id
        and not exists (select from push_subscriptions o where o.session_id = next_session);
    delete from push_subscriptions where session_id = new.id;
  end if;
  return null;
end
$$;
create constraint trigger sessions_end_push after update of ended_at on sessions
  deferrable initially deferred for each row when (old.ended_at is null and new.ended_at is not null)
  execute function end_push_with_session();
