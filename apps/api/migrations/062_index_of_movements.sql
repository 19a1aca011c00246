-- Outside a transaction.
drop index concurrently if exists provider_movements_xid;
create index concurrently provider_movements_xid on provider_movements (xid) where xid is not null;
