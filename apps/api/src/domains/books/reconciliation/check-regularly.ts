import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { recordInvariants } from './finished.ts'
import { completeSubjects, listChanged, listNext, scopeQuery } from './invariant-scopes.ts'
import { findOffending, readRules, readSnapshot, type Rule } from './invariants.ts'

export interface CheckBounds {
  /** Subjects per query (default 500). */
  readonly batch: number
  /** Statement timeout in milliseconds (default 10,000). */
  readonly statementMs: number
  /** Maximum batches of the walk through the history per run (default 400). */
  readonly walkBatches: number
}

const USUAL: CheckBounds = { batch: 500, statementMs: 10_000, walkBatches: 400 }

/** Suspects are checked in every run; the walk finds any beyond this number again. */
const MOST_SUSPECTS = 10_000
/** Rules that read whole tables run once a day, and the walk starts at most one round a day. */
const DAY_MS = 86_400_000

interface State {
  /** Null before the first check, which leaves everything to the walk. */
  readonly checked_xid: string | null
  readonly walked_to: string | null
  readonly walk_began_at: Date
  readonly whole_checked_at: Date | null
  readonly suspects: string[]
  readonly whole_offenders: string[]
  readonly whole_violated: number
}

const START: State = {
  checked_xid: null,
  walked_to: null,
  walk_began_at: new Date(0),
  whole_checked_at: null,
  suspects: [],
  whole_offenders: [],
  whole_violated: 0,
}

/** An offending row: rows may hold personal data, so only a digest is kept. */
interface Offender {
  /** Id and name of the rule. */
  readonly rule: string
  readonly digest: string
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

const titleOf = ({ id, name }: Rule): string => `${id} ${name}`

/** Returns true if PostgreSQL stopped a statement for its time. */
const isStopped = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** The findings of one run. */
class Found {
  readonly offenders = new Map<string, Offender>()
  readonly suspects = new Set<string>()
  readonly stopped = new Set<string>()

