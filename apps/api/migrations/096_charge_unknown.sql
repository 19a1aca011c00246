-- Outside a transaction.
-- True while the card provider has not said whether the card of an opened payment was charged. Lists show it as checking.
alter table transfers add column if not exists charge_unknown boolean not null default false;
grant update (charge_unknown) on transfers to sesa_app;
drop index concurrently if exists transfers_of_user_unpaid;
create index concurrently transfers_of_user_unpaid on transfers (user_id, id desc)
  where state = 'awaiting_payment' and captured_at is null;
