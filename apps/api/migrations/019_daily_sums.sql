-- Outside a transaction.
-- Sums by day (UTC) for the office's charts. The worker keeps them and can make each one again from the transfers and the books.

-- Transfers by the day of their charge. Rows change until the last transfer of the day has ended.
create table if not exists daily_outcomes (
  day date not null,
  sender_country text not null,
  country text not null,
  network text not null,
  charged integer not null,
  sent integer not null,
  refunded integer not null,
  -- Not ended: the pay-out failed or the refund is not confirmed, or a hold stops the transfer.
  failed integer not null,
  held integer not null,
  -- How many sent transfers took how long from the card to the wallet, by the spans of the code.
  took integer[] not null,
  primary key (day, sender_country, country, network)
);

-- Income and costs as the daily close reads them, in minor units. Signed days are in their close. Empty countries: no transfer.
create table if not exists daily_results (
  day date not null,
  sender_country text not null,
  country text not null,
  currency text not null,
  fees bigint not null,
  margin bigint not null,
  exchange bigint not null,
  provider_fees bigint not null,
  losses bigint not null,
  primary key (day, sender_country, country, currency)
);

grant select, insert, delete on daily_outcomes, daily_results to sesa_app;

drop index concurrently if exists transfers_by_charge;
create index concurrently transfers_by_charge on transfers (captured_at) where captured_at is not null;
