import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { openCase } from '../cases/index.ts'
import { evaluate, type Alert, type Evaluation } from './evaluate.ts'
import { readFacts, readSubjects, type Stretch } from './read-facts.ts'
import { rulesInForce } from './rules.ts'

/** More recent payments are left to the next run: their transactions may not have committed yet. */
const SETTLE = '5 minutes'
const HOUR = 3_600_000
/** Maximum hours per run, so a late worker catches up in several runs. */
const MOST_HOURS = 24

/** The result of a run. */
export interface MonitoringRun {
  readonly subjects: number
  /** New alerts of the rules in force; shadow rules are counted separately. */
  readonly alerts: number
  readonly shadowAlerts: number
  readonly lookedUpto: Date
}

const describe = ({ rule, measured, transfers }: Alert): string => {
  const figures = Object.entries(measured).map(([name, figure]) => `${name} ${figure}`)
  return `${rule.id}: ${figures.join(', ')}; ${transfers.join(' ')}`
}

/** Stores the new alerts. Those of rules in force open a case, or add evidence to the open one. */
async function storeAlerts(
  tx: Tx,
  { alerts, version }: Evaluation,
  isShadow: boolean,
  asOf: Date,
): Promise<number> {
  let stored = 0
  for (const alert of alerts) {
    const { rule, kind, subject, newest } = alert
    const known = await tx
      .selectFrom('monitoring_alerts')
      .select('id')
      .where('version', '=', version)
      .where('rule_id', '=', rule.id)
      .where('subject_kind', '=', kind)
      .where('subject', '=', subject)
      .where('newest_transfer', '=', newest)
      .executeTakeFirst()
    if (known !== undefined) continue
    const opened = isShadow
      ? null
      : await openCase(tx, {
          kind: 'monitoring',
          stage: 'review',
          subject: { kind: kind === 'account' ? 'account' : 'recipient', id: caseSubject(alert) },
          evidence: describe(alert),
        })
    await tx
      .insertInto('monitoring_alerts')
      .values({
        version,
        mode: isShadow ? 'shadow' : 'in_force',
        rule_id: rule.id,
        subject_kind: kind,
        subject,
        rule: JSON.stringify(rule),
        measured: JSON.stringify(alert.measured),
        transfers: [...alert.transfers],
        newest_transfer: newest,
        case_number: opened?.number ?? null,
        as_of: asOf,
      })
      .execute()
    stored += 1
  }
  return stored
}

/** Returns the subject of an alert's case: one open case for each subject and rule. */
const caseSubject = ({ subject, rule }: Alert): string => `${subject} ${rule.id}`

/** Locks the cursor. Returns false when another run has moved it. */
async function lockCursor(tx: Tx, from: Date): Promise<boolean> {
  const { rows } = await sql`select 1 from monitoring_cursor
    where date_trunc('milliseconds', looked_upto) = ${from} for update`.execute(tx)
  return rows.length > 0
}

async function nextStretch(db: Db): Promise<Stretch> {
  const { rows } = await sql<{ from: Date; settled: Date }>`
    select date_trunc('milliseconds', looked_upto) as "from",
      date_trunc('milliseconds', now() - ${sql.lit(SETTLE)}::interval) as settled from monitoring_cursor`.execute(
    db,
  )
  const { from, settled } = rows[0] ?? { from: new Date(0), settled: new Date(0) }
  return { from, upto: new Date(Math.min(from.getTime() + HOUR, settled.getTime())) }
}

/** Analyses every account and wallet with a payment since the last run, hour by hour, at most a day per run. */
export async function runMonitoring(db: Db): Promise<MonitoringRun> {
  const total = { subjects: 0, alerts: 0, shadowAlerts: 0 }
  let stretch = await nextStretch(db)
  for (let hour = 0; hour < MOST_HOURS && stretch.upto > stretch.from; hour += 1) {
    const { from, upto } = stretch
    const { inForce, shadow } = await rulesInForce(db)
    const facts = await readFacts(db, await readSubjects(db, stretch), upto)
    const found = evaluate(inForce, facts)
    const shadowed = shadow && evaluate(shadow, facts)
    const isDone = await inTransaction(db, 'monitoring.record', async (tx) => {
      if (!(await lockCursor(tx, from))) return false
      total.alerts += await storeAlerts(tx, found, false, upto)
      if (shadowed) total.shadowAlerts += await storeAlerts(tx, shadowed, true, upto)
      // The shipped rules in force and in shadow mode have one version, and different ids.
      const outcomes: Record<number, Evaluation['outcomes']> = {}
      for (const one of [found, ...(shadowed ? [shadowed] : [])])
        outcomes[one.version] = { ...outcomes[one.version], ...one.outcomes }
      await tx
        .insertInto('monitoring_runs')
        .values({
          looked_from: from,
          looked_upto: upto,
          version: inForce.version,
          shadow_version: shadow?.version ?? null,
          subjects: facts.length,
          outcomes: JSON.stringify(outcomes),
        })
        .execute()
      await tx
        .updateTable('monitoring_cursor')
        .set({ looked_upto: upto, finished_at: sql<Date>`clock_timestamp()` })
        .execute()
      return true
    })
    if (!isDone) break
    total.subjects += facts.length
    stretch = await nextStretch(db)
  }
  return { ...total, lookedUpto: stretch.from }
}

/** Returns the time up to which payments were analysed, in seconds since 1970. */
export async function readLookedUpto(db: Db): Promise<number> {
  const row = await db.selectFrom('monitoring_cursor').select('looked_upto').executeTakeFirst()
  return row === undefined ? 0 : Math.floor(row.looked_upto.getTime() / 1_000)
}
