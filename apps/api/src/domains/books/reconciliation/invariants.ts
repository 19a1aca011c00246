import { sql, type RawBuilder } from 'kysely'
import { readFile } from 'node:fs/promises'
import { inTransaction, disableStatementTimeout, type Db, type Tx } from '../../../db/index.ts'
import type { Scope } from './invariant-scopes.ts'

/** The result of one invariant. Zero examined proves nothing. */
export interface Finding {
  /** Id from the list of invariants, for example `I3`; one id may have several queries. */
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
const SCOPE = /^-- Scope: (senders|shared|whole|state)$/m
const TITLE = /^-- ([ID]\d+): (.+)$/m

const USUAL: InvariantTerms = { allowedSeconds: 900, dayLimit: 299_900n, monthLimit: 1_000_000n }

/** One rule of `invariants.sql`. */
export interface Rule {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly query: string
}

/** Reads the rules of `invariants.sql`. */
export async function readRules(terms: Partial<InvariantTerms> = {}): Promise<Rule[]> {
  const { allowedSeconds, dayLimit, monthLimit } = { ...USUAL, ...terms }
  const text = (await readFile(FILE, 'utf8'))
    .replaceAll(':allowed_seconds', String(Math.trunc(allowedSeconds)))
    .replaceAll(':day_limit', String(dayLimit))
    .replaceAll(':month_limit', String(monthLimit))
  return text.split(/^(?=-- [ID]\d+: )/m).flatMap((query) => {
    const [, id, name] = TITLE.exec(query) ?? []
    const scope = (SCOPE.exec(query)?.[1] ?? 'subjects') as Scope
    return id === undefined || name === undefined ? [] : [{ id, name, scope, query }]
  })
}

/** Runs one query of a rule. */
export async function findOffending(
  tx: Tx,
  { id, name }: Rule,
  query: RawBuilder<{ examined: bigint; offending: unknown[] }>,
): Promise<Finding> {
  const [row] = (await query.execute(tx)).rows
  if (row === undefined) throw new Error(`Invariant ${id} answered nothing`)
  return { id, name, offending: row.offending, examined: Number(row.examined) }
}

/** Runs `work` in one read-only snapshot. */
export function readSnapshot<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(db, 'reconciliation.check_invariants', async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return work(tx)
  })
}

/**
 * Checks every invariant of `invariants.sql` over every row, in one snapshot and without a time limit. `db` needs the owner's
 * role: only it can read the queue's tables.
 */
export async function checkInvariants(db: Db, terms: Partial<InvariantTerms> = {}): Promise<Finding[]> {
  const rules = await readRules(terms)
  return readSnapshot(db, async (tx) => {
    await disableStatementTimeout(tx)
    const findings: Finding[] = []
    for (const rule of rules) findings.push(await findOffending(tx, rule, sql`${sql.raw(rule.query)}`))
    return findings
  })
}
