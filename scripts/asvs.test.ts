import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './files.ts'

const onOneLine = (path: string): string => readFileSync(join(ROOT, path), 'utf8').replace(/\s+/g, ' ')

const rows = readFileSync(join(ROOT, 'docs/security/asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split(' | '))

test('every test, rule and file that the table names exists', () => {
  const problems = rows.flatMap(([id = '', verdict = '', reason = '']) => {
    const named = [...reason.matchAll(/(?:test|rule|code) `([^`]+)`(?: “([^”]+)”)?/g)]
    if (named.length === 0) return verdict === 'met' || reason.length < 10 ? [`${id} names no evidence`] : []
    return named
      .filter(
        ([, path = '', words = '']) => !existsSync(join(ROOT, path)) || !onOneLine(path).includes(words),
      )
      .map(([evidence]) => `${id}: there is no ${evidence}`)
  })
  expect(problems).toEqual([])
  expect(rows.length).toBeGreaterThan(200)
})
