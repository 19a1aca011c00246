-- Notices in the app, push notifications to browsers, and which of them a customer wants.

-- The notices of an account, as the app lists them. Kept 180 days. `notices` (migration 004) records only which emails
-- were queued.
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
grant select, insert, delete on user_notices to sesa_app;
grant update (read_at) on user_notices to sesa_app;

-- Which notices a customer wants by which channel. No row: the default. The six emails of `notification_settings` stay there.
create table notice_channels (
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  channel text not null check (channel in ('email', 'push')),
  wanted boolean not null,
  primary key (user_id, topic, channel)
);
create index notice_channels_rates on notice_channels (user_id) where topic = 'rates_change' and wanted;
grant select, insert, update, delete on notice_channels to sesa_app;

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
grant select, insert, update, delete on push_subscriptions to sesa_app;

-- Customers who answered "Not now" to the offer of push notifications.
create table push_offers (
  user_id uuid primary key references users on delete cascade,
  declined_at timestamptz not null default now()
);
grant select, insert, update, delete on push_offers to sesa_app;

-- A subscription ends with its session, whichever release or command ends it. Signing in again in the same browser ends
-- the earlier session as well, and then the subscription passes to the new one; so this waits for the commit.
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
