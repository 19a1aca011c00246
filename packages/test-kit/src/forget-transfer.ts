/**
 * Returns SQL that removes a transfer with everything booked for it, like a restore to a time before it. Needs a
 * superuser: append-only tables refuse it to other roles.
 */
export function forgetTransfer(id: string): string {
  if (!/^[\da-f-]{36}$/.test(id)) throw new Error(`${id} is no id of a transfer`)
  return `do $$
    declare
      own uuid[] := array(select '${id}'::uuid
        union select id from booked_apart where transfer_id = '${id}'
        union select m.id from provider_movements m where m.transfer_id = '${id}');
      gone transfers;
      name text;
    begin
      set local session_replication_role = replica;
      select * into gone from transfers where id = '${id}';
      for name in select c.table_name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'transfer_id' and t.table_type = 'BASE TABLE'
      loop
        execute format('delete from %I where transfer_id = any($1)', name) using own;
      end loop;
      delete from payout_routes where reference = gone.payout_reference;
      delete from float_reservations where reference = gone.payout_reference;
      delete from manual_payouts where reference = gone.payout_reference;
      delete from transfers where id = gone.id;
      delete from quotes where id = gone.quote_id;
    end $$`
}
