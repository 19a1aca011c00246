-- Numbers to pay from besides the sign-in number, refunds to another wallet, and what is known about payers.

-- Confirmed by a code, and no way to sign in. A number belongs to one account, here and in phone_identities: a change to either
-- table is made under the number's lock.
create table payer_numbers (
  phone_number text primary key check (phone_number ~ '^\+[1-9][0-9]{6,14}$'),
  user_id uuid not null references users,
  verified_at timestamptz not null default clock_timestamp()
);
create index payer_numbers_of on payer_numbers (user_id);
create trigger payer_numbers_keep_replaced after update or delete on payer_numbers
  for each row execute function keep_replaced_identity();

-- Every confirmed number, for limits and monitoring.
create view account_numbers as
  select user_id, phone_number, verified_at, true as is_sign_in from phone_identities
  union all
  select user_id, phone_number, verified_at, false from payer_numbers;

-- `pay_phone`: the wallet that the customer chose when the payment was opened; null for other ways to pay. `refund_network`: the
-- network of the wallet that the customer named for the refund; null for the one that paid.
alter table transfers
  add column pay_phone text,
  add column refund_network text;
grant update (refund_network) on transfers to sesa_app;

-- `name_check`: how the wallet's name compares with the customer's. `refund_*`: the wallet that the customer named for the refund,
-- because the one that paid does not take it.
alter table collection_attempts
  add column name_check text check (name_check in ('match', 'close', 'different', 'unknown')),
  add column refund_phone text,
  add column refund_network text,
  add column refund_named_at timestamptz,
  add constraint collection_attempts_refund_wallet
    check (num_nulls(refund_phone, refund_network, refund_named_at) in (0, 3));

-- The wallet that gets the refund; null for the one that paid.
alter table collection_refunds
  add column phone text,
  add column network text,
  add constraint collection_refunds_wallet check (num_nulls(phone, network) in (0, 2));

grant select, insert, update, delete on payer_numbers to sesa_app;
grant select on account_numbers to sesa_app;
grant update (refund_phone, refund_network, refund_named_at) on collection_attempts to sesa_app;
