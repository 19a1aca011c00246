import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** A row of the table of tasks: a task, a file of journeys and the title of one of them. */
const ROW = /^\| (?<task>[^|]+?) +\| `(?<file>[\w-]+\.spec\.ts)` +\| (?<title>[^|]+?) +\|$/gm
/** The title of a journey, on the line of its call or on the next. */
const TITLE = /\btest\(\s*(?<quote>['"])(?<title>.+?)\k<quote>,/g

test('every task in docs/testing.md names a journey that exists', () => {
  const doc = readFileSync(path.join(ROOT, 'docs/testing.md'), 'utf8')
  const rows = [...doc.matchAll(ROW)].map(({ groups = {} }) => groups)
  const missing = rows.filter(({ file, title }) => {
    const journeys = readFileSync(path.join(ROOT, 'e2e/journeys', file ?? ''), 'utf8')
    return ![...journeys.matchAll(TITLE)].some(({ groups }) => groups?.['title'] === title)
  })
  expect(missing.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
  expect(rows.length, 'tasks').toBeGreaterThanOrEqual(25)
})
