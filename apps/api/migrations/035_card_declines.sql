-- Declined cards, counted per payment, account and address, so that the product is no use for testing stolen cards.

-- The keyed digest of the network address a payment was opened from.
create table payment_origins (
  transfer_id uuid primary key references transfers (id),
  address_key text not null,
  opened_at timestamptz not null default now()
);
create index payment_origins_by_age on payment_origins (opened_at);
grant select, insert, delete on payment_origins to sesa_app;

-- One row per declined charge, however often and in whatever order the card provider reports it.
create table card_declines (
  -- The provider's id of the charge; of the event where no charge was made.
  decline_id text primary key,
  transfer_id uuid not null references transfers (id),
  address_key text,
  declined_at timestamptz not null default now()
);
create index card_declines_of on card_declines (transfer_id, declined_at);
create index card_declines_from on card_declines (address_key, declined_at) where address_key is not null;
create index card_declines_by_age on card_declines (declined_at);
grant select, insert, delete on card_declines to sesa_app;
