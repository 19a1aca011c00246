import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { applied } from './asvs/edit.ts'
import { EDITS } from './asvs/edits.ts'
import { evidenceOf, PAGE, ROWS as rows, TESTED, type Row } from './asvs/table.ts'
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

const ids = read('docs/security/asvs-ids.txt')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [section = '', numbers = ''] = line.split(': ')
    return numbers.split(' ').map((number) => `${section}.${number}`)
  })

describe('the table of the ASVS', () => {
  test('lists each of the 237 requirements once, and no other', () => {
    expect(ids).toHaveLength(237)
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(PAGE.match(/^\| V/gm)).toHaveLength(237)
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['met', 'not met', 'not applicable']))
  })

  test('names tests and lines that exist', () => {
    expect(rows.flatMap(problemsOf)).toEqual([])
  })

  test('names tests for at least seven of ten applicable requirements', () => {
    const of = (verdict: string): Row[] => rows.filter((row) => row.verdict === verdict)
    const [met, notMet] = [of('met'), of('not met')]
    const tested = met.filter((row) => evidenceOf(row).some(({ kind }) => kind === 'test'))
    const applicable = met.length + notMet.length
    console.log(
      `S1: ${met.length} of ${applicable} applicable requirements met, ${tested.length} of them by a named test ` +
        `(${((100 * tested.length) / applicable).toFixed(1)} % of the applicable); ${notMet.length} not met; ` +
        `${rows.length - applicable} not applicable`,
    )
    expect(tested.length / applicable).toBeGreaterThanOrEqual(0.7)
  })

  test('reports a test that no longer exists', () => {
    const row = { id: 'V0', verdict: 'met', why: 'test `scripts/asvs.test.ts` “was never written”' }
    expect(problemsOf(row)).toHaveLength(1)
    expect(problemsOf({ ...row, why: 'we promise' })).toHaveLength(1)
    expect(problemsOf({ ...row, why: 'line `docs/gone.md` “x”' })).toHaveLength(1)
  })
})

describe('the removal of controls', () => {
  test('has an edit for each row with a named test, and none for others', () => {
    const rowsOfEdits = new Set(EDITS.flatMap((edit) => edit.rows))
    expect([...TESTED.keys()].filter((row) => !rowsOfEdits.has(row))).toEqual([])
    expect([...rowsOfEdits].filter((row) => !TESTED.has(row))).toEqual([])
  })

  test('finds the text of each edit once', () => {
    for (const edit of EDITS) expect(() => applied(edit, ROOT), edit.what).not.toThrow()
    const gone = { what: 'nothing', rows: ['V0'], file: 'package.json', find: 'was never there', replace: '' }
    expect(() => applied(gone, ROOT)).toThrow('V0 (nothing): the text to replace occurs 0 times')
  })
})
