import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../../../../scripts/files.ts'

/**
 * Nothing else may know of filings, alerts of monitoring, or cases: customers and support must not learn of them. The office
 * serves them to compliance alone (`reports.file`, `cases.read`).
 */
const MAY_KNOW =
  /^(domains\/(compliance|office\/retention)\/|cli\/(reports|report-profiles|monitoring|cases|identity|secret)\.|db\/|compose\/(compliance|gauges|office|product)\.ts|testing\/(monitoring-scale|orders\/people-rows)\.ts)/
const TABLES = /\b(filings|report_profiles|monitoring_(alerts|rules|runs|cursor))\b/
const MODULES = /compliance\/(reports|monitoring)\//

const SOURCES = path.join(import.meta.dirname, '../../..')

test('no code that answers customers or support reads filings or alerts', () => {
  const files = filesBelow(SOURCES, '**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const knowing = files.filter((file) => {
    const text = readFileSync(path.join(SOURCES, file), 'utf8')
    return TABLES.test(text) || MODULES.test(text)
  })
  expect(knowing.length).toBeGreaterThan(10)
  expect(knowing.filter((file) => !MAY_KNOW.test(file))).toEqual([])
})
