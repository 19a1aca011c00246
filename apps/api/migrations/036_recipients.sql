-- Saved recipients, and what comparing the recipient's name with the wallet's gave when a payment was opened.

-- Null on rows of earlier releases; the previous release writes rows without them.
alter table transfers add column name_check text
  check (name_check in ('match', 'close', 'different', 'unknown'));
-- The version of the rule that compared.
alter table transfers add column name_rule smallint check (name_rule > 0);
alter table transfers add column name_checked_at timestamptz;
-- The registered name as the customer saw it: initials where the country's carriers do not show it to everyone.
alter table transfers add column account_name text check (char_length(account_name) between 1 and 400);

-- People whom a customer has paid or added. A person who was paid gets a row when the list is first read after that.
create table saved_recipients (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  country text not null,
  -- E.164.
  phone text not null,
  network text not null,
  name text not null check (char_length(name) between 1 and 100),
  nickname text check (char_length(nickname) between 1 and 40),
  favourite boolean not null default false,
  name_check text not null default 'unknown' check (name_check in ('match', 'close', 'different', 'unknown')),
  name_checked_at timestamptz,
  account_name text check (char_length(account_name) between 1 and 400),
  created_at timestamptz not null default clock_timestamp(),
  -- When the customer last changed the row: a later transfer knows the name better.
  changed_at timestamptz not null default clock_timestamp(),
  -- When the customer removed the person, whom only a later transfer brings back.
  removed_at timestamptz,
  unique (user_id, phone, network)
);
grant select, insert, update, delete on saved_recipients to sesa_app;
