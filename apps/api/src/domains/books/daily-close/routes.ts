import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { readReport } from './report.ts'
import type { DailyClose } from './service.ts'
import type { Close } from './store.ts'

/** Number of signed days that the office lists. */
const LISTED = 60

const presentDailyClose = (close: Close) => ({
  day: close.day,
  digest: close.digest,
  explanation: close.explanation,
  preparedBy: close.preparedBy,
  preparedAt: close.preparedAt.toISOString(),
  signedBy: close.signedBy,
  signedAt: close.signedAt?.toISOString() ?? null,
  note: close.note,
})

/** Serves the daily close to the office. */
export function registerDailyCloses(app: FastifyInstance, dailyClose: DailyClose): void {
  async function show(day: string) {
    const close = await dailyClose.find(day)
    if (close === undefined) throw new Refused('not_found')
    const report = readReport(close.report)
    return {
      ...presentDailyClose(close),
      report: {
        ...report,
        accounts: report.accounts.map((account) => ({ ...account, entries: { ...account.entries } })),
        corridors: report.corridors.map((corridor) => ({
          ...corridor,
          amounts: [...corridor.amounts],
          results: [...corridor.results],
        })),
        positions: [...report.positions],
        openBreaks: { ...report.openBreaks },
      },
    }
  }

  officeRoute(app, officeCalls.listDailyCloses, async () => ({
    closes: (await dailyClose.list(LISTED)).map(presentDailyClose),
    next: await dailyClose.next(),
  }))
  officeRoute(app, officeCalls.showDailyClose, ({ params: { day } }) => show(day))
  officeRoute(app, officeCalls.verifyDailyClose, ({ params: { day } }) => dailyClose.verify(day))
  officeRoute(app, officeCalls.prepareDailyClose, async ({ params: { day }, body, member }) => {
    const by = { staff: member.name, reason: body.reason }
    await dailyClose.prepare(day, by, body.explanation ?? null)
    return show(day)
  })
  officeRoute(
    app,
    officeCalls.signDailyClose,
    async ({ params: { day }, body: { digest, reason }, member }) => {
      await dailyClose.sign(day, digest, { staff: member.name, reason })
      return show(day)
    },
  )
}
