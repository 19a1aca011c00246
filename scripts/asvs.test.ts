import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT } from './files.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

interface Row {
  readonly id: string
  readonly verdict: string
  readonly why: string
}

interface Evidence {
  readonly kind: string
  readonly path: string
  readonly words: string
}

function rowsOf(page: string): Row[] {
  return [...page.matchAll(/^\| (V[\d.]+) +\| ([a-z ]+?) +\| (.+?) +\|$/gm)].map(
    ([, id = '', verdict = '', why = '']) => ({ id, verdict, why }),
  )
}

function evidenceOf({ why }: Row): Evidence[] {
  return [...why.matchAll(/(test|line) `([^`]+)` “([^”]+)”/g)].map(
    ([, kind = '', path = '', words = '']) => ({ kind, path, words }),
  )
}

/** What is named and not there, and what is met by nothing. */
function problemsOf(row: Row): string[] {
  const evidence = evidenceOf(row)
  if (row.verdict !== 'met') return row.why.length < 10 ? [`${row.id}: says not why`] : []
  if (evidence.length === 0) return [`${row.id}: is met by nothing`]
  return evidence.flatMap(({ kind, path, words }) => {
    if (!existsSync(join(ROOT, path))) return [`${row.id}: there is no ${path}`]
    const text = read(path)
    // A test is called by its title, whether on the line of its call or on the next.
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

const page = read('docs/security/asvs.md')
const rows = rowsOf(page)
const ids = read('docs/security/asvs-ids.txt')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [section = '', numbers = ''] = line.split(': ')
    return numbers.split(' ').map((number) => `${section}.${number}`)
  })

describe('the table of the ASVS', () => {
  test('has each of the 237 requirements once, and no other', () => {
    expect(ids).toHaveLength(237)
    expect(rows.map(({ id }) => id)).toEqual(ids)
    expect(page.match(/^\| V/gm)).toHaveLength(237)
    expect(new Set(rows.map(({ verdict }) => verdict))).toEqual(new Set(['met', 'not met', 'not applicable']))
  })

  test('names tests and lines that exist', () => {
    expect(rows.flatMap(problemsOf)).toEqual([])
  })

  test('is held by named tests in seven of ten', () => {
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

  test('would not pass with a test that is gone', () => {
    const row = { id: 'V0', verdict: 'met', why: 'test `scripts/asvs.test.ts` “was never written”' }
    expect(problemsOf(row)).toHaveLength(1)
    expect(problemsOf({ ...row, why: 'we promise' })).toHaveLength(1)
    expect(problemsOf({ ...row, why: 'line `docs/gone.md` “x”' })).toHaveLength(1)
  })
})
