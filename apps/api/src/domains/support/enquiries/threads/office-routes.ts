import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../../db/index.ts'
import { officeRoute } from '../../../../http/office/route.ts'
import { Refused } from '../../../../lib/refused.ts'
import { appendRead } from '../../../record/index.ts'
import {
  findForStaff,
  listForStaff,
  membersWhoAnswer,
  messagesForStaff,
  readTimes,
  type StaffThread,
} from './office-store.ts'
import type { ThreadActions } from './service.ts'
import { registerTemplates } from './templates.ts'

interface Deps {
  readonly db: Db
  readonly actions: ThreadActions
}

const present = (row: StaffThread) => ({
  number: row.number,
  topic: row.topic,
  state: row.state,
  customerId: row.userId,
  reference: row.reference,
  openedAt: row.openedAt.toISOString(),
  updatedAt: row.lastAt.toISOString(),
  answerBy: row.answerBy?.toISOString() ?? null,
  assignee:
    row.assignedTo === null || row.assigneeName === null
      ? null
      : { id: row.assignedTo, name: row.assigneeName },
})

/** Serves customers' conversations with support to the office. */
export function registerOfficeEnquiries(app: FastifyInstance, { db, actions }: Deps): void {
  async function show(number: string) {
    const row = await findForStaff(db, number)
    if (row === undefined) throw new Refused('not_found')
    return {
      ...present(row),
      latestBy: row.latestBy?.toISOString() ?? null,
      members: await membersWhoAnswer(db),
      messages: (await messagesForStaff(db, row.id)).map(({ at, ...message }) => ({
        ...message,
        at: at.toISOString(),
      })),
    }
  }

  registerTemplates(app, db)
  officeRoute(app, officeCalls.listEnquiries, async ({ query }) => {
    const [rows, times] = await Promise.all([listForStaff(db, query.state), readTimes(db)])
    return { enquiries: rows.map(present), times }
  })
  officeRoute(app, officeCalls.showEnquiry, async ({ params: { number }, member }) => {
    const page = await show(number)
    await appendRead(db, { member: member.id, action: 'enquiry.read', subject: number })
    return page
  })
  officeRoute(app, officeCalls.assignEnquiry, async ({ params: { number }, body, member }) => {
    await actions.assign(number, body, member.id)
    return show(number)
  })
  officeRoute(app, officeCalls.answerEnquiry, async ({ params: { number }, body, member }) => {
    const by = { staff: member.name, reason: 'Answered in the office' }
    const write = body.closes ? actions.close : actions.answer
    await write(number, body.text, by, body.after)
    return show(number)
  })
}
