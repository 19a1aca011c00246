import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { cancelClosing, listClosings } from './store.ts'

/** Serves the planned closings of rails and corridors. Each module plans its own. */
export function registerClosings(app: FastifyInstance, db: Db): void {
  const show = async () => ({
    closings: (await listClosings(db)).map(({ id, closed, from, until, ...closing }) => ({
      ...closing,
      id: String(id),
      rail: 'rail' in closed ? closed.rail : null,
      to: 'rail' in closed ? closed.to : null,
      corridor: 'rail' in closed ? null : closed,
      from: from.toISOString(),
      until: until.toISOString(),
    })),
  })
  officeRoute(app, officeCalls.listPlannedClosings, show)
  officeRoute(app, officeCalls.cancelPlannedClosing, async ({ params: { id }, body, member }) => {
    await cancelClosing(db, id, { staff: member.name, reason: body.reason })
    return show()
  })
}
