-- Mid-market rates as one source gave them at one time. Append-only: a quote names the row its rates come from.
create table rate_snapshots (
  id bigint generated always as identity primary key,
  as_of timestamptz not null,
  source text not null check (source <> ''),
  usd_lrd numeric not null check (usd_lrd > 0),
  usd_ghs numeric not null check (usd_ghs > 0),
  usd_sle numeric not null check (usd_sle > 0),
  created_at timestamptz not null default now(),
  unique (source, as_of),
  -- A time in the future would keep these rates the newest, and fresh, for too long.
  check (as_of <= created_at + interval '5 minutes')
);
create index rate_snapshots_newest on rate_snapshots (as_of desc, id desc);
grant select, insert on rate_snapshots to sesa_app;

-- The seed gives every price a named source from the first start. It ages like any other snapshot.
insert into rate_snapshots (as_of, source, usd_lrd, usd_ghs, usd_sle)
values ('2026-09-29 00:00:00Z', '@fawazahmed0/currency-api 2026.9.29', 172.08771659, 11.64619458, 22.91486807);

-- Corridors are directional. All are off until the operator enables each one; the sandbox opens them by a setting.
create table corridors (
  sender text not null check (sender in ('LR', 'GH', 'SL', 'US')),
  recipient text not null check (recipient in ('LR', 'GH', 'SL')),
  enabled boolean not null default false,
  reason text not null check (reason <> ''),
  margin_bps bigint not null default 100 check (margin_bps between 0 and 9999),
  fee bigint not null default 0 check (fee >= 0),
  min_receive bigint check (min_receive > 0),
  max_receive bigint check (max_receive >= min_receive),
  primary key (sender, recipient),
  check (sender <> recipient)
);
grant select on corridors to sesa_app;

-- The least a pay-out can be is one unit, as pawaPay's Ghanaian and Sierra Leonean operators have it. The most is the
-- smallest maximum among a country's operators (AirtelTigo 10,000 GHS, Orange 15,000 SLE), since a pay-out above it is
-- refused after the card was charged. Liberia's operators are in no published list: the limit per transfer holds there.
insert into corridors (sender, recipient, reason, min_receive, max_receive)
select s.code, r.code,
  case s.code
    when 'GH' then 'Sending from Ghana is not available: it needs a licence for outward transfers, which we do not hold yet.'
    else format('Sending from %s to %s is not open yet.', s.name, r.name)
  end,
  100,
  case r.code when 'GH' then 1000000 when 'SL' then 1500000 end
from (values ('LR', 'Liberia'), ('GH', 'Ghana'), ('SL', 'Sierra Leone'), ('US', 'the United States')) as s (code, name)
cross join (values ('LR', 'Liberia'), ('GH', 'Ghana'), ('SL', 'Sierra Leone')) as r (code, name)
where s.code <> r.code;

-- A price locked for a user. What is charged, sent and paid out is read from here, so no role may change a row.
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
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  deliver_by timestamptz not null check (deliver_by >= expires_at),
  foreign key (sender, recipient) references corridors (sender, recipient),
  check (charge_amount = charge_fee + charge_margin + charge_principal)
);
create index quotes_by_user on quotes (user_id, id desc);
grant select, insert on quotes to sesa_app;

-- The one unfinished transfer of a user, as typed.
create table drafts (
  user_id uuid primary key references users (id) on delete cascade,
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on drafts to sesa_app;
