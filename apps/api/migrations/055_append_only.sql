-- Grants keep the application from changing records; the owner of the schema was still free to. Now only a migration,
-- which can disable a trigger, changes or deletes a posting, an event of a transfer or a staff action.
create trigger ledger_entries_never_change before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_entries_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger ledger_postings_never_change before update or delete on ledger_postings
  for each row execute function refuse_change();
create trigger ledger_postings_never_emptied before truncate on ledger_postings
  for each statement execute function refuse_change();
create trigger transfer_events_never_change before update or delete on transfer_events
  for each row execute function refuse_change();
create trigger transfer_events_never_emptied before truncate on transfer_events
  for each statement execute function refuse_change();
create trigger operator_actions_never_change before update or delete on operator_actions
  for each row execute function refuse_change();
create trigger operator_actions_never_emptied before truncate on operator_actions
  for each statement execute function refuse_change();
