import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { journalOfDays } from './journal.ts'
import type { Period } from './period.ts'
import { exposureCsv, exposureRows, resultRows, resultsCsv, sumRows } from './results.ts'
import { isDay, type DailyClose } from './service.ts'

/** Returns the journal of a period. @throws Refused when a day is not signed: accounting gets only signed days. */
function journalOfSigned({ days }: Period): string {
  const unsigned = days.find(({ isSigned }) => !isSigned)
  if (unsigned !== undefined)
    throw actionRefused(`${unsigned.day} isn’t signed. Close it first, or choose signed days.`)
  return journalOfDays(days)
}

const FILES = {
  results: (period: Period) => resultsCsv(resultRows(period)),
  exposure: (period: Period) => exposureCsv(exposureRows(period)),
  journal: journalOfSigned,
}

/** Serves profit and loss to the office. */
export function registerResults(app: FastifyInstance, dailyClose: Pick<DailyClose, 'period'>): void {
  const read = async ({
    from,
    to,
  }: {
    readonly from?: string | undefined
    readonly to?: string | undefined
  }) => {
    for (const [field, day] of Object.entries({ from, to }))
      if (day !== undefined && !isDay(day))
        throw new Refused('invalid_field', { field, message: 'Enter a date like 2026-11-25.' })
    return dailyClose.period(from, to)
  }

  officeRoute(app, officeCalls.showResults, async ({ query }) => {
    const period = await read(query)
    const rows = resultRows(period)
    return {
      ...{ from: period.from, to: period.to, ratesAsOf: period.rates?.asOf.toISOString() ?? null },
      rows: rows.map((row) => ({ ...row, figures: [...row.figures] })),
      total: sumRows(rows),
      exposure: [...exposureRows(period)],
    }
  })
  officeRoute(app, officeCalls.exportResults, async ({ query: { file, ...query } }) => {
    const period = await read(query)
    return { name: `${file}-${period.from}-${period.to}.csv`, text: FILES[file](period) }
  })
}
