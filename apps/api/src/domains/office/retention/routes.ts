import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { DELETED_ELSEWHERE, DELETIONS } from './deletions.ts'
import { PERSONAL_COLUMNS } from './personal-columns.ts'
import { LAWS, longestOf } from './laws.ts'
import { REGISTER } from './register.ts'

/** Serves the retention register: kept data, reasons and periods. */
export function registerRetention(app: FastifyInstance): void {
  officeRoute(app, officeCalls.readRetention, async () => ({
    countries: [...new Set(LAWS.map(({ country }) => country))].map((country) => ({
      country,
      years: longestOf(country).years,
      laws: LAWS.filter((law) => law.country === country).map(({ name, years, source, asOf }) => ({
        name,
        years,
        source,
        asOf,
      })),
    })),
    regimes: REGISTER.map(({ tables, ...regime }) => ({
      ...regime,
      tables: Object.entries(tables).map(([table, purpose]) => ({
        table,
        purpose,
        holds: Object.keys(PERSONAL_COLUMNS[table] ?? {}),
      })),
    })),
    deletions: [
      ...DELETIONS.map(({ table, period }) => ({ table, period })),
      ...Object.entries(DELETED_ELSEWHERE).map(([table, period]) => ({ table, period })),
    ],
  }))
}
