-- Inviting a member, inviting one again and changing roles take two people. The lists of migrations 085 and 090 with these.
alter table approvals drop constraint approvals_action_check;
alter table approvals add constraint approvals_action_check check (action in (
  'refund', 'repaid', 'release', 'set_prices', 'set_release_threshold', 'open_corridor', 'close_corridor', 'adopt',
  'erase_account', 'review_identity', 'set_tier', 'set_monitoring_rules', 'set_report_profile', 'book_treasury_entry',
  'set_fraud_rules', 'set_tier_limits', 'open_rail', 'route_network', 'invite_member', 'invite_member_again',
  'change_roles')) not valid;

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
  'end_privacy_request', 'plan_closing', 'cancel_closing', 'invite_member', 'invite_member_again',
  'change_roles')) not valid;

-- Who invited a member: the request behind the action has both people. Every decision of two people asks.
create index operator_actions_of_invitations on operator_actions (subject)
  where action in ('invite_member', 'invite_member_again');

-- An administrator has no other role, since each of them asks for something that an administrator approves. Those who had
-- one keep what they alone can do.
select append_audit(null, 'staff.roles_changed', id::text,
  jsonb_build_object('before', jsonb_build_object('roles', roles), 'after', jsonb_build_object('roles', array['administrator'])), null)
from staff_members where ended_at is null and 'administrator' = any (roles) and cardinality(roles) > 1;
update staff_members set roles = '{administrator}'
where ended_at is null and 'administrator' = any (roles) and cardinality(roles) > 1;
alter table staff_members add constraint staff_members_administrator_alone
  check (ended_at is not null or 'administrator' <> all (roles) or roles = '{administrator}') not valid;
