-- Identity checks: a provider compares a customer's document with their face. One row per attempt that has its own reference
-- at the provider; images stay there.
create table identity_checks (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  provider text not null check (provider ~ '^[a-z][a-z-]{1,29}$'),
  -- The customer's country when the check began.
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null check (state in (
    'not_started', 'waiting_for_user', 'processing', 'verified', 'needs_review', 'failed_retryable', 'failed_final',
    'expired')),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  -- The provider's own code and its id of the session or job, for support.
  provider_code text,
  reference text,
  -- The submission that the newest result is about, so that an old result does not end a new submission.
  submission text,
  failures integer not null default 0 check (failures >= 0),
  -- As on the document.
  name text,
  dob date,
  document_type text,
  document_country text,
  document_expires date,
  -- Keyed digest of name, date of birth and document number: one person with two accounts.
  person_key bytea,
  warned_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (state <> 'verified' or (name is not null and dob is not null and person_key is not null))
);
create index identity_checks_of on identity_checks (user_id, created_at);
create index identity_checks_by_reference on identity_checks (provider, reference);
create index identity_checks_of_person on identity_checks (person_key) where state = 'verified';
create index identity_checks_unfinished on identity_checks (updated_at)
  where state in ('not_started', 'waiting_for_user', 'processing', 'needs_review');
create index identity_checks_by_expiry on identity_checks (document_expires) where state = 'verified';
grant select, insert, update, delete on identity_checks to sesa_app;
