-- Reminders to send money to a saved recipient, and alerts about a corridor's rate. Neither ever charges a card.

-- A reminder has no price: today's applies when the customer opens it. Its days follow from the first day, so that the
-- 31st falls to the last day of a short month and comes back.
create table reminders (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- Null once a removed recipient is deleted; the reminder has ended by then.
  recipient_id uuid references saved_recipients (id) on delete set null,
  -- Minor units; of the sender's currency for the side `send`, of the recipient's for `receive`.
  amount bigint not null check (amount > 0),
  currency text not null,
  side text not null check (side in ('send', 'receive')),
  frequency text not null check (frequency in ('once', 'weekly', 'monthly')),
  first_day date not null,
  -- IANA, as the customer's device names it.
  zone text not null check (char_length(zone) between 1 and 64),
  -- The next day, and nine o'clock of it in the zone; null when there is none left.
  next_on date,
  due_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('customer', 'recipient', 'done')),
  created_at timestamptz not null default clock_timestamp(),
  check ((next_on is null) = (due_at is null)),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at is not null or (next_on is not null and recipient_id is not null))
);
create index reminders_of on reminders (user_id, id desc);
create index reminders_to on reminders (recipient_id);
create index reminders_due on reminders (due_at) where ended_at is null and paused_at is null;
grant select, insert, update, delete on reminders to sesa_app;

-- What became of each day of a reminder. The key lets two workers, or a worker and its crashed predecessor, give one notice.
create table reminder_days (
  reminder_id uuid not null references reminders (id) on delete cascade,
  due_on date not null,
  -- `paid`: the customer had just paid the recipient. `late`: we were down for days.
  outcome text not null check (outcome in ('sent', 'paid', 'late')),
  at timestamptz not null default clock_timestamp(),
  primary key (reminder_id, due_on)
);
grant select, insert, delete on reminder_days to sesa_app;

create table rate_alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  sender text not null,
  recipient text not null,
  kind text not null check (kind in ('at_or_above', 'at_or_below', 'daily')),
  -- Our rate, margin included, as an exact decimal.
  threshold text check (threshold ~ '^[0-9]{1,9}(\.[0-9]{1,10})?$'),
  zone text not null check (char_length(zone) between 1 and 64),
  -- False from a notice until the rate has moved 1 % back across the threshold.
  armed boolean not null default true,
  -- The customer's day of the last notice.
  told_on date,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind = 'daily') = (threshold is null)),
  foreign key (sender, recipient) references corridors (sender, recipient)
);
create index rate_alerts_of on rate_alerts (user_id, id);
create index rate_alerts_by_corridor on rate_alerts (sender, recipient, id);
grant select, insert, update, delete on rate_alerts to sesa_app;

-- The links in emails that switch an alert off without signing in.
create table rate_alert_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  alert_id uuid not null references rate_alerts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index rate_alert_links_of on rate_alert_links (alert_id, created_at);
grant select, insert, delete on rate_alert_links to sesa_app;
