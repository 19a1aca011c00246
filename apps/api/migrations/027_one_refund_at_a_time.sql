-- Outside a transaction.
-- A payment from a wallet has at most one refund that has not failed, even if two processes request one at once.

drop index concurrently if exists collection_refunds_once;
create unique index concurrently collection_refunds_once on collection_refunds (attempt_id) where state <> 'failed';
drop index concurrently if exists collection_refunds_extra;
