import type { AnswerOf, BodyOf, ParamsOf } from '@sesa/contract'
import { officeCalls, type AskingCall } from '@sesa/contract/office'
import { money, toMinorNumber } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import type { Order } from '../../../lib/order.ts'
import { Refused } from '../../../lib/refused.ts'
import type { NameCorrections } from '../../customers/index.ts'
import { appendRead } from '../../record/index.ts'
import { readThreshold } from '../../transfers/index.ts'
import type { Approvals } from './service.ts'

interface RouteDeps {
  readonly db: Db
  readonly approvals: Approvals
  readonly orders: readonly Order[]
  readonly names: Pick<NameCorrections, 'find'>
}

interface Given {
  readonly params: ParamsOf<AskingCall>
  readonly body: BodyOf<AskingCall>
  readonly member: Member
}

/** Requests an order, or carries it out if one person is enough. */
async function ask(approvals: Approvals, order: Order, { params, body, member }: Given) {
  const { reason, confirmed, ...said }: { reason: string; confirmed?: string | undefined } = body
  const entity = order.entityOf({ params, body })
  const payload = (await order.payloadOf?.({ params, body })) ?? said
  try {
    if (await order.carryOutAlone?.({ entity, payload }, { staff: member.name, reason, roles: member.roles }))
      return null
    const asked = { action: order.call.asks, entity, payload, reason, confirmed }
    return await approvals.present(await approvals.request(member, asked), member)
  } catch (error) {
    await order.forget?.(payload)
    throw error
  }
}

/** Serves the calls about requests, and every call that requests an order. */
export function registerApprovals(app: FastifyInstance, { db, approvals, orders, names }: RouteDeps): void {
  for (const order of orders)
    officeRoute(app, order.call, async (given) => {
      const approval = await ask(approvals, order, given)
      const outcome = order.carryOutAlone && { outcome: approval === null ? 'done' : 'requested' }
      // The contract types the answer of each call, but not of any call in general.
      return { ...outcome, approval } as AnswerOf<AskingCall>
    })

  officeRoute(app, officeCalls.listApprovals, async ({ query, member }) => {
    const limit = readLimit(query.limit)
    const rows = await approvals.list({ state: query.state, before: query.cursor, limit }, member)
    return {
      approvals: await Promise.all(rows.map((row) => approvals.present(row, member))),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    }
  })
  officeRoute(app, officeCalls.showApproval, async ({ params, member }) =>
    approvals.present(await approvals.find(params.id, member), member),
  )
  officeRoute(app, officeCalls.showValuesInForce, async ({ params, member }) => ({
    values: await approvals.current(await approvals.find(params.id, member)),
  }))
  officeRoute(app, officeCalls.showCaution, async ({ params, member }) => {
    const { warnings, confirm } = await approvals.caution(params.id, member)
    return { warnings: [...warnings], confirm }
  })
  officeRoute(app, officeCalls.approve, async ({ params, body, member }, { proof }) =>
    approvals.present(await approvals.approve(member, params.id, { ...body, proof }), member),
  )
  officeRoute(app, officeCalls.reject, async ({ params, body, member }, { proof }) =>
    approvals.present(await approvals.reject(member, params.id, { note: body.note, proof }), member),
  )
  officeRoute(app, officeCalls.withdraw, async ({ params, body, member }) =>
    approvals.present(await approvals.withdraw(member, params.id, body.note), member),
  )

  officeRoute(app, officeCalls.readReleaseThreshold, async () => {
    const { amount, since } = await readThreshold(db)
    return {
      amount: { amount: toMinorNumber(money(amount, 'USD')), currency: 'USD' as const },
      since: since.toISOString(),
    }
  })
  officeRoute(app, officeCalls.showNameCorrection, async ({ params: { id, correction }, member }) => {
    const found = await names.find(id, correction)
    if (found === undefined) throw new Refused('not_found')
    await appendRead(db, { member: member.id, action: 'name_correction.read', subject: id })
    return found
  })
}
