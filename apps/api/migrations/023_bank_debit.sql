-- Paying from a bank account in the United States, through the card provider.

-- `debit_started_at`: when the customer authorized the debit, by the provider's clock. The bank then has days to answer, and
-- `quote_expires_at` moves to the end of that time. `bank_name` and `bank_last4` name the account that is debited.
alter table transfers
  drop constraint transfers_pay_method_check,
  add constraint transfers_pay_method_check check (pay_method in ('card', 'momo', 'bank_debit')) not valid,
  drop constraint transfers_cancel_reason_check,
  -- `debit_failed`: the bank did not pay; `failure_code` says why.
  add constraint transfers_cancel_reason_check check (cancel_reason in (
    'replaced', 'expired', 'user', 'staff', 'identity', 'declined', 'account_held', 'debit_failed')) not valid,
  add column debit_started_at timestamptz,
  add column bank_name text check (char_length(bank_name) between 1 and 100),
  add column bank_last4 text check (bank_last4 ~ '^[0-9]{4}$');
grant update (debit_started_at, bank_name, bank_last4, quote_expires_at) on transfers to sesa_app;

-- Customers are notified when a debit starts: its bank answers days later.
alter table outbox drop constraint outbox_move_check,
  add constraint outbox_move_check check (move in (
    'debiting', 'paid', 'sent', 'payout_failed', 'refunded', 'cancelled', 'held', 'released'));
