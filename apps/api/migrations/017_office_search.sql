-- Outside a transaction.
-- Staff list and search transfers and customers, and keep named views of the lists.

-- Named views of lists: what follows `?` in the address, which never has personal data. Of one member, or of a role.
create table if not exists saved_views (
  id bigint generated always as identity primary key,
  page text not null check (page in ('transfers', 'customers', 'inbox')),
  name text not null check (char_length(name) between 1 and 60),
  address text not null check (char_length(address) <= 500),
  member_id uuid references staff_members (id),
  role text check (role in ('support', 'compliance', 'finance', 'engineer', 'administrator')),
  made_by uuid not null references staff_members (id),
  made_at timestamptz not null default now(),
  check ((member_id is null) <> (role is null))
);
create unique index if not exists saved_views_name on saved_views (page, member_id, role, lower(name)) nulls not distinct;

grant select, delete, insert (page, name, address, member_id, role, made_by), update (address, made_by, made_at)
  on saved_views to sesa_office;

-- The beginning of an address, and of its domain. The first serves every search of `profiles_by_email`, too.
drop index concurrently if exists profiles_by_email_start;
create index concurrently profiles_by_email_start on profiles (lower(email) text_pattern_ops);
drop index concurrently if exists profiles_by_email_domain;
create index concurrently profiles_by_email_domain on profiles (split_part(lower(email), '@', 2) text_pattern_ops);
drop index concurrently if exists profiles_by_email;

-- All but the usual state, so that few failed or refunded transfers are found among many.
drop index concurrently if exists transfers_not_sent;
create index concurrently transfers_not_sent on transfers (state, id desc) where state <> 'sent';
-- A corridor, network or currency that has few transfers among many others. Small, since its keys repeat.
drop index concurrently if exists transfers_by_way;
create index concurrently transfers_by_way on transfers
  (sender_country, country, network, currency, receive_currency, charge_currency);
drop index concurrently if exists transfers_by_card;
create index concurrently transfers_by_card on transfers (card_last4, id desc) where card_last4 is not null;
drop index concurrently if exists transfers_by_worth;
create index concurrently transfers_by_worth on transfers (usd_amount, id);

-- A call takes a tenth of a millisecond: the planner must use the index and not call it for each row.
alter function name_parts cost 5000;
