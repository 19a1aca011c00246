-- Outside a transaction.
drop index concurrently if exists provider_events_subject;
create index concurrently provider_events_subject on provider_events (subject) where subject is not null;
