-- Reconciliation asks a carrier about a pay-out until its report agrees with our books, and then only in the round through
-- older ones.
alter table payout_attempts add column agreed_at timestamptz;
comment on column payout_attempts.agreed_at is 'when the carrier''s final report last agreed with our books';
grant update (agreed_at) on payout_attempts to sesa_app;
