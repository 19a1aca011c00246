import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** Rows per statement, few enough for a busy machine. */
const AT_ONCE = 2_000

/**
 * Creates a user with `count` charged transfers to 40 recipients, one in six of them named Mensah; 97 in 100 are sent and
 * the rest refunded. Inserts rows directly, since only the size of the history matters.
 */
export async function addHistory(owner: Db, count: number): Promise<string> {
  const { id } = await owner.insertInto('users').defaultValues().returning('id').executeTakeFirstOrThrow()
  for (let first = 1; first <= count; first += AT_ONCE)
    await addSome(owner, id, first, Math.min(first + AT_ONCE - 1, count))
  return id
}

async function addSome(owner: Db, id: string, first: number, last: number): Promise<void> {
  await sql`
    with numbers as (select n, gen_random_uuid() as quote_id from generate_series(${first}::int, ${last}::int) n),
    priced as (
      insert into quotes (id, user_id, sender, recipient, fix, send_currency, send_amount, fee_amount,
        margin_amount, receive_currency, receive_amount, rate, mid_rate, charge_currency, charge_amount,
        charge_fee, charge_margin, charge_principal, charge_rate, snapshot_id, expires_at, deliver_by)
      select quote_id, ${id}, 'US', 'GH', 'send', 'USD', 1000 + n % 500, 0, 0, 'GHS', 11000 + n % 500, 11, 11, 'USD',
        1000 + n % 500, 0, 0, 1000 + n % 500, 1, (select min(id) from rate_snapshots),
        now() + interval '30 minutes', now() + interval '40 minutes'
      from numbers returning id
    )
    insert into transfers (reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone,
      network, amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency,
      charge_rate, charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, payment_intent_id, state,
      captured_at)
    select 'S-' || upper(lpad(to_hex((select count(*) from transfers) + n - ${first}::int), 8, '0')), ${id}, quote_id, 'US', 'GH',
      (array['Ama', 'Kofi', 'Esi', 'Yaw', 'Akua', 'Kojo', 'Abena'])[1 + n % 40 % 7] || ' ' ||
        (array['Mensah', 'Boateng', 'Owusu', 'Darko', 'Asante', 'Appiah'])[1 + n % 40 % 6],
      '+23324400' || lpad((n % 40)::text, 4, '0'), 'mtn', 1000 + n % 500, 'USD', 0, 1000 + n % 500, '11',
      11000 + n % 500, 'GHS', 1000 + n % 500, 'USD', '1', 0, 0, 1000 + n % 500, now(), now(),
      'pi_' || replace(quote_id::text, '-', ''), case when n % 100 < 97 then 'sent' else 'refunded' end, now()
    from numbers where (select count(*) from priced) > 0`.execute(owner)
}
