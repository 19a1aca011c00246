-- What somebody was told of and still stands: each hold and each offender of an invariant is announced once.
create table announced (
  kind text not null check (kind in ('hold', 'offender')),
  subject text not null,
  at timestamptz not null default now(),
  primary key (kind, subject)
);
grant select, insert, delete on announced to sesa_app;

-- Held transfers are counted every few seconds, and looked for every few minutes.
create index transfers_held on transfers (hold_reason) where hold_reason is not null;
