-- The files of an approved report, sealed under SESA_SECRET: what two people approved is what leaves, whatever becomes of the
-- transfer or the account.
create table filing_files (
  filing_id bigint not null references filings (id),
  name text not null check (name <> ''),
  sealed bytea not null,
  -- SHA-256 of the file itself, as `sha256sum` prints it.
  digest bytea not null check (octet_length(digest) = 32),
  kept_at timestamptz not null default clock_timestamp(),
  primary key (filing_id, name)
);
grant select, insert on filing_files to sesa_app;
-- Only the seal changes, with the secret.
create trigger filing_files_never_change before delete or update of filing_id, name, digest, kept_at on filing_files
  for each row execute function refuse_change();

-- Schema files of authorities, by their digest. One is used once a profile that two people set names its digest.
create table report_schemas (
  digest bytea primary key check (digest = sha256(convert_to(text, 'UTF8'))),
  name text not null check (name <> ''),
  text text not null check (octet_length(text) <= 1048576),
  author text not null check (author <> ''),
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert on report_schemas to sesa_app;
create trigger report_schemas_never_change before update or delete on report_schemas
  for each row execute function refuse_change();
