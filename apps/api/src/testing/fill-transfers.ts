/**
 * Run by bench/ and e2e/: copies the oldest transfer until there are `upTo`. One in `ownShare` copies belongs to its customer,
 * the rest to others. Arguments: the owner's connection, `upTo`, `ownShare`.
 */
import pg from 'pg'

const count = (text: string | undefined): number => Number.parseInt(text ?? '', 10)
const [, , connectionString, upTo, ownShare] = process.argv
const owner = new pg.Client({ connectionString })
await owner.connect()
try {
  // The list reads no related rows, so foreign keys are not checked.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `with template as (select t.*, to_jsonb(t) as row from transfers t order by id limit 1),
      there as (select count(*)::int as count from transfers),
      strangers as (select array_agg(gen_random_uuid()) as ids from generate_series(1, 2000))
    insert into transfers
    select copy.*
    from template, there, strangers, generate_series(there.count + 1, $1) n,
      jsonb_populate_record(null::transfers, template.row || jsonb_build_object(
        'id', uuidv7(), 'quote_id', gen_random_uuid(), 'payout_reference', gen_random_uuid(),
        'reference', 'S-' || upper(lpad(to_hex(n), 8, '0')), 'payment_intent_id', 'pi_scale_' || n,
        'user_id', case when n % $2 = 0 then template.user_id else strangers.ids[1 + n % 2000] end)) copy`,
    [count(upTo), count(ownShare)],
  )
  await owner.query('vacuum analyze transfers')
} finally {
  await owner.end()
}
