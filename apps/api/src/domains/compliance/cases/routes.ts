import { officeCalls, type OfficeCasePage } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendRead } from '../../record/index.ts'
import type { CaseCursor } from './overview.ts'
import { presentCase } from './read.ts'
import type { CaseActions } from './service.ts'

const writeCursor = ({ dueAt, id }: CaseCursor): string => `${dueAt.toISOString()}~${id}`

/** Throws Refused `invalid_field` for an invalid time. */
function readCursor(text: string): CaseCursor {
  const [time = '', id = '0'] = text.split('~')
  const dueAt = new Date(time)
  if (Number.isNaN(dueAt.getTime())) throw new Refused('invalid_field', { field: 'cursor' })
  return { dueAt, id: BigInt(id) }
}

/** Serves cases to the office. Opening a case is recorded in the audit log, since its evidence names people. */
export function registerCases(app: FastifyInstance, { db, cases }: { db: Db; cases: CaseActions }): void {
  async function show(number: string): Promise<OfficeCasePage> {
    const page = await cases.show(number)
    if (page === undefined) throw new Refused('not_found')
    return page
  }

  officeRoute(app, officeCalls.listCases, async ({ query: { kind, state, cursor } }) => {
    const after = cursor === undefined ? null : readCursor(cursor)
    const { cases: found, next } = await cases.list({ kind, state }, after)
    return { cases: found.map(presentCase), next: next && writeCursor(next) }
  })
  officeRoute(app, officeCalls.showCase, async ({ params: { number }, member }) => {
    const page = await show(number)
    await appendRead(db, { member: member.id, action: 'case.read', subject: number })
    return page
  })
  officeRoute(app, officeCalls.openCase, async ({ params: { id }, body: { reason }, member }) =>
    show(await cases.open(id, { staff: member.name, reason })),
  )
  officeRoute(app, officeCalls.takeCase, async ({ params: { number }, body: { reason }, member }) => {
    await cases.assign(number, { staff: member.name, reason, to: member.name })
    return show(number)
  })
  officeRoute(app, officeCalls.waitCase, async ({ params: { number }, body, member }) => {
    await cases.wait(number, { staff: member.name, ...body })
    return show(number)
  })
  officeRoute(app, officeCalls.proposeCase, async ({ params: { number }, body, member }) => {
    await cases.propose(number, { staff: member.name, ...body })
    return show(number)
  })
  officeRoute(app, officeCalls.confirmCase, async ({ params: { number }, body, member }) => {
    await cases.confirm(number, { staff: member.name, ...body })
    return show(number)
  })
  const deadlines = async () => ({ deadlines: (await cases.deadlines()).map((one) => ({ ...one })) })
  officeRoute(app, officeCalls.listCaseDeadlines, deadlines)
  officeRoute(app, officeCalls.setCaseDeadline, async ({ body: { reason, ...deadline }, member }) => {
    await cases.setDeadline(deadline, { staff: member.name, reason })
    return deadlines()
  })
  for (const action of ['note', 'refuse'] as const)
    officeRoute(app, officeCalls[`${action}Case`], async ({ params: { number }, body, member }) => {
      await cases[action](number, { staff: member.name, reason: body.reason })
      return show(number)
    })
}
