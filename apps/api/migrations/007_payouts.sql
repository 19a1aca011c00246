-- Pay-outs: rails, pay-outs by hand, and the float.

-- Rails -------------------------------------------------------------------------------------------------------

-- The rails of a network, in the order of `position`. `off_reason` says why a rail is off, in words for customers. Only staff
-- change rows.
create table network_rails (
  country text not null,
  network text not null,
  position smallint not null check (position between 1 and 9),
  rail text not null check (rail ~ '^[a-z][a-z-]{1,29}$'),
  off_reason text check (off_reason <> ''),
  primary key (country, network, position) deferrable initially immediate,
  unique (country, network, rail)
);

insert into network_rails (country, network, position, rail, off_reason)
values ('GH', 'mtn', 1, 'pawapay', null), ('GH', 'vodafone', 1, 'pawapay', null), ('GH', 'airtel/tigo', 1, 'pawapay', null),
  ('SL', 'orange', 1, 'pawapay', null), ('SL', 'afrimoney', 1, 'pawapay', null), ('SL', 'qmoney', 1, 'pawapay', null),
  ('LR', 'mtn', 1, 'pawapay', null), ('LR', 'orange', 1, 'pawapay', null),
  ('GH', 'mtn', 2, 'mtn-momo-gh', null), ('LR', 'mtn', 2, 'mtn-momo-lr', null),
  -- MTN's disbursements pay out to the same networks as its remittances. A deployment has one of the two.
  ('GH', 'mtn', 3, 'mtn-momo-gh-disbursement', null), ('LR', 'mtn', 3, 'mtn-momo-lr-disbursement', null),
  -- No rail with an interface is confirmed for these: a person pays out, once staff allow that.
  ('LR', 'orange', 2, 'manual', 'Sending to Orange Money in Liberia is not open yet.'),
  ('SL', 'afrimoney', 2, 'manual', 'Sending to Afrimoney is not open yet.'),
  ('SL', 'qmoney', 2, 'manual', 'Sending to QMoney is not open yet.');

-- Once a member of staff has joined, rails open and routes change only as two people decided. One person closes a rail.
create function require_approved_opening() returns trigger language plpgsql as $$
declare
  place text := new.country || '/' || new.network;
  everywhere boolean := exists (select from approvals
    where state = 'approved' and action = 'open_rail' and entity = new.rail);
begin
  if has_staff() then
    perform require_approved('open_rail', case when everywhere then new.rail else new.rail || ' ' || place end, '{}');
  end if;
  return new;
end $$;
create trigger network_rails_open_by_two_people before update of off_reason on network_rails
  for each row when (old.off_reason is not null and new.off_reason is null)
  execute function require_approved_opening();
create function require_approved_route() returns trigger language plpgsql as $$
begin
  if has_staff() then
    perform require_approved('route_network', coalesce(new.country, old.country) || '/' || coalesce(new.network, old.network),
      '{}');
  end if;
  return coalesce(new, old);
end $$;
create trigger network_rails_routed_by_two_people before insert or delete on network_rails
  for each row execute function require_approved_route();

-- What a rail last reported about a network: whether it pays out, and between which amounts (minor units).
create table rail_terms (
  rail text not null,
  country text not null,
  network text not null,
  open boolean not null,
  currency text not null,
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  primary key (rail, country, network)
);

-- When we last asked a rail for its terms, and when it last answered.
create table rail_health (
  rail text primary key,
  asked_at timestamptz not null,
  answered_at timestamptz
);

-- The rail of each pay-out, chosen once: every later request about the pay-out uses the same rail.
create table payout_routes (
  reference uuid primary key,
  rail text not null,
  chosen_at timestamptz not null default now()
);

-- Pay-outs that a person makes by hand. The request never changes; its outcome is written once.
create table manual_payouts (
  reference uuid primary key,
  transfer_reference text not null,
  country text not null,
  network text not null,
  phone text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  asked_at timestamptz not null default now(),
  outcome text check (outcome in ('paid', 'failed')),
  ended_at timestamptz,
  ended_by text,
  -- The carrier's own number of the payment, or why it could not be made.
  note text,
  check ((outcome is null) = (ended_at is null) and (outcome is null) = (ended_by is null))
);
create index manual_payouts_waiting on manual_payouts (asked_at) where outcome is null;

-- Float -------------------------------------------------------------------------------------------------------

-- The last balance per account at a provider, country and currency; a balance of no country has ''. `asked_at` is taken before
-- the request, so the balance shows every pay-out that was delivered until then. `reserved` and `ample` are of the same time:
-- an ample wallet is so full that opening a payment need not count reservations.
create table float_wallets (
  account text not null check (account ~ '^[a-z][a-z-]{1,29}$'),
  country text not null,
  currency text not null check (currency in ('LRD', 'GHS', 'SLE', 'USD')),
  -- Null until the provider has reported one.
  balance bigint,
  -- Not yet in the balance, such as card payments of the last days.
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
