-- When the movement of a break happened: a run resolves only what lies within the time that it compared. How far back
-- a break was found before is not known, so what still stands may be as old as the first transfer, and the first run
-- that sees it again says better. What is resolved was found by looking back three days, as a rule.
alter table reconciliation_breaks add column moved_at timestamptz;
update reconciliation_breaks set moved_at = least(
  first_seen - interval '3 days',
  case when state <> 'resolved' then (select min(created_at) from transfers) end);
-- The release before this one writes breaks without it: rather too early than too late, until this one sees them.
alter table reconciliation_breaks alter column moved_at set not null,
  alter column moved_at set default now() - interval '4 days';
grant update (moved_at) on reconciliation_breaks to sesa_app;

-- The end of what a finished run compared: the next one goes on from there, however long ago it was.
alter table reconciliation_runs add column compared_upto timestamptz;
update reconciliation_runs set compared_upto = started_at - interval '15 minutes' where finished_at is not null;
grant update (compared_upto) on reconciliation_runs to sesa_app;
