-- What two people do, and what staff do, in full: the lists of migration 067 with what came later.
alter table approvals drop constraint approvals_action_check;
alter table approvals add constraint approvals_action_check check (action in (
  'refund', 'repaid', 'release', 'set_prices', 'set_release_threshold', 'open_corridor', 'close_corridor', 'adopt',
  'erase_account', 'review_identity', 'set_tier', 'set_monitoring_rules', 'set_report_profile', 'book_treasury_entry',
  'set_fraud_rules', 'set_tier_limits', 'open_rail', 'route_network')) not valid;

alter table operator_actions drop constraint operator_actions_action_check;
alter table operator_actions add constraint operator_actions_action_check check (action in (
  'hold', 'release', 'refund', 'repaid', 'cancel', 'retry_job', 'explain_break', 'route_network', 'close_rail',
  'open_rail', 'open_corridor', 'close_corridor', 'set_prices', 'end_manual_payout', 'unlock_number', 'lock_account',
  'unlock_account', 'end_sessions', 'renew_secret', 'hold_account', 'lift_account_hold', 'set_fraud_rules',
  'treasury_top_up', 'treasury_convert', 'treasury_adjust', 'adopt', 'archive_month', 'return_month',
  'set_release_threshold', 'erase_account', 'assign_case', 'note_case', 'propose_case', 'confirm_case', 'refuse_case',
  'set_case_deadline', 'review_identity', 'set_tier', 'set_report_profile', 'draft_filing', 'approve_filing',
  'export_filing', 'acknowledge_filing', 'withdraw_filing', 'export_travel_rule', 'set_monitoring_rules',
  'prepare_close', 'sign_close', 'set_alert_level', 'set_tier_limits', 'open_privacy_request', 'export_personal_data',
  'end_privacy_request')) not valid;
