import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import type { Cron, Job } from '../../../jobs/index.ts'
import type { Order } from '../../../lib/order.ts'
import type { NameCorrections } from '../../customers/index.ts'
import { registerApprovals } from './routes.ts'
import { CARRY_OUT, createApprovals, type Approvals } from './service.ts'

export { approvalsQueue } from './queue.ts'
export { type Approvals } from './service.ts'

export interface ApprovalsModule {
  readonly approvals: Approvals
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  routes(app: FastifyInstance): void
}

const payload = v.object({ id: v.string() })

/** Creates the approvals: one member requests, another approves, and the worker carries the request out. */
export function createApprovalsModule({
  db,
  orders,
  names,
}: {
  readonly db: Db
  readonly orders: readonly Order[]
  readonly names: NameCorrections
}): ApprovalsModule {
  const approvals = createApprovals(db, orders)
  return {
    approvals,
    jobs: [{ task: CARRY_OUT, run: (given) => approvals.carryOut(v.parse(payload, given).id) }],
    crons: [{ task: 'approvals_expire', pattern: '*/10 * * * *', run: () => approvals.expire() }],
    routes: (app) => registerApprovals(app, { db, approvals, orders, names }),
  }
}
