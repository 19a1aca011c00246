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
}

export interface InvariantTerms {
  /** Maximum duration of a transfer, in seconds. */
  readonly allowedSeconds: number
  /** The customers' limits, in US cents. */
  readonly dayLimit: bigint
  readonly monthLimit: bigint
}

const FILE = new URL('invariants.sql', import.meta.url)
const TITLE = /^-- ([ID]\d+): (.+)$/m

const USUAL: InvariantTerms = { allowedSeconds: 900, dayLimit: 299_900n, monthLimit: 1_000_000n }

/**
 * Checks every invariant of `invariants.sql` in one snapshot. `db` needs the owner's role: only it can read the queue's
 * tables.
 */
export async function checkInvariants(db: Db, terms: Partial<InvariantTerms> = {}): Promise<Finding[]> {
  const { allowedSeconds, dayLimit, monthLimit } = { ...USUAL, ...terms }
  const text = (await readFile(FILE, 'utf8'))
    .replaceAll(':allowed_seconds', String(Math.trunc(allowedSeconds)))
    .replaceAll(':day_limit', String(dayLimit))
    .replaceAll(':month_limit', String(monthLimit))
  const queries = text.split(/^(?=-- [ID]\d+: )/m).flatMap((part) => {
    const [, id, name] = TITLE.exec(part) ?? []
    return id === undefined || name === undefined ? [] : [{ id, name, query: part }]
  })
  return inTransaction(db, 'reconciliation.check_invariants', async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    await disableStatementTimeout(tx)
    const findings: Finding[] = []
    for (const { id, name, query } of queries) {
      const { rows } = await sql<{ examined: bigint; offending: unknown[] }>`${sql.raw(query)}`.execute(tx)
      const [row] = rows
      if (row === undefined) throw new Error(`Invariant ${id} answered nothing`)
      findings.push({ id, name, offending: row.offending, examined: Number(row.examined) })
    }
    return findings
  })
}
