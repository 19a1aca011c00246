-- Staff open and close corridors by command, by name and with a reason. Only the schema's owner may.
alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break',
  'route_network', 'close_rail', 'open_rail', 'open_corridor', 'close_corridor', 'end_manual_payout',
  'unlock_number', 'lock_account', 'unlock_account', 'end_sessions', 'renew_secret'));
