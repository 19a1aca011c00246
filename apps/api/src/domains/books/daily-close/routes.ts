import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { readReport } from './report.ts'
import { readChecklist, type ChecklistDeps } from './checklist.ts'
import { isDay, type DailyClose } from './service.ts'
import { listDaysAround, type Close } from './store.ts'

interface RouteDeps extends ChecklistDeps {
  readonly dailyClose: DailyClose
}

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

function presentReport(close: Close) {
  const report = readReport(close.report)
  return {
    ...report,
    accounts: report.accounts.map((account) => ({ ...account, entries: { ...account.entries } })),
    corridors: report.corridors.map((corridor) => ({
      ...corridor,
      amounts: [...corridor.amounts],
      results: [...corridor.results],
    })),
    positions: [...report.positions],
    openBreaks: { ...report.openBreaks },
  }
}

/** Serves the daily close to the office. */
export function registerDailyCloses(app: FastifyInstance, deps: RouteDeps): void {
  const { db, dailyClose } = deps
  async function show(asked: string) {
    const day = asked === 'latest' ? await dailyClose.next() : asked
    if (!isDay(day)) throw new Refused('not_found')
    const { close, checks } = await readChecklist(deps, day)
    return {
      ...{ day, checks, days: [...(await listDaysAround(db, day))] },
      close: close === undefined ? null : { ...presentDailyClose(close), report: presentReport(close) },
    }
  }

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