  add(rule: Rule, rows: readonly unknown[], subjects: readonly string[]): void {
    const known = new Set(subjects)
    for (const row of rows) {
      const text = JSON.stringify(row)
      const digest = createHash('sha256')
        .update(JSON.stringify([rule.id, rule.name, row]))
        .digest('hex')
      this.offenders.set(digest, { rule: titleOf(rule), digest })
      const named = (text.match(ID) ?? []).filter((id) => known.has(id))
      // A row that names no subject makes the whole batch suspect.
      for (const subject of named.length > 0 ? named : subjects) this.suspects.add(subject)
    }
  }
}

/** Runs `work` in a snapshot with a statement timeout of `ms` milliseconds. */
const readWithin = <T>(reader: Db, ms: number, work: (tx: Tx) => Promise<T>): Promise<T> =>
  readSnapshot(reader, async (tx) => {
    await sql`set local statement_timeout = ${sql.raw(String(ms))}`.execute(tx)
    return work(tx)
  })

/** Checks one rule in its own snapshot; records it when it is stopped. */
async function checkRule(
  reader: Db,
  found: Found,
  { statementMs }: CheckBounds,
  rule: Rule,
  subjects: readonly string[],
): Promise<void> {
  try {
    await readWithin(reader, statementMs, async (tx) => {
      const { scope, query } = rule
      const isScoped = scope !== 'whole' && scope !== 'state'
      const complete = isScoped ? await completeSubjects(tx, subjects) : []
      const wanted = isScoped
        ? scopeQuery(query, scope, complete)
        : sql<{ examined: bigint; offending: unknown[] }>`${sql.raw(query)}`
      const { offending } = await findOffending(tx, rule, wanted)
      found.add(rule, offending, complete)
    })
  } catch (error) {
    if (!isStopped(error)) throw error
    found.stopped.add(titleOf(rule))
  }
}

/** Checks the rules about subjects, batch by batch. Each query is short, so no snapshot lasts long. */
async function checkSubjects(
  reader: Db,
  found: Found,
  bounds: CheckBounds,
  rules: readonly Rule[],
  subjects: readonly string[],
): Promise<void> {
  for (let first = 0; first < subjects.length; first += bounds.batch) {
    const some = subjects.slice(first, first + bounds.batch)
    for (const rule of rules) {
      if (rule.scope !== 'whole' && rule.scope !== 'state') await checkRule(reader, found, bounds, rule, some)
    }
  }
}

/** Continues the walk through the history; returns its new position, or null at the end of a round. */
async function walk(
  reader: Db,
  found: Found,
  bounds: CheckBounds,
  rules: readonly Rule[],
  from: string | null,
): Promise<string | null> {
  let at = from
  for (let count = 0; count < bounds.walkBatches; count++) {
    const after = at
    const some = await readWithin(reader, bounds.statementMs, (tx) => listNext(tx, after, bounds.batch))
    await checkSubjects(reader, found, bounds, rules, some)
    at = some.at(-1) ?? null
    if (some.length < bounds.batch) return null
  }
  return at
}

async function readState(db: Db): Promise<{ state: State; cluster: bigint; now: Date }> {
  const { rows } = await sql<{ cluster: bigint; now: Date }>`
    select system_identifier as cluster, now() as now from pg_control_system()`.execute(db)
  const [here] = rows
  if (here === undefined) throw new Error('No system identifier from the database')
  const kept = await db.selectFrom('invariant_watch').selectAll().executeTakeFirst()
  return { ...here, state: kept?.system_identifier === here.cluster ? kept : START }
}

/**
 * Checks the invariants of all changes since the last check, of every transfer not at rest and of earlier offenders,
 * continues the walk through the history, and runs the whole-table rules once a day. Reads from `reader`, which may be a
 * standby, and keeps its state in `db`. A rule stopped for its time leaves the state unchanged, so that the next run repeats
 * it.
 */
export async function checkRegularly(
  db: Db,
  reader: Db,
  limits: Partial<CheckBounds> = {},
): Promise<{ offenders: readonly Offender[]; stopped: readonly string[] }> {
  const bounds = { ...USUAL, ...limits }
  const rules = await readRules()
  const { state, cluster, now } = await readState(db)
  const found = new Found()

  const changed = await readWithin(reader, bounds.statementMs, async (tx) => {
    const { rows } = await sql<{
      horizon: string
    }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(tx)
    const horizon = rows[0]?.horizon ?? '0'
    return { horizon, subjects: await listChanged(tx, state.checked_xid ?? horizon) }
  })
  for (const rule of rules) if (rule.scope === 'state') await checkRule(reader, found, bounds, rule, [])
  await checkSubjects(reader, found, bounds, rules, [...new Set([...changed.subjects, ...state.suspects])])
  const isChangedChecked = found.stopped.size === 0

  const isRoundDue = state.walked_to !== null || now.getTime() - state.walk_began_at.getTime() >= DAY_MS
  const stoppedBefore = found.stopped.size
  const walked = isRoundDue ? await walk(reader, found, bounds, rules, state.walked_to) : null
  const isWalkChecked = found.stopped.size === stoppedBefore

  const isWholeDue = now.getTime() - (state.whole_checked_at?.getTime() ?? 0) >= DAY_MS
  const whole = new Found()
  if (isWholeDue) {
    for (const rule of rules) if (rule.scope === 'whole') await checkRule(reader, whole, bounds, rule, [])
  }
  const wholeRules = isWholeDue
    ? new Set([...whole.offenders.values()].map(({ rule }) => rule)).size
    : state.whole_violated
  const wholeOffenders = isWholeDue ? [...whole.offenders.keys()] : state.whole_offenders

  const next = {
    system_identifier: cluster,
    checked_xid: isChangedChecked ? changed.horizon : (state.checked_xid ?? changed.horizon),
    walked_to: isWalkChecked ? walked : state.walked_to,
    walk_began_at: isRoundDue && state.walked_to === null ? now : state.walk_began_at,
    whole_checked_at: isWholeDue ? now : state.whole_checked_at,
    // After a stop, earlier suspects may not have been checked.
    suspects: [...new Set([...found.suspects, ...(isChangedChecked ? [] : state.suspects)])].slice(
      0,
      MOST_SUSPECTS,
    ),
    whole_offenders: wholeOffenders,
    whole_violated: wholeRules,
  }
  const violated = new Set([...found.offenders.values()].map(({ rule }) => rule)).size + wholeRules
  await inTransaction(db, 'reconciliation.keep_watch', async (tx) => {
    await tx
      .insertInto('invariant_watch')
      .values(next)
      .onConflict((known) => known.column('only_row').doUpdateSet(next))
      .execute()
    await recordInvariants(tx, violated, {
      isComplete: isChangedChecked,
      isWalked: isRoundDue && isWalkChecked && walked === null,
    })
  })
  const standing = wholeOffenders.map(
    (digest) => whole.offenders.get(digest) ?? { rule: 'a rule of whole tables', digest },
  )
  return {
    offenders: [...found.offenders.values(), ...standing],
    stopped: [...found.stopped, ...whole.stopped],
  }
}
