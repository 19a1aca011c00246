-- Rights of the processes' roles. `sesa_app` belongs to the server and to the worker's money paths. `sesa_office` is a
-- member of it, with the rights that only staff need. `db/roles.ts` grants `sesa_worker` the queue and reading.

grant usage on schema public to sesa_app;

-- Read alone.
grant select on ledger_accounts, audit_log, audit_details, audit_head, staff_members, approvals, privacy_deadlines, corridors,
  booked_apart, month_tables, ledger_postings_other, transfer_events_other, archives, archived_sums to sesa_app;

-- Records: read and added to. A few have columns that may change, below.
grant select, insert on users, security_events, legal_texts, consents, card_consents, ledger_entries, ledger_postings,
  ledger_checkpoints, staff_actions, policies, privacy_requests, rate_snapshots, snapshot_rates,
  daily_rates, rate_history_requests, planned_closings, quotes, transfers, transfer_events, payout_attempts, refund_attempts,
  provider_events, disputes, payout_routes, manual_payouts, fraud_decisions, account_holds,
  provider_movements, reconciliation_runs, reconciliation_breaks, daily_closes, case_deadlines, cases, case_events,
  case_proposals, screenings, screening_decisions, monitoring_runs, monitoring_alerts,
  report_schemas, filings, filing_files, answer_templates to sesa_app;

-- Written once, and deleted when they expire, or with the account that they are about.
grant select, insert, delete on identity_changes, event_origins, spent_proofs, passkey_challenges, federated_identities,
  federated_flows, consent_origins, notices, user_notices, former_numbers, transfer_senders, idempotency_keys,
  float_readings, payment_devices, payment_origins, card_declines, announced, screening_subjects, enquiries, interests,
  enquiry_threads, enquiry_messages, staff_notes, rate_alert_links, reminder_days, tracking_links to sesa_app;

-- The last state of something, such as of a source of rates.
grant select, insert, update on signing_keys, rate_sources, rail_health, float_wallets, provider_reads, treasury_positions,
  invariant_watch, finished_checks, screening_list, monitoring_cursor to sesa_app;

grant select, insert, update, delete on processes, source_rates, phone_identities, profiles, sender_details, drafts, sessions,
  known_devices, verifications, rate_limits, wrong_codes, passwords, wrong_passwords, email_links, passkeys, passkey_offers,
  saved_recipients, card_customers, messages, sms_reports, notice_channels, push_subscriptions, push_offers,
  staff_invitations, user_limits, limit_keys, network_rails, rail_terms, float_reservations, customer_tiers, identity_checks,
  notification_settings, rate_alerts, reminders to sesa_app;

-- Columns that may change.
grant update (locked_at, closed_at) on users to sesa_app;
grant update (read_at) on user_notices to sesa_app;
grant update (outcome, ended_by, ended_at, note) on privacy_requests to sesa_app;
grant update (outcome) on rate_history_requests to sesa_app;
grant update (enabled, reason) on corridors to sesa_app;
-- A closing ends early when two people open what it closed.
grant update (ends_at, cancelled_by, cancelled_at) on planned_closings to sesa_app;
grant update (closed_at) on former_numbers to sesa_app;
grant update (payment_intent_id, state, state_changed_at, captured_at, charge_unknown, card_brand, card_last4, card_wallet,
  card_country, card_key, payout_delay_minutes, cancel_reason, failure_code, hold_reason, hold_owner, refund_order,
  repaid_amount, late_events_pending, next_step_at, wake_version, attempts, failures, lease_token, lease_until) on transfers to sesa_app;
grant update (outcome, closed_at, agreed_at, answer) on payout_attempts to sesa_app;
grant update (provider_id) on disputes to sesa_app;
grant update (outcome, ended_at, ended_by, note) on manual_payouts to sesa_app;
grant update (lifted_at, lifted_by, lift_reason) on account_holds to sesa_app;
grant update (finished_at, compared, payouts_upto, compared_upto) on reconciliation_runs to sesa_app;
grant update (ours, theirs, owner, state, last_seen, moved_at, resolved_at) on reconciliation_breaks to sesa_app;
grant update (signed_by, signed_at, note) on daily_closes to sesa_app;
grant update (stage, state, owner, outcome, due_at, closed_at) on cases to sesa_app;
grant update (state, decided_by, decided_at, decision_reason, confirmed_version) on case_proposals to sesa_app;
grant update (name, birth_date, state, version, screened_at, active_until, is_retired) on screening_subjects to sesa_app;
grant update (state, approved_by, approved_at, document_hash, exported_at, authority_id, ended_at) on filings to sesa_app;
grant update (assigned_to, closed_at) on enquiry_threads to sesa_app;
grant update (retired_by, retired_at) on answer_templates to sesa_app;

-- Records of closed accounts are added and not read.
grant insert on locked_records to sesa_app;
-- Nobody chooses an id, so a request names one correction for good.
grant select, delete, insert (user_id, name_before, name_after, document, seen) on name_corrections to sesa_app;

-- The worker carries out what two people decided about members, and deletes expired rows.
grant insert (name, email, roles, invited_by), update (roles, activated_at) on staff_members to sesa_app;
grant update (state, result) on approvals to sesa_app;
grant select, delete on staff_challenges, staff_sessions, staff_command_lines to sesa_app;

grant execute on function enqueue_job, append_audit, erase_audit_words, make_months, seal_record, forget_kept_records
  to sesa_app;

-- The office ---------------------------------------------------------------------------------------------------

grant insert (action, permission, entity, entity_version, payload, payload_hash, reason, maker, expires_at) on approvals
  to sesa_office;
grant update (last_signed_in_at, ended_at) on staff_members to sesa_office;
grant select, update (counter, last_used_at) on staff_passkeys to sesa_office;
grant insert on staff_challenges, staff_sessions, staff_command_lines to sesa_office;
grant update (last_used_at, ended_at) on staff_sessions to sesa_office;
grant update (wrong_codes) on staff_command_lines to sesa_office;
-- Proofs that nobody answered are deleted when a member asks for the next; a trigger keeps the answered ones.
grant select, delete, insert (member_id, call, request_hash, approval_id, payload_hash) on staff_proofs to sesa_office;

grant execute on function join_staff, add_staff_passkey, remove_staff_passkey, answer_staff_proof, decide_approval,
  kept_record_of to sesa_office;
