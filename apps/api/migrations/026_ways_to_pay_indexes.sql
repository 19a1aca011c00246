-- Outside a transaction.
-- Indexes and checks of the ways to pay, built while others work.

-- The debits of a customer, for their limits.
drop index concurrently if exists transfers_debits;
create index concurrently transfers_debits on transfers (user_id, created_at) where pay_method = 'bank_debit';
-- Requests that staff ended by the carrier's written answer, which it may contradict later.
drop index concurrently if exists collection_attempts_confirmed;
create index concurrently collection_attempts_confirmed on collection_attempts (ended_at)
  where state = 'failed' and answer like 'CONFIRMED_IN_WRITING:%';
-- Money that is owed to wallets.
drop index concurrently if exists collection_refunds_unfinished;
create index concurrently collection_refunds_unfinished on collection_refunds (attempt_id) where state <> 'succeeded';
drop index concurrently if exists transfers_owing_wallets;
create index concurrently transfers_owing_wallets on transfers (collection_id)
  where collection_id is not null and state in ('awaiting_payment', 'payout_failed', 'refunding', 'refund_failed');

alter table transfers validate constraint transfers_pay_method_check;
alter table transfers validate constraint transfers_cancel_reason_check;
