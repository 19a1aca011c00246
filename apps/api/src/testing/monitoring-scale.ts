/**
 * Run manually: fills a new database with payments of three days and analyses all of them. Prints the times as one line
 * of JSON. Argument: the number of payments.
 */
import { sql } from 'kysely'
import { runMonitoring } from '../domains/compliance/monitoring/run.ts'
import { onBenchDatabase } from './bench-database.ts'

const payments = Number.parseInt(process.argv[2] ?? '', 10)
/** Number of payments per customer. */
const PER_CUSTOMER = 4
const DAYS = 3

await onBenchDatabase(async ({ db, owner }) => {
  const customers = Math.ceil(payments / PER_CUSTOMER)
  await owner.transaction().execute(async (tx) => {
    // The quotes do not exist.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into users (id) select md5('user ' || n)::uuid from generate_series(1, ${customers}::int) n`.execute(
      tx,
    )
    await sql`
      insert into transfers (id, reference, user_id, quote_id, sender_country, country, recipient_name, recipient_phone,
        network, amount, currency, fee, total, rate, receive_amount, receive_currency, charge_amount, charge_currency,
        charge_rate, charge_fee, charge_margin, usd_amount, quote_expires_at, deliver_by, state, payment_intent_id,
        created_at, captured_at, state_changed_at, person_key, card_key)
      select uuidv7(at - now()), 'S-' || upper(lpad(to_hex(n), 8, '0')), md5('user ' || customer)::uuid, gen_random_uuid(), 'US', 'GH',
        'Ama Mensah', '+23324' || lpad((customer * 2 + n % 2)::text, 7, '0'), 'mtn', cents, 'USD', 0, cents, '11', cents * 11, 'GHS', cents,
        'USD', '1', 0, 0, cents, at, at, 'sent', 'pi_' || n, at, at, at, sha256(convert_to('person ' || customer, 'UTF8')),
        sha256(convert_to('card ' || customer, 'UTF8'))
      from (
        select n, 1 + (n * 7919) % ${customers}::bigint as customer, 2000 + (n * 104729) % 98000 as cents,
          now() - interval '1 hour' - (n * 15485863 % ${DAYS * 86_400}) * interval '1 second' as at
        from generate_series(1, ${payments}::bigint) n
      ) each_payment`.execute(tx)
  })
  await sql`vacuum analyze transfers`.execute(owner)
  await sql`update monitoring_cursor set looked_upto = now() - ${DAYS + 1} * interval '1 day'`.execute(owner)
  const start = performance.now()
  let [subjects, alerts, runs, longestMs] = [0, 0, 0, 0]
  for (let isDone = false; !isDone; runs += 1) {
    const began = performance.now()
    const run = await runMonitoring(db)
    longestMs = Math.max(longestMs, performance.now() - began)
    subjects += run.subjects
    alerts += run.alerts
    isDone = run.lookedUpto.getTime() > Date.now() - 3_600_000
  }
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const perSubjectMs = Math.round((seconds * 100_000) / subjects) / 100
  console.log(
    JSON.stringify({
      payments,
      subjects,
      runs,
      alerts,
      seconds,
      longestRunSeconds: Math.round(longestMs / 100) / 10,
      perSubjectMs,
    }),
  )
})
