import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { evidenceOf, ROWS, type Row } from './asvs/table.ts'
import { ROOT } from './files.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Describes evidence that does not exist, and rows without evidence. */
function problemsOf(row: Row): string[] {
  const evidence = evidenceOf(row)
  if (row.verdict !== 'met') return row.why.length < 10 ? [`${row.id}: gives no reason`] : []
  if (evidence.length === 0) return [`${row.id}: names no evidence`]
  return evidence.flatMap(({ kind, path, words }) => {
    if (!existsSync(join(ROOT, path))) return [`${row.id}: there is no ${path}`]
    const text = read(path)
    // A test's title may be on the line of its call or on the next.
    const isThere = kind === 'line' ? onOneLine(text).includes(words) : titles(text).includes(words)
    return isThere ? [] : [`${row.id}: ${path} has no ${kind} “${words}”`]
  })
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ')

function titles(text: string): string[] {
  const call = /\b(?:test|it)(?:\.\w+\([^()]*\)|\.\w+)*\(\s*(['"`])(.*?)(?<!\\)\1/g
  const plain = [...text.matchAll(call)].map((match) => match[2] ?? '')
  const tabled = [...text.matchAll(/^\s*\]?(?: as const)?\)\(\s*'(.*?)',/gm)].map((match) => match[1] ?? '')
  return [...plain, ...tabled]
}

test('every test and line that the table names exists', () => {
  expect(ROWS.length).toBeGreaterThan(200)
  expect(ROWS.flatMap(problemsOf)).toEqual([])
  const gone = { id: 'V0', verdict: 'met', why: 'test `scripts/asvs.test.ts` “was never written”' }
  expect(problemsOf(gone)).toHaveLength(1)
})
