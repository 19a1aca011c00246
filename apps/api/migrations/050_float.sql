-- The float: what the providers hold for us, what is reserved of it, and when staff want to be warned.

-- The last balance per account at a provider, country and currency; a balance of no country has ''. `asked_at` is from
-- before the question, so the balance shows every pay-out that was delivered until then. `reserved` and `ample` are of the same
-- time: an ample wallet is so full that openings need not count reservations.
create table float_wallets (
  account text not null check (account ~ '^[a-z][a-z-]{1,29}$'),
  country text not null,
  currency text not null check (currency in ('LRD', 'GHS', 'SLE', 'USD')),
  -- Null until the provider has reported one.
  balance bigint,
  -- On its way to the balance, such as card payments of the last days.
  pending bigint not null default 0,
  asked_at timestamptz,
  reserved bigint not null default 0,
  ample boolean not null default false,
  -- The state that staff were last alerted to.
  state text not null default 'unknown' check (state in ('unknown', 'enough', 'low', 'empty')),
  primary key (account, country, currency),
  check ((balance is null) = (asked_at is null))
);

-- The balances of the last days, for the forecast.
create table float_readings (
  account text not null,
  country text not null,
  currency text not null,
  asked_at timestamptz not null,
  balance bigint not null,
  primary key (account, country, currency, asked_at)
);

-- What a transfer takes from a wallet, from the opening of its payment until a balance shows its pay-out. `refused_at`: when
-- the carrier last answered that the wallet is empty.
create table float_reservations (
  reference uuid primary key,
  account text not null,
  country text not null,
  currency text not null,
  amount bigint not null check (amount > 0),
  refused_at timestamptz
);
create index float_reservations_of on float_reservations (account, country, currency) include (amount, refused_at);

-- The amount below which staff are alerted; the newest row of a wallet counts, and none is ever changed.
create table float_alert_levels (
  id bigint generated always as identity primary key,
  account text not null,
  country text not null,
  currency text not null,
  amount bigint not null check (amount >= 0),
  set_by text not null,
  reason text not null,
  set_at timestamptz not null default now()
);
create index float_alert_levels_of on float_alert_levels (account, country, currency, id desc);

-- Pay-outs that have a rail and have not ended. Both operations of pawaPay draw on the same wallets.
insert into float_reservations (reference, account, country, currency, amount)
select t.payout_reference, case r.rail when 'pawapay-remittance' then 'pawapay' else r.rail end, t.country,
  t.receive_currency, t.receive_amount
from transfers t join payout_routes r on r.reference = t.payout_reference
where t.state in ('paying_out', 'payout_unknown');

grant select, insert, update on float_wallets to sesa_app;
grant select, insert, delete on float_readings to sesa_app;
grant select, insert, update, delete on float_reservations to sesa_app;
grant select, insert on float_alert_levels to sesa_app;
