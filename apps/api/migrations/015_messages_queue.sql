-- Outside a transaction.
-- Messages are a queue of their own: workers take those that are due, in batches. The earlier release sends its messages with a
-- job for each; they have no due time, and workers of this release run those jobs too.

-- When the message is due. While a worker sends it, the end of the worker's lease; null for a message with a job.
alter table messages add column if not exists due_at timestamptz;
-- Where the trace began (W3C `traceparent`). Null without tracing.
alter table messages add column if not exists traceparent text;
alter table messages set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
-- Messages that expire, such as codes, come first.
drop index concurrently if exists messages_due;
create index concurrently messages_due on messages ((expires_at is null), due_at) where state = 'queued' and due_at is not null;
