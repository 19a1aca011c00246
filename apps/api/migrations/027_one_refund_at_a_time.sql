-- Outside a transaction.
-- A payment from a wallet has one refund at a time, whoever requests it: a process that lost its transfer adds none.

drop index concurrently if exists collection_refunds_once;
create unique index concurrently collection_refunds_once on collection_refunds (attempt_id) where state <> 'failed';
drop index concurrently if exists collection_refunds_extra;
