import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../../../../scripts/files.ts'

/**
 * Only compliance may know of filings, monitoring alerts and cases: customers and support must not learn of them. The office
 * serves them only to compliance (`reports.file`, `cases.read`). Import rules keep the customers' and the support domains
 * from importing compliance code.
 */
const MAY_KNOW =
  /^(domains\/(compliance|office\/retention)\/|cli\/(reports|report-profiles|monitoring|cases|identity|secret)\.|db\/|testing\/(monitoring-scale|orders\/people-rows)\.ts)/
const TABLES = /\b(filings|REPORT_PROFILE|report_profile|monitoring_(alerts|rules|runs|cursor))\b/

const SOURCES = path.join(import.meta.dirname, '../../..')

test('no code that answers customers or support reads filings or alerts', () => {
  const files = filesBelow(SOURCES, '**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const knowing = files.filter((file) => {
    return TABLES.test(readFileSync(path.join(SOURCES, file), 'utf8'))
  })
  expect(knowing.length).toBeGreaterThan(10)
  expect(knowing.filter((file) => !MAY_KNOW.test(file))).toEqual([])
})
