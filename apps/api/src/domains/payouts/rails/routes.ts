import { officeCalls, type RailRoute } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { planClosing } from '../../pricing/index.ts'
import { appendRead } from '../../record/index.ts'
import { endManualPayout, listManualPayouts } from './manual.ts'
import { closeRail, requireUse } from './operations.ts'
import { requireRail } from './names.ts'
import { listRoutes, withWallets, type RouteCandidate, type RouteQuery } from './routes-store.ts'

interface RouteDeps extends Pick<RouteQuery, 'accountOf'> {
  readonly db: Db
  readonly configuration: Configuration
  /** The names of all rails. */
  readonly names: readonly string[]
  /** Rails with settings in this deployment. */
  readonly configured: readonly string[]
}

const amountOf = (amount: Money) => ({ amount: toMinorNumber(amount), currency: amount.currency })

/** Serves rails to the office. Two people open and route, so the module `approvals` handles both. */
export function registerRails(
  app: FastifyInstance,
  { db, configuration, names, configured, accountOf }: RouteDeps,
): void {
  const stateOf = ({ rail, closed, isOff, isPlanned, isEmpty }: RouteCandidate): RailRoute['state'] => {
    if (isOff) return 'off'
    if (!configured.includes(rail)) return 'not_set_up'
    if (isPlanned) return 'planned'
    if (isEmpty) return 'empty'
    return closed === null ? 'open' : 'down'
  }
  const show = async () => {
    const current = await configuration.current()
    const ways = await withWallets(db, listRoutes(current, { rails: names, accountOf }))
    const health = await db.selectFrom('rail_health').select(['rail', 'answered_at']).execute()
    return {
      routes: ways.map((way) => ({
        ...{ country: way.country, network: way.network, position: way.position, rail: way.rail },
        ...{ state: stateOf(way), words: way.closed },
        minimum: way.bounds === null ? null : amountOf(way.bounds.minimum),
        maximum: way.bounds === null ? null : amountOf(way.bounds.maximum),
      })),
      rails: names.map((rail) => ({
        ...{ rail, isSetUp: configured.includes(rail) },
        answeredAt: health.find((one) => one.rail === rail)?.answered_at?.toISOString() ?? null,
      })),
    }
  }

  officeRoute(app, officeCalls.listManualPayouts, async ({ member }) => {
    const waiting = await listManualPayouts(db)
    await appendRead(db, { member: member.id, action: 'manual_payouts.read' })
    return {
      payouts: waiting.map((one) => ({
        ...{ reference: one.transferReference, country: one.country, network: one.network, phone: one.phone },
        ...{ amount: amountOf(one.amount), askedAt: one.askedAt.toISOString() },
      })),
    }
  })
  officeRoute(
    app,
    officeCalls.endManualPayout,
    async ({ params: { reference }, body: { outcome, reason }, member }) => {
      const end = { transferReference: reference, outcome }
      if (!(await endManualPayout(db, end, { staff: member.name, reason })))
        throw actionRefused(`${reference} has no manual pay-out due.`)
      return undefined
    },
  )

  officeRoute(app, officeCalls.listRails, show)
  officeRoute(app, officeCalls.closeRail, async ({ params, body: { to, words, reason }, member }) => {
    const rail = requireRail(params.rail, names)
    const action = { staff: member.name, reason }
    requireUse(await closeRail(db, rail, to ?? undefined, words, action), rail)
    return show()
  })
  officeRoute(app, officeCalls.planRailClosing, async ({ params, body, member }) => {
    const { to, from, until, words, reason } = body
    const rail = requireRail(params.rail, names)
    const current = await configuration.current()
    const ways = listRoutes(current, { rails: [rail], accountOf, to: to ?? undefined })
    requireUse(ways.length, rail)
    const span = { from: new Date(from), until: new Date(until), words }
    await planClosing(db, { rail, to }, span, { staff: member.name, reason })
    return undefined
  })
}
