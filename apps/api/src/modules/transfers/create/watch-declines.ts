import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'

/** Fewer declines than this per check are normal. */
const FEWEST = 20
/** A share of declined attempts up to this is normal. */
const SHARE = 0.3

/** Alerts when unusually many cards were declined in the last ten minutes: thieves may be testing stolen cards. */
async function watchDeclines(db: Db, alert: (line: string) => void): Promise<void> {
  const { rows } = await sql<{ declined: number; charged: number; accounts: number }>`
    select (select count(*) from card_declines where declined_at > now() - interval '10 minutes')::int as declined,
      (select count(*) from transfers where id > uuidv7(interval '-1 hour')
        and captured_at > now() - interval '10 minutes')::int as charged,
      (select count(distinct t.user_id) from card_declines d join transfers t on t.id = d.transfer_id
        where d.declined_at > now() - interval '10 minutes')::int as accounts`.execute(db)
  const { declined = 0, charged = 0, accounts = 0 } = rows[0] ?? {}
  if (declined < FEWEST || declined / (declined + charged) <= SHARE) return
  alert(
    `ALERT: ${declined} of ${declined + charged} cards declined in 10 minutes, for ${accounts} accounts; see docs/runbooks/declines.md`,
  )
}

/** Checks declined cards every ten minutes. */
export const declineCrons = (db: Db, alert: (line: string) => void): readonly Cron[] => [
  { task: 'watch_declines', pattern: '*/10 * * * *', run: () => watchDeclines(db, alert) },
]
