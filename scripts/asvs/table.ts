import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../files.ts'

/** One requirement of the table. */
export interface Row {
  readonly id: string
  readonly verdict: string
  readonly why: string
}

/** A piece of evidence that a row names. */
export interface Evidence {
  readonly kind: string
  readonly path: string
  readonly words: string
}

const PAGE = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')

export function evidenceOf({ why }: Row): Evidence[] {
  return [...why.matchAll(/(test|line) `([^`]+)` “([^”]+)”/g)].map(
    ([, kind = '', path = '', words = '']) => ({ kind, path, words }),
  )
}

/** Every row of the table, in its order. */
export const ROWS: readonly Row[] = [...PAGE.matchAll(/^\| (V[\d.]+) +\| ([a-z ]+?) +\| (.+?) +\|$/gm)].map(
  ([, id = '', verdict = '', why = '']) => ({ id, verdict, why }),
)

/** Rows that are met and name a test, with those tests. */
export const TESTED: ReadonlyMap<string, readonly Evidence[]> = new Map(
  ROWS.filter(({ verdict }) => verdict === 'met')
    .map((row) => [row.id, evidenceOf(row).filter(({ kind }) => kind === 'test')] as const)
    .filter(([, tests]) => tests.length > 0),
)
