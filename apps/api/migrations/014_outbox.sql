-- The moves of transfers about which customers and recipients have not been notified yet. The statement that moves a
-- transfer adds them; a worker writes the messages and deletes them, in batches and in one transaction.
create table outbox (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfers (id),
  move text not null check (move in ('paid', 'sent', 'payout_failed', 'refunded', 'cancelled', 'held', 'released')),
  -- The columns of the transfer that may have changed by the time the messages are written, as of the move.
  state text not null,
  captured_at timestamptz,
  cancel_reason text,
  failure_code text,
  refund_order uuid,
  repaid_amount bigint,
  created_at timestamptz not null default now(),
  -- Later than now only after an error. The later moves of the transfer wait as well.
  due_at timestamptz not null default now(),
  failures integer not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- The order of a transfer's moves.
create index outbox_of on outbox (transfer_id, id);

grant select, delete, insert (transfer_id, move, state, captured_at, cancel_reason, failure_code, refund_order, repaid_amount),
  update (due_at, failures) on outbox to sesa_app;
