import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

const onOneLine = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' ')

const rows = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split(' | '))

/** True when the file has the words; those of a test begin one of its texts. */
const holds = (kind: string, path: string, words: string): boolean =>
  kind === 'test'
    ? ["'", '"', '`'].some((quote) => onOneLine(path).includes(quote + words))
    : onOneLine(path).includes(words)

test('every test, rule and file that the table names exists', () => {
  const problems = rows.flatMap(([id = '', verdict = '', reason = '']) => {
    const named = [...reason.matchAll(/(test|rule|code) `([^`]+)`(?: “([^”]+)”)?/g)]
    if (named.length === 0) return verdict === 'met' || reason.length < 10 ? [`${id} names no evidence`] : []
    return named
      .filter(
        ([, kind = '', path = '', words = '']) => !existsSync(join(ROOT, path)) || !holds(kind, path, words),
      )
      .map(([evidence]) => `${id}: there is no ${evidence}`)
  })
  expect(problems).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
})
