import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import { inTransaction, disableStatementTimeout, type Db } from '../../db/index.ts'

/** The result of one invariant. Zero examined proves nothing. */
export interface Finding {
  /** As in the list of invariants, such as `I3`; one id may have several queries. */
  readonly id: string
  readonly name: string
  readonly offending: readonly unknown[]
  readonly examined: number
  /** It took too long and was stopped: nothing is known about the rule. */
  readonly stopped?: true
}

export interface InvariantTerms {
  /** Maximum duration of a transfer, in seconds. */
  readonly allowedSeconds: number
  /** The customers' limits, in US cents. */
  readonly dayLimit: bigint
  readonly monthLimit: bigint
  /** A rule is stopped after this long, so that its snapshot does not hold vacuum back for hours. */
  readonly ruleSeconds: number
}

const FILE = new URL('invariants.sql', import.meta.url)
const TITLE = /^-- ([ID]\d+): (.+)$/m

const USUAL: InvariantTerms = {
  allowedSeconds: 900,
  dayLimit: 299_900n,
  monthLimit: 1_000_000n,
  ruleSeconds: 900,
}
const QUERY_CANCELED = '57014'

/**
 * Checks every invariant of `invariants.sql`, each in a snapshot of its own. `db` needs the worker's or the owner's role:
 * others cannot read the queue's tables.
 */
export async function checkInvariants(db: Db, terms: Partial<InvariantTerms> = {}): Promise<Finding[]> {
  const { allowedSeconds, dayLimit, monthLimit, ruleSeconds } = { ...USUAL, ...terms }
  const text = (await readFile(FILE, 'utf8'))
    .replaceAll(':allowed_seconds', String(Math.trunc(allowedSeconds)))
    .replaceAll(':day_limit', String(dayLimit))
    .replaceAll(':month_limit', String(monthLimit))
  const queries = text.split(/^(?=-- [ID]\d+: )/m).flatMap((part) => {
    const [, id, name] = TITLE.exec(part) ?? []
    return id === undefined || name === undefined ? [] : [{ id, name, query: part }]
  })
  const findings: Finding[] = []
  for (const { id, name, query } of queries) {
    findings.push({ id, name, ...(await checkRule(db, query, ruleSeconds)) })
  }
  return findings
}

/** Runs one rule's query. */
async function checkRule(db: Db, query: string, seconds: number): Promise<Omit<Finding, 'id' | 'name'>> {
  try {
    return await inTransaction(db, 'reconciliation.check_invariants', async (tx) => {
      await sql`set transaction read only`.execute(tx)
      await disableStatementTimeout(tx)
      await sql.raw(`set local statement_timeout = ${Math.trunc(seconds * 1_000)}`).execute(tx)
      const { rows } = await sql<{ examined: bigint; offending: unknown[] }>`${sql.raw(query)}`.execute(tx)
      const [row] = rows
      if (row === undefined) throw new Error('An invariant answered nothing')
      return { offending: row.offending, examined: Number(row.examined) }
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELED)) throw error
    return { offending: [], examined: 0, stopped: true }
  }
}
