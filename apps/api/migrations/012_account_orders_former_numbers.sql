-- Operators lock and unlock accounts; and limits of sending that outlive an account.

grant update (locked_at) on users to sesa_app;

-- Which number a closed account had, as a digest, for as long as its transfers count for the number's limits.
create table former_numbers (
  user_id uuid primary key references users,
  number_key bytea not null check (octet_length(number_key) = 32),
  closed_at timestamptz not null default now()
);
create index former_numbers_of on former_numbers (number_key);
create index former_numbers_by_age on former_numbers (closed_at);
grant select, insert, delete on former_numbers to sesa_app;
