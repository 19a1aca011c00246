import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { readOpenWork } from '../../customers/index.ts'
import type { Approvals } from '../approvals/index.ts'
import { appendRead } from '../../record/index.ts'
import type { Privacy } from './service.ts'
import type { RequestRow } from './store.ts'

const presentRequest = (row: RequestRow) => ({
  number: row.number,
  kind: row.kind,
  customerId: row.userId,
  country: row.country,
  state: row.state,
  receivedAt: row.receivedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  openedBy: row.openedBy,
  doneAt: row.doneAt?.toISOString() ?? null,
})

/** Serves requests for access and erasure to the office. */
export function registerPrivacy(
  app: FastifyInstance,
  { db, privacy, approvals }: { readonly db: Db; readonly privacy: Privacy; readonly approvals: Approvals },
): void {
  async function show(number: string, member: Member) {
    const row = await privacy.find(number)
    if (row === undefined) throw new Refused('not_found')
    const work = row.kind === 'erasure' && row.state === 'open' ? await readOpenWork(db, row.userId) : []
    const asked = row.kind === 'erasure' ? await approvals.listAbout(row.userId, member) : []
    return {
      ...presentRequest(row),
      deadlineSource: row.deadlineSource,
      identityConfirmed: row.identityConfirmed,
      openedAt: row.openedAt.toISOString(),
      endedBy: row.endedBy,
      note: row.note,
      openWork: work.map(({ kind, number: of }) => ({ kind, number: of })),
      approvals: asked.filter(({ action }) => action === 'erase_account'),
    }
  }

  officeRoute(app, officeCalls.listPrivacyRequests, async ({ query }) => ({
    requests: (await privacy.list({ isWhole: query.all === 'yes' })).map(presentRequest),
  }))
  officeRoute(app, officeCalls.openPrivacyRequest, async ({ body, member }) => {
    const { kind, customerId: userId, identityConfirmed, reason } = body
    const given = { kind, userId, identityConfirmed, receivedAt: new Date(body.receivedAt) }
    const number = await privacy.open(given, { staff: member.name, reason })
    return show(number, member)
  })
  officeRoute(app, officeCalls.showPrivacyRequest, async ({ params: { number }, member }) => {
    const page = await show(number, member)
    await appendRead(db, { member: member.id, action: 'privacy_request.read', subject: number })
    return page
  })
  officeRoute(app, officeCalls.exportPersonalData, ({ params: { number }, body, member }) =>
    privacy.export(number, { staff: member.name, reason: body.reason }),
  )
  for (const action of ['send', 'refuse'] as const)
    officeRoute(app, officeCalls[`${action}PrivacyRequest`], async ({ params: { number }, body, member }) => {
      await privacy[action](number, { staff: member.name, reason: body.reason })
      return show(number, member)
    })
  officeRoute(app, officeCalls.requestErasureOf, async ({ params: { number }, body: { reason }, member }) => {
    const entity = await privacy.accountToErase(number)
    const row = await approvals.request(member, { action: 'erase_account', entity, payload: {}, reason })
    return { approval: await approvals.present(row, member) }
  })
}
