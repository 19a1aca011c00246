-- Outside a transaction.
drop index concurrently if exists provider_movements_xid;
create index concurrently provider_movements_xid on provider_movements (xid) where xid is not null;
drop index concurrently if exists idempotency_keys_by_time;
create index concurrently idempotency_keys_by_time on idempotency_keys (created_at);
