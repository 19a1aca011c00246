import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../../scripts/files.ts'

const ROUTE = /\b(route|app\.(get|post|put|patch|delete|all|route))\(/
const SQL = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
const INDEX_LINES = 120
const FOLDER_FILES = 15

const files = filesBelow(import.meta.dirname, '**/*.ts').filter(
  (path) => path.includes('/') && !/\.test\.ts$|\/testing\//.test(path),
)

function offences(path: string, text: string): string[] {
  const found: string[] = []
  if (ROUTE.test(text) && !/(^|\/)([a-z-]+-)?routes\.ts$/.test(path)) found.push('a route outside routes.ts')
  if (!/(^|\/)index\.ts$/.test(path)) return found
  if (SQL.test(text)) found.push('SQL in index.ts')
  if (text.split('\n').length - 1 > INDEX_LINES) found.push('a long index.ts')
  return found
}

test('modules keep routes in routes.ts, and their index.ts short and free of SQL', () => {
  const broken = files.filter(
    (path) => offences(path, readFileSync(join(import.meta.dirname, path), 'utf8'))[0],
  )
  expect(files.length).toBeGreaterThan(100)
  expect(broken).toEqual([])
})

test.each([
  ['pricing/rates/index.ts', 'route(app, calls.getRates, read)\n', 'a route outside routes.ts'],
  ['customers/federation/popup.ts', "app.get('/auth/popup', send)\n", 'a route outside routes.ts'],
  ['record/ledger/index.ts', 'await sql<{ id: bigint }>`select 1`.execute(db)\n', 'SQL in index.ts'],
  ['pricing/rates/index.ts', "await db.selectFrom('rates').execute()\n", 'SQL in index.ts'],
  ['pricing/rates/index.ts', 'export {}\n'.repeat(INDEX_LINES + 1), 'a long index.ts'],
])('%s may not hold `%s`', (path, text, offence) => {
  expect(offences(path, text)).toEqual([offence])
})

test('no folder of a module holds more than 15 source files', () => {
  const folders = Object.groupBy(files, dirname)
  const full = Object.keys(folders).filter((folder) => (folders[folder]?.length ?? 0) > FOLDER_FILES)
  expect(full).toEqual([])
})
