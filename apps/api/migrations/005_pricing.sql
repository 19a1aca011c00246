-- Pricing: rates, corridors, price lists, quotes and planned closings.

-- Rates -------------------------------------------------------------------------------------------------------

-- The rates that prices begin with, at one time. A quote names the snapshot that its rates come from. `source` is that of the
-- newest rate.
create table rate_snapshots (
  id bigint generated always as identity primary key,
  as_of timestamptz not null,
  source text not null check (source <> ''),
  created_at timestamptz not null default now(),
  unique (source, as_of),
  -- A time in the future would keep these rates the newest, and fresh, for too long.
  check (as_of <= created_at + interval '5 minutes')
);
create index rate_snapshots_newest on rate_snapshots (as_of desc, id desc);

-- A snapshot has the mid-market rate of every currency but the dollar, in units for one dollar. It keeps the rate of an
-- earlier snapshot where no source had a newer one, so each rate has its own time and source.
create table snapshot_rates (
  snapshot_id bigint not null references rate_snapshots (id),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  as_of timestamptz not null,
  source text not null check (source <> ''),
  primary key (snapshot_id, currency)
);

-- Gives every price a named source from the first start. It ages like any other snapshot.
insert into rate_snapshots (as_of, source) values ('2026-09-29 00:00:00Z', '@fawazahmed0/currency-api 2026.9.29');
insert into snapshot_rates (snapshot_id, currency, rate, as_of, source)
select id, currency, rate, as_of, source
from rate_snapshots, (values ('LRD', 172.08771659), ('GHS', 11.64619458), ('SLE', 22.91486807)) as first (currency, rate);

-- Each source of rates: the requests of this month (UTC), counted before they are sent, so that processes and restarts
-- together stay within the plan; and when it last answered.
create table rate_sources (
  source text primary key check (source <> ''),
  month date not null,
  requests integer not null default 0 check (requests >= 0),
  -- The earliest time of the next request.
  next_at timestamptz not null default now(),
  -- Requests without an answer since the last answer.
  failures integer not null default 0 check (failures >= 0),
  failure text check (failure in ('unreachable', 'refused', 'malformed')),
  answered_at timestamptz,
  as_of timestamptz,
  check ((answered_at is null) = (as_of is null)),
  -- A time in the future would keep these rates fresh for too long.
  check (as_of <= answered_at + interval '5 minutes')
);

-- The last answer of a source, in units for one dollar. It may lack a currency.
create table source_rates (
  source text not null references rate_sources (source),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  primary key (source, currency)
);

-- The mid-market rates of each finished day (UTC), in units for one dollar, which rates pages draw. A day without rates has no
-- rows, so a chart shows the gap.
create table daily_rates (
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  -- The source's own time, within the day or at the midnight that ends it.
  as_of timestamptz not null,
  source text not null check (source <> ''),
  recorded_at timestamptz not null default now(),
  primary key (day, currency),
  check (as_of >= day::timestamp at time zone 'UTC' and as_of <= (day + 1)::timestamp at time zone 'UTC'),
  check (day < (recorded_at at time zone 'UTC')::date)
);

-- Requests to a source for the rates of a past day, each recorded before it is sent, so that a crash cannot spend more
-- than the daily budget.
create table rate_history_requests (
  id bigint generated always as identity primary key,
  day date not null,
  asked_at timestamptz not null default now(),
  -- Null while the request is in progress, or when the process died.
  outcome text check (outcome in ('stored', 'no_data', 'refused', 'unreachable', 'malformed', 'implausible'))
);
create index rate_history_requests_by_day on rate_history_requests (day, asked_at);
create index rate_history_requests_by_time on rate_history_requests (asked_at);

-- Corridors ---------------------------------------------------------------------------------------------------

-- Corridors are directional. All are off until staff open each one; the sandbox opens them by a setting.
create table corridors (
  sender text not null check (sender in ('LR', 'GH', 'SL', 'US')),
  recipient text not null check (recipient in ('LR', 'GH', 'SL')),
  enabled boolean not null default false,
  reason text not null check (reason <> ''),
  -- Bounds of a pay-out that staff set, narrower than those that the rails report (rail_terms).
  min_receive bigint check (min_receive > 0),
  max_receive bigint check (max_receive >= min_receive),
  primary key (sender, recipient),
  check (sender <> recipient)
);
insert into corridors (sender, recipient, reason)
select s.code, r.code,
  case s.code
    when 'GH' then 'Sending from Ghana is not available: it needs a licence for outward transfers, which we do not hold yet.'
    else format('Sending from %s to %s is not open yet.', s.name, r.name)
  end
from (values ('LR', 'Liberia'), ('GH', 'Ghana'), ('SL', 'Sierra Leone'), ('US', 'the United States')) as s (code, name)
cross join (values ('LR', 'Liberia'), ('GH', 'Ghana'), ('SL', 'Sierra Leone')) as r (code, name)
where s.code <> r.code;

-- A request for a planned closing does not allow closing at once.
create function require_approved_corridor() returns trigger language plpgsql as $$
begin
  perform require_approved(case when new.enabled then 'open_corridor' else 'close_corridor' end,
    new.sender || '/' || new.recipient,
    case when new.enabled then '{}'::jsonb else jsonb_build_object('words', new.reason) end);
  if not new.enabled and exists (select from approvals where state = 'approved' and action = 'close_corridor'
    and entity = new.sender || '/' || new.recipient and payload::jsonb ? 'from')
    and not pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage') then
    raise exception 'no approved request asks for this: close_corridor' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger corridors_take_two_people before update on corridors
  for each row execute function require_approved_corridor();

