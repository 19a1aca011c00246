-- After a restore, `sesa adopt` makes lost transfers again from the providers' records, under two people's names.
alter table operator_actions add column approved_by text
  check (approved_by is null or lower(btrim(approved_by)) <> lower(btrim(operator)));
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret',
  'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust', 'adopt'));
