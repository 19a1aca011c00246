-- Links that show a transfer's state to anyone who has them. Deleting a row ends its link.
create table tracking_links (
  -- The SHA-256 of the token, which only the link itself holds.
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  transfer_id uuid not null references transfers (id),
  user_id uuid not null references users (id),
  -- `sender`: made to be shared, only the newest few are kept. `recipient`: made for the text message.
  made_for text not null check (made_for in ('sender', 'recipient')),
  created_at timestamptz not null default clock_timestamp()
);
create index tracking_links_of on tracking_links (transfer_id, created_at);
create index tracking_links_by_user on tracking_links (user_id);
create index tracking_links_by_age on tracking_links (created_at);
grant select, insert, delete on tracking_links to sesa_app;