-- Closings that begin and end by the clock: of a rail, everywhere or for one network, or of a corridor. They leave
-- network_rails and corridors as they are, so their end never opens what staff closed.
create table planned_closings (
  id bigint generated always as identity primary key,
  rail text,
  -- Of a rail: null for all its networks.
  country text,
  network text,
  sender text,
  recipient text,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- What customers read meanwhile.
  words text not null check (char_length(words) between 10 and 300),
  planned_by text not null check (planned_by <> ''),
  reason text not null check (reason <> ''),
  planned_at timestamptz not null default clock_timestamp(),
  cancelled_by text,
  cancelled_at timestamptz,
  check (ends_at > begins_at),
  check ((rail is null) <> (sender is null)),
  check ((sender is null) = (recipient is null)),
  check ((country is null) = (network is null) and (rail is not null or country is null)),
  check ((cancelled_by is null) = (cancelled_at is null))
);
create index planned_closings_ahead on planned_closings (ends_at) where cancelled_at is null;
create trigger planned_closings_are_never_deleted before delete on planned_closings
  for each row execute function refuse_change();

-- One person plans the closing of a rail. The closing of a corridor takes two, who agree on its words and times.
create function require_approved_closing() returns trigger language plpgsql as $$
begin
  if new.sender is null or pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage')
    then return new; end if;
  if not exists (select from approvals where state = 'approved' and action = 'close_corridor'
    and entity = new.sender || '/' || new.recipient and payload::jsonb ->> 'words' = new.words
    and (payload::jsonb ->> 'from')::timestamptz = new.begins_at
    and (payload::jsonb ->> 'until')::timestamptz = new.ends_at) then
    raise exception 'no approved request asks for this: close_corridor' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger planned_closings_take_two_people before insert on planned_closings
  for each row execute function require_approved_closing();

-- A closing in progress ends early only when two people open what it closed.
create function require_approved_early_end() returns trigger language plpgsql as $$
begin
  if old.sender is not null then
    perform require_approved('open_corridor', old.sender || '/' || old.recipient, '{}');
  elsif has_staff() then
    perform require_approved('open_rail', coalesce((select entity from approvals where state = 'approved'
      and action = 'open_rail' and (entity = old.rail or starts_with(entity, old.rail || ' ')) limit 1), old.rail), '{}');
  end if;
  return new;
end $$;
create trigger planned_closings_end_early_by_two_people before update on planned_closings
  for each row when (old.cancelled_at is null and old.begins_at <= now() and old.ends_at > now())
  execute function require_approved_early_end();

-- Prices ------------------------------------------------------------------------------------------------------

-- The first price list: no fee and a margin of 1 % everywhere. Quotes name their list by its version. Of the costs, Stripe's
-- are those it publishes for accounts in the United States; the others are examples, to be replaced by those of the contracts.
insert into policies (kind, key, body)
select 'prices', 'prices', jsonb_build_object('list', jsonb_build_object(
  'corridors', jsonb_object_agg(sender || '/' || recipient,
    '{ "card": [{ "from": "0.00", "fee": "0.00", "feePercent": "0.00", "marginPercent": "1.00" }] }'::jsonb),
  'costs', '{
    "card": {
      "country": "US", "percent": "2.90", "fixed": "0.30", "foreignPercent": "1.50", "conversionPercent": "1.00",
      "settlesIn": ["USD"]
    },
    "payout": {
      "LR": { "percent": "1.00", "fixed": "0.00" },
      "GH": { "percent": "1.00", "fixed": "0.00" },
      "SL": { "percent": "1.00", "fixed": "0.00" }
    },
    "exchangePercent": "0.50"
  }'::jsonb))
from corridors;

-- Quotes ------------------------------------------------------------------------------------------------------

-- A price locked for a customer. Charges and pay-outs read their amounts from here, so no role may change a row.
create table quotes (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  sender text not null,
  recipient text not null,
  fix text not null check (fix in ('send', 'receive')),
  send_currency text not null check (send_currency in ('LRD', 'GHS', 'SLE', 'USD')),
  send_amount bigint not null check (send_amount > 0),
  fee_amount bigint not null check (fee_amount >= 0),
  margin_amount bigint not null check (margin_amount between 0 and send_amount),
  receive_currency text not null check (receive_currency in ('LRD', 'GHS', 'SLE', 'USD')),
  receive_amount bigint not null check (receive_amount > 0),
  rate numeric not null check (rate > 0),
  mid_rate numeric not null check (mid_rate > 0),
  charge_currency text not null check (charge_currency in ('LRD', 'GHS', 'SLE', 'USD')),
  charge_amount bigint not null check (charge_amount > 0),
  charge_fee bigint not null check (charge_fee >= 0),
  charge_margin bigint not null check (charge_margin >= 0),
  charge_principal bigint not null check (charge_principal >= 0),
  charge_rate numeric not null check (charge_rate > 0),
  snapshot_id bigint not null references rate_snapshots (id),
  -- The version of the price list among `policies`. No foreign key: each quote would lock the same row.
  price_version bigint,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  deliver_by timestamptz not null check (deliver_by >= expires_at),
  foreign key (sender, recipient) references corridors (sender, recipient),
  check (charge_amount = charge_fee + charge_margin + charge_principal)
);
create index quotes_by_user on quotes (user_id, id desc);
