-- Tiers: how much a customer may send, by how well we know them.

-- Dated limits, in US cents. In force is the row for the corridor, else for the sender's country, else for all; of several,
-- the newest whose day has come. A new limit is a new row.
create table tier_limits (
  id bigint generated always as identity primary key,
  tier smallint not null check (tier between 1 and 3),
  -- ISO 3166-1 alpha-2; null counts for every sender's country, and for every destination.
  sender text check (sender ~ '^[A-Z]{2}$'),
  recipient text check (recipient ~ '^[A-Z]{2}$'),
  per_24_hours bigint not null check (per_24_hours > 0),
  per_30_days bigint not null check (per_30_days >= per_24_hours),
  source text not null check (source <> ''),
  valid_from date not null,
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (tier, sender, recipient, valid_from)
);
grant select on tier_limits to sesa_app;
create trigger tier_limits_never_change before update or delete on tier_limits
  for each row execute function refuse_change();

insert into tier_limits (tier, per_24_hours, per_30_days, source, valid_from) values
  (1, 299900, 1000000, 'Remitly tier 1: USD 2,999 in 24 hours, 10,000 in 30 days (press); also our published limits', '2026-11-26'),
  (2, 500000, 1000000, 'Western Union: 5,000 after an ID check (its Latvian page); Taptap asks for the source of funds at USD 10,000 in 30 days (its own page)', '2026-11-26'),
  (3, 1000000, 2000000, 'Our choice below Taptap’s next question at USD 20,000 in 90 days (its own page); a lawyer must confirm it', '2026-11-26');

-- The tier of customers above the first. `until` is the last day of the document that it rests on; null has no end.
create table customer_tiers (
  user_id uuid primary key references users (id),
  tier smallint not null check (tier in (2, 3)),
  until date,
  since timestamptz not null default clock_timestamp()
);
grant select, insert, update, delete on customer_tiers to sesa_app;
