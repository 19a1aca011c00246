-- Rails and the entries of the treasury, too, change under the application's role only as an approved request says, once a
-- member of staff has joined. Until then, commands act under one name. One person closes a rail.
create function has_staff() returns boolean language sql stable as $$
  select exists (select from staff_members where activated_at is not null and ended_at is null)
$$;

create function require_approved_opening() returns trigger language plpgsql as $$
declare
  place text := new.country || '/' || new.network;
  everywhere boolean := exists (select from approvals
    where state = 'approved' and action = 'open_rail' and entity = new.rail);
begin
  if has_staff() then
    perform require_approved('open_rail', case when everywhere then new.rail else new.rail || ' ' || place end, '{}');
  end if;
  return new;
end $$;
create trigger network_rails_open_by_two_people before update of off_reason on network_rails
  for each row when (old.off_reason is not null and new.off_reason is null)
  execute function require_approved_opening();

create function require_approved_route() returns trigger language plpgsql as $$
begin
  if has_staff() then
    perform require_approved('route_network', coalesce(new.country, old.country) || '/' || coalesce(new.network, old.network),
      '{}');
  end if;
  return coalesce(new, old);
end $$;
create trigger network_rails_routed_by_two_people before insert or delete on network_rails
  for each row execute function require_approved_route();

create function require_approved_entry() returns trigger language plpgsql as $$
begin
  if has_staff() then
    perform require_approved('book_treasury_entry', new.account || ' ' || new.provider_id, '{}');
  end if;
  return new;
end $$;
create trigger provider_movements_entered_by_two_people before insert on provider_movements
  for each row when (new.action_id is not null) execute function require_approved_entry();

-- A closing that runs ends early only when two people open what it closed.
create function require_approved_early_end() returns trigger language plpgsql as $$
begin
  if old.sender is not null then
    perform require_approved('open_corridor', old.sender || '/' || old.recipient, '{}');
  elsif has_staff() then
    perform require_approved('open_rail', coalesce((select entity from approvals where state = 'approved'
      and action = 'open_rail' and (entity = old.rail or starts_with(entity, old.rail || ' ')) limit 1), old.rail), '{}');
  end if;
  return new;
end $$;
create trigger planned_closings_end_early_by_two_people before update on planned_closings
  for each row when (old.cancelled_at is null and old.begins_at <= now() and old.ends_at > now())
  execute function require_approved_early_end();

-- The planned closing of a corridor has the times that two people agreed on.
create or replace function require_approved_closing() returns trigger language plpgsql as $$
begin
  if new.sender is null or pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage')
    then return new; end if;
  if not exists (select from approvals where state = 'approved' and action = 'close_corridor'
    and entity = new.sender || '/' || new.recipient and payload::jsonb ->> 'words' = new.words
    and (payload::jsonb ->> 'from')::timestamptz = new.begins_at
    and (payload::jsonb ->> 'until')::timestamptz = new.ends_at) then
    raise exception 'no approved request asks for this: close_corridor' using errcode = '42501';
  end if;
  return new;
end $$;

-- A request for a planned closing allows no closing at once.
create or replace function require_approved_corridor() returns trigger language plpgsql as $$
begin
  perform require_approved(case when new.enabled then 'open_corridor' else 'close_corridor' end,
    new.sender || '/' || new.recipient,
    case when new.enabled then '{}'::jsonb else jsonb_build_object('words', new.reason) end);
  if not new.enabled and exists (select from approvals where state = 'approved' and action = 'close_corridor'
    and entity = new.sender || '/' || new.recipient and payload::jsonb ? 'from')
    and not pg_has_role(current_user, (select relowner from pg_class where oid = 'approvals'::regclass), 'usage') then
    raise exception 'no approved request asks for this: close_corridor' using errcode = '42501';
  end if;
  return new;
end $$;
