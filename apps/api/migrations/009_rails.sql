-- Which rail pays out to which network, what rails say of themselves, and pay-outs that a person makes by hand.

-- The ways to a network, in the order of `position`; one that is off says why, in words for senders. Changed by
-- operators only.
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
  -- No rail with an interface is confirmed for it: a person pays out, once an operator allows that.
  ('LR', 'orange', 2, 'manual', 'Sending to Orange Money in Liberia is not open yet.'),
  ('SL', 'afrimoney', 2, 'manual', 'Sending to Afrimoney is not open yet.'),
  ('SL', 'qmoney', 2, 'manual', 'Sending to QMoney is not open yet.');

-- What a rail last said of a network: whether it pays out, and between which amounts (minor units).
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

-- When a rail was last asked for its terms, and when it last answered.
create table rail_health (
  rail text primary key,
  asked_at timestamptz not null,
  answered_at timestamptz
);

-- The rail of each pay-out, chosen once: whatever is asked or sent again goes the same way.
create table payout_routes (
  reference uuid primary key,
  rail text not null,
  chosen_at timestamptz not null default now()
);

-- Pay-outs that wait for a person. What was asked for never changes; how it ended is written once.
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
  -- The operator's own number of the payment, or why it could not be made.
  note text,
  check ((outcome is null) = (ended_at is null) and (outcome is null) = (ended_by is null))
);
create index manual_payouts_waiting on manual_payouts (asked_at) where outcome is null;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'end_manual_payout'));

-- An SMS that the day's budget did not allow any more.
alter table messages drop constraint messages_failure_check;
alter table messages add constraint messages_failure_check
  check (failure in ('refused', 'expired', 'attempts_exhausted', 'over_budget'));

grant select, insert, update, delete on network_rails, rail_terms to sesa_app;
grant select, insert, update on rail_health to sesa_app;
grant select, insert on payout_routes, manual_payouts to sesa_app;
grant update (outcome, ended_at, ended_by, note) on manual_payouts to sesa_app;
