-- Outside a transaction. A movement that staff enter is one movement under any spelling of its reference.

-- Returns a reference without what a copy of it may spell otherwise: case, marks, full-width and Arabic digits, spaces,
-- punctuation, and zeros before a number. A reference of punctuation alone stays as it is.
create or replace function fold_reference(reference text) returns text language sql immutable strict parallel safe
set search_path = public, pg_temp as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    translate(fold_name(reference), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u2bff\u3000-\u303f\ufe30-\ufe6f]+',
    '', 'g'), ''), reference)
$$;

-- Null for what a provider reports under an id of its own.
alter table provider_movements add column if not exists folded_reference text;

create or replace function fold_movement() returns trigger language plpgsql as $$
begin
  new.folded_reference := fold_reference(new.provider_id);
  return new;
end $$;
create or replace trigger provider_movements_folded before insert on provider_movements
  for each row when (new.action_id is not null) execute function fold_movement();

-- Of movements that were entered twice before, the first one has the folded reference: a third one is refused. What was booked
-- stays, and an adjustment takes it back. A folded reference has no space, so the id after one makes it another.
do $$
begin
  alter table provider_movements disable trigger provider_movements_never_change;
  update provider_movements m set folded_reference = case when m.id = first.id then first.folded
      else first.folded || ' ' || m.id end
    from (select distinct on (account, fold_reference(provider_id)) id, account, fold_reference(provider_id) as folded
      from provider_movements where action_id is not null order by account, fold_reference(provider_id), id) first
    where m.action_id is not null and m.account = first.account and fold_reference(m.provider_id) = first.folded;
  alter table provider_movements enable trigger provider_movements_never_change;
end $$;

drop index concurrently if exists provider_movements_one_reference;
create unique index concurrently provider_movements_one_reference on provider_movements (account, folded_reference)
  where folded_reference is not null;
