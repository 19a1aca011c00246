-- Support: conversations, notes and answers, notification settings, tracking links, rate alerts and reminders.

-- Enquiries ---------------------------------------------------------------------------------------------------

-- Messages to support from people without an account. Kept two years, as records of complaints have to be.
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

-- People who asked to hear when something opens.
create table interests (
  topic text not null check (topic in ('loans', 'commodities')),
  email text not null check (char_length(email) between 3 and 254),
  created_at timestamptz not null default now()
);
create unique index interests_once on interests (lower(email), topic);

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
  -- The member of staff who works on it.
  assigned_to uuid references staff_members (id),
  opened_at timestamptz not null default clock_timestamp(),
  answer_by timestamptz,
  latest_by timestamptz,
  closed_at timestamptz
);
create index enquiry_threads_of on enquiry_threads (user_id, id);
create index enquiry_threads_by_age on enquiry_threads (opened_at);

create table enquiry_messages (
  -- Chosen by the client, so that a repeated request adds nothing.
  id uuid primary key,
  thread_id uuid not null references enquiry_threads on delete cascade,
  author text not null check (author in ('customer', 'staff')),
  body text not null check (char_length(body) between 1 and 5000),
  -- The staff member who answered, and the reason.
  staff text,
  reason text,
  at timestamptz not null default clock_timestamp(),
  check ((author = 'staff') = (staff is not null and reason is not null))
);
create index enquiry_messages_of on enquiry_messages (thread_id, at);

-- Texts that staff may begin an answer with. A changed text is a new row, so that the old one keeps its author.
create table answer_templates (
  id uuid primary key default gen_random_uuid(),
  topic text not null check (topic in ('where_is_money', 'wrong_amount', 'cancel_refund', 'card', 'account', 'complaint', 'other')),
  title text not null check (char_length(title) between 3 and 80),
  body text not null check (char_length(body) between 1 and 5000),
  -- Null for those that came with the product.
  created_by uuid references staff_members (id),
  created_at timestamptz not null default clock_timestamp(),
  retired_by uuid references staff_members (id),
  retired_at timestamptz,
  check ((retired_by is null) = (retired_at is null))
);
create unique index answer_templates_by_title on answer_templates (topic, lower(title)) where retired_at is null;

insert into answer_templates (topic, title, body) values
  ('where_is_money', 'On its way',
    'We have sent {reference} to the recipient’s network and are waiting for its answer. We’ll tell you as soon as we have it.'),
  ('where_is_money', 'It has arrived',
    'The network has confirmed that {reference} is in the recipient’s wallet. Please ask them to look at the balance of their wallet, or at the text message from their network.'),
  ('where_is_money', 'Under review',
    'We’re reviewing {reference}. There’s nothing you need to do. We’ll tell you when there’s news.'),
  ('wrong_amount', 'Fee and rate',
    'The fee and the exchange rate of {reference} are the ones that you saw before you paid. You can find both on the receipt, on the page of the transfer.'),
  ('wrong_amount', 'Wrong person',
    'The money of {reference} has reached the wallet whose number was given, so we can’t take it back. Please ask the person to return it, or ask their network for help.'),
  ('cancel_refund', 'Refunded',
    'We have refunded {reference} to the card that you paid with. Your bank decides how many days it takes until you see it.'),
  ('cancel_refund', 'Under review',
    'We’re reviewing {reference}. There’s nothing you need to do. We’ll tell you when there’s news.'),
  ('card', 'Declined by the bank',
    'Your bank declined the payment of {reference}, and nothing was charged. Your bank can tell you why. You can also pay with another card.'),
  ('account', 'What we never ask for',
    'We never ask for your codes, your password or the number of your card. Please don’t send them to us or to anybody else.'),
  ('complaint', 'We have your complaint',
    'We have your complaint {number}, and are looking into it. You’ll have our answer by {answer_by}.');

-- Notes that staff leave for one another on a customer or a transfer. Customers never see them in the app.
create table staff_notes (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  -- Null for a note on the customer.
  transfer_id uuid references transfers (id),
  member_id uuid not null references staff_members (id),
  body text not null check (char_length(body) between 1 and 2000),
  at timestamptz not null default clock_timestamp()
);
create index staff_notes_of on staff_notes (user_id, id);
create index staff_notes_about on staff_notes (transfer_id) where transfer_id is not null;

-- What customers asked to be told -----------------------------------------------------------------------------

-- Which emails a customer wants. No row means the defaults.
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

create table rate_alerts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  sender text not null,
  recipient text not null,
  kind text not null check (kind in ('at_or_above', 'at_or_below', 'daily')),
  -- Our rate, margin included, as an exact decimal.
  threshold text check (threshold ~ '^[0-9]{1,9}(\.[0-9]{1,10})?$'),
  zone text not null check (char_length(zone) between 1 and 64),
  -- False after a notice, until the rate has moved 1 % back across the threshold.
  armed boolean not null default true,
  -- The customer's day of the last notice.
  told_on date,
  created_at timestamptz not null default clock_timestamp(),
  check ((kind = 'daily') = (threshold is null)),
  foreign key (sender, recipient) references corridors (sender, recipient)
);
create index rate_alerts_of on rate_alerts (user_id, id);
create index rate_alerts_by_corridor on rate_alerts (sender, recipient, id);

-- Links in emails that switch an alert off without signing in.
create table rate_alert_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  alert_id uuid not null references rate_alerts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index rate_alert_links_of on rate_alert_links (alert_id, created_at);

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

-- The outcome of each day of a reminder. The key keeps two workers, or a worker and its crashed predecessor, to one notice.
create table reminder_days (
  reminder_id uuid not null references reminders (id) on delete cascade,
  due_on date not null,
  -- `paid`: the customer had just paid the recipient. `late`: the product was down for days.
  outcome text not null check (outcome in ('sent', 'paid', 'late')),
  at timestamptz not null default clock_timestamp(),
  primary key (reminder_id, due_on)
);

-- Tracking links ----------------------------------------------------------------------------------------------

-- Links that show a transfer's state to anyone who has them. Deleting a row ends its link.
create table tracking_links (
  -- The SHA-256 of the token, which only the link itself holds.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  transfer_id uuid not null references transfers (id),
  user_id uuid not null references users (id),
  -- `sender`: made to be shared, only the newest few are kept. `recipient`: made for the text message.
  made_for text not null check (made_for in ('sender', 'recipient')),
  created_at timestamptz not null default clock_timestamp()
);
create index tracking_links_of on tracking_links (transfer_id, created_at);
create index tracking_links_by_user on tracking_links (user_id);
create index tracking_links_by_age on tracking_links (created_at);

