-- Cancelling, operators' actions, reconciliation and the queue's dead letters.

-- Every operator's action, by name and with a reason: append-only. Its id stands in the ledger for what it books.
create table operator_actions (
  id uuid primary key default uuidv7(),
  transfer_id uuid references transfers (id),
  action text not null check (action in ('hold', 'release', 'refund', 'cancel', 'retry_job', 'explain_break')),
  operator text not null check (length(operator) between 2 and 100),
  reason text not null check (length(reason) between 3 and 500),
  -- What it was about when that is no transfer: a job's id, a break's id.
  subject text,
  at timestamptz not null default clock_timestamp()
);
create index operator_actions_of on operator_actions (transfer_id);
grant select, insert on operator_actions to sesa_app;

-- Transfers ---------------------------------------------------------------------------------------------------

-- Set before the pay-out is under way it ends the transfer; set later it is a wish that a failed pay-out fulfils.
alter table transfers drop constraint transfers_cancel_reason_check;
alter table transfers add constraint transfers_cancel_reason_check
  check (cancel_reason in ('replaced', 'expired', 'user', 'operator'));

-- The refund that an operator ordered for a held transfer, until the engine has carried it out.
alter table transfers add column refund_order uuid references operator_actions (id);
grant update (refund_order) on transfers to sesa_app;

-- What a row of the history records; `operator` is who did it, where that was not the engine or the sender.
alter table transfer_events add column kind text not null default 'moved'
  check (kind in ('moved', 'held', 'released', 'cancel_requested', 'noted'));
alter table transfer_events add column operator text;
-- A row that names a reason set a hold. Rewritten with the column, since nobody updates a history.
alter table transfer_events alter column kind type text
  using case when hold_reason is not null then 'held' else kind end;

alter table refund_attempts add column refund_order uuid references operator_actions (id);

-- Reconciliation ----------------------------------------------------------------------------------------------

create table reconciliation_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- How many entries of each kind were compared.
  compared jsonb not null default '{}'
);
grant select, insert on reconciliation_runs to sesa_app;
grant update (finished_at, compared) on reconciliation_runs to sesa_app;

-- One row per difference between our books and a provider's. A later run resolves it when both agree again.
create table reconciliation_breaks (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The provider's or our id of the entry.
  subject text not null,
  ours text,
  theirs text,
  owner text not null check (owner in ('operations', 'treasury', 'engineering')),
  state text not null default 'open' check (state in ('open', 'explained', 'resolved')),
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  resolved_at timestamptz,
  check ((state = 'resolved') = (resolved_at is not null))
);
create unique index reconciliation_breaks_standing on reconciliation_breaks (kind, subject) where state <> 'resolved';
grant select, insert on reconciliation_breaks to sesa_app;
grant update (ours, theirs, owner, state, last_seen, resolved_at) on reconciliation_breaks to sesa_app;

-- The queue ---------------------------------------------------------------------------------------------------

-- The signs of life of each worker of the job queue: one that gives none has its jobs taken away.
create table job_workers (
  worker_id text primary key,
  beat_at timestamptz not null default now()
);

-- Jobs that were given up after their last try, each announced once.
create table dead_jobs (
  job_id bigint not null,
  task text not null,
  died_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (job_id, died_at)
);
