import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { isUnderReview, UNDER_REVIEW } from '../../transfers/index.ts'
import { checkRegularly, type CheckBounds } from './check-regularly.ts'

interface WatchDeps {
  readonly db: Db
  /** A connection that reads every table, for the invariants; it may lead to a standby. */
  readonly reader: Db
  /** Limits of one check of the invariants. */
  readonly bounds?: Partial<CheckBounds>
  /** Logs a problem for staff: references and reasons, no personal data. */
  alert(line: string): void
}

/** Maximum number of names in one line. */
const NAMED = 20

/**
 * Alerts on new subjects since the last check, and stores the current ones: a subject that disappears and returns is
 * announced again. A process that dies between alerting and storing alerts twice rather than never.
 */
async function alertNew(
  db: Db,
  kind: 'hold' | 'offender' | 'account_hold',
  subjects: readonly string[],
  tell: (isNew: (subject: string) => boolean) => void,
): Promise<void> {
  const rows = await db.selectFrom('announced').select('subject').where('kind', '=', kind).execute()
  const told = new Set(rows.map(({ subject }) => subject))
  const isNew = (subject: string): boolean => !told.has(subject)
  if (subjects.some(isNew)) tell(isNew)
  await inTransaction(db, 'reconciliation.announce', async (tx) => {
    await sql`delete from announced where kind = ${kind} and subject <> all(${subjects}::text[])`.execute(tx)
    await sql`insert into announced (kind, subject) select distinct ${kind}, unnest(${subjects}::text[])
      on conflict do nothing`.execute(tx)
  })
}

/** Alerts on holds placed since the last check, in one line. */
async function watchHolds({ db, alert }: WatchDeps): Promise<void> {
  const { rows } = await sql<{ reference: string; reason: string; subject: string }>`
    with held as (
      select t.id, t.reference, case when ${isUnderReview} then ${UNDER_REVIEW.reason} else t.hold_reason end as reason
      from transfers t where t.hold_reason is not null
    ) select reference, reason, concat_ws(' ', reference, reason, (
      -- A review with a changed reason looks the same in the alert.
      select max(e.id) from transfer_events e where e.transfer_id = held.id
        and e.kind = case reason when ${UNDER_REVIEW.reason} then 'released' else 'held' end)) as subject
    from held order by id`.execute(db)
  await alertNew(
    db,
    'hold',
    rows.map(({ subject }) => subject),
    (isNew) => {
      const held = rows.filter(({ subject }) => isNew(subject))
      const names = held.slice(0, NAMED).map(({ reference, reason }) => `${reference} (${reason})`)
      const more = held.length > NAMED ? ` and ${held.length - NAMED} more` : ''
      alert(`ALERT: new holds: ${names.join(', ')}${more}; see Holds in the office`)
    },
  )
}

/**
 * Alerts on accounts put on hold since the last check, in one line: their pay-outs may have left. Only staff who see cases
 * learn the reason.
 */
async function watchAccountHolds({ db, alert }: WatchDeps): Promise<void> {
  const { rows } = await sql<{ subject: string; account: string }>`
    select id::text as subject, user_id as account from account_holds where lifted_at is null order by id`.execute(
    db,
  )
  await alertNew(
    db,
    'account_hold',
    rows.map(({ subject }) => subject),
    (isNew) => {
      const held = rows.filter(({ subject }) => isNew(subject))
      const names = held.slice(0, NAMED).map(({ account }) => account)
      const more = held.length > NAMED ? ` and ${held.length - NAMED} more` : ''
      alert(`ALERT: new account holds: ${names.join(', ')}${more}; see docs/runbooks/fraud.md`)
    },
  )
}

/** Checks the invariants, and alerts on new offending rows and on rules that took too long, in one line each. */
async function watchInvariants({ db, reader, alert, bounds }: WatchDeps): Promise<void> {
  const { offenders, stopped } = await checkRegularly(db, reader, bounds)
  await alertNew(
    db,
    'offender',
    offenders.map(({ digest }) => digest),
    (isNew) => {
      const counts = new Map<string, number>()
      for (const { digest, rule } of offenders)
        if (isNew(digest)) counts.set(rule, (counts.get(rule) ?? 0) + 1)
      const rules = [...counts].map(([rule, count]) => `${rule} (${count} new)`)
      alert(`ALERT: violated invariants: ${rules.join('; ')}; see npm run sesa -- invariants`)
    },
  )
  if (stopped.length > 0)
    alert(`ALERT: invariant checks timed out: ${stopped.join('; ')}; see docs/runbooks/invariants.md`)
}

/** Checks for new holds of transfers and accounts every five minutes, and the invariants every hour. */
export function watchCrons(deps: WatchDeps): readonly Cron[] {
  return [
    { task: 'watch_holds', pattern: '*/5 * * * *', run: () => watchHolds(deps) },
    { task: 'watch_account_holds', pattern: '*/5 * * * *', run: () => watchAccountHolds(deps) },
    { task: 'watch_invariants', pattern: '37 * * * *', run: () => watchInvariants(deps) },
  ]
}
