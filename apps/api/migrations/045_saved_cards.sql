-- Saved cards: the card provider keeps them; we keep whose customer is whose, and each card consent.

-- The account's customer at the card provider, created when first needed. A null `customer_id` is a request whose
-- answer never arrived. `generation` is part of its idempotency key: it rises when the provider no longer has the customer.
create table card_customers (
  user_id uuid primary key references users (id),
  customer_id text unique check (customer_id <> ''),
  generation integer not null default 1 check (generation > 0),
  created_at timestamptz not null default now()
);
grant select, insert, update, delete on card_customers to sesa_app;

-- Each consent to keep a card, and its withdrawal: append-only. `legal_texts` holds the text that the customer saw.
create table card_consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id),
  -- The card at the provider.
  card_id text not null check (card_id <> ''),
  decision text not null check (decision in ('given', 'withdrawn')),
  text_hash bytea not null references legal_texts,
  at timestamptz not null default clock_timestamp(),
  unique (user_id, card_id, decision)
);
grant select, insert on card_consents to sesa_app;
create trigger card_consents_never_change before update or delete on card_consents
  for each row execute function refuse_change();

-- `consents` is about documents. Nothing ever wrote this kind: a card has its own record above.
alter table consents drop constraint consents_kind_check;
alter table consents add constraint consents_kind_check
  check (kind in ('terms', 'privacy', 'esign', 'marketing', 'sms', 'push'));

-- The card that paid, as the customer knows it. Null on rows of earlier releases and until the card is charged.
alter table transfers add column card_brand text check (card_brand ~ '^[a-z_]{1,40}$');
alter table transfers add column card_last4 text check (card_last4 ~ '^[0-9]{4}$');
alter table transfers add column card_wallet text check (card_wallet ~ '^[a-z_]{1,40}$');
grant update (card_brand, card_last4, card_wallet) on transfers to sesa_app;
