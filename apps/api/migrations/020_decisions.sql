-- A case may wait for something from outside. Until then it is not offered as the next one; its deadline does not move.
alter table cases add column wait_until timestamptz;
grant update (wait_until) on cases to sesa_app;

-- A draft of a report can be edited until it is approved. Whoever edits it has drafted it, and another member approves it.
create or replace function refuse_filing_step() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state, new.state) in (
    ('draft', 'draft'), ('draft', 'approved'), ('approved', 'exported'), ('exported', 'acknowledged'),
    ('draft', 'withdrawn'), ('approved', 'withdrawn')) then
    return new;
  end if;
  raise exception 'a filing does not go from % to %', old.state, new.state using errcode = 'restrict_violation';
end $$;
grant update (content, case_number, known_at, due_at, drafted_by, drafted_at) on filings to sesa_app;
