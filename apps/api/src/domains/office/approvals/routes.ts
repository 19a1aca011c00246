import { officeCalls } from '@sesa/contract/office'
import { formatMoney, money, toMinorNumber } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import { Refused } from '../../../lib/refused.ts'
import { refusing } from '../../../lib/staff-action.ts'
import { appendRead } from '../../record/index.ts'
import type { NameCorrections } from '../../customers/index.ts'
import { railName, targetName } from '../../payouts/index.ts'
import { addressOf } from '../staff/index.ts'
import { readerOf, type StaffActions } from '../../transfers/index.ts'
import { readEntry, requestOf } from '../../books/index.ts'
import { PRICES, RELEASE_THRESHOLD } from './kinds.ts'
import type { Approvals, NewRequest, Person } from './service.ts'
import { readThreshold, takesTwo } from './store.ts'
import { valuesInForce, type InForceDeps } from './values-in-force.ts'

interface RouteDeps extends InForceDeps {
  readonly approvals: Approvals
  readonly transfers: Pick<StaffActions, 'check' | 'release'>
  readonly names: NameCorrections
}

export function registerApprovals(app: FastifyInstance, deps: RouteDeps): void {
  const { db, approvals, transfers, names } = deps
  const ask = async (member: Person, request: NewRequest) => ({
    approval: await approvals.present(await approvals.request(member, request), member),
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
    values: await valuesInForce(deps, await approvals.find(params.id, member)),
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

  officeRoute(app, officeCalls.requestRefund, ({ params, body, member }) =>
    ask(member, { action: 'refund', entity: params.reference, payload: {}, reason: body.reason }),
  )
  officeRoute(app, officeCalls.requestRepaid, ({ params, body: { amount, reason }, member }) => {
    const text = formatMoney(money(BigInt(amount.amount), amount.currency))
    return ask(member, { action: 'repaid', entity: params.reference, payload: { amount: text }, reason })
  })
  officeRoute(app, officeCalls.releaseHold, async ({ params: { reference }, body: { reason }, member }) => {
    const two = await takesTwo(db, reference)
    if (two === null) throw new Refused('not_found')
    if (two) {
      const { approval } = await ask(member, { action: 'release', entity: reference, payload: {}, reason })
      return { outcome: 'requested' as const, approval }
    }
    await refusing(async () => {
      await transfers.check(reference, 'release', readerOf(member))
      await transfers.release(reference, { staff: member.name, reason, ...readerOf(member) })
    })
    return { outcome: 'done' as const, approval: null }
  })
  officeRoute(app, officeCalls.requestPrices, ({ body: { list, reason, confirmed }, member }) =>
    ask(member, { action: 'set_prices', entity: PRICES, payload: { list }, reason, confirmed }),
  )
  officeRoute(app, officeCalls.readReleaseThreshold, async () => {
    const { amount, since } = await readThreshold(db)
    return {
      amount: { amount: toMinorNumber(money(amount, 'USD')), currency: 'USD' as const },
      since: since.toISOString(),
    }
  })
  officeRoute(app, officeCalls.requestReleaseThreshold, ({ body: { amount, reason, confirmed }, member }) => {
    if (amount.currency !== 'USD' || amount.amount < 0)
      throw new Refused('invalid_field', { field: 'amount', message: 'Give an amount in US dollars.' })
    const payload = { amount: String(amount.amount) }
    const request = { action: 'set_release_threshold', entity: RELEASE_THRESHOLD, payload, reason } as const
    return ask(member, { ...request, confirmed })
  })
  officeRoute(app, officeCalls.requestCorridor, ({ params, body: { open, words, span, reason }, member }) =>
    ask(member, {
      action: open ? 'open_corridor' : 'close_corridor',
      entity: `${params.sender}/${params.recipient}`,
      payload: open ? {} : { words, ...span },
      reason,
    }),
  )
  officeRoute(app, officeCalls.requestOpenRail, ({ params: { rail }, body: { to, reason }, member }) =>
    ask(member, { action: 'open_rail', entity: railName(rail, to ?? undefined), payload: {}, reason }),
  )
  officeRoute(app, officeCalls.requestRoute, ({ body: { to, rails, reason }, member }) =>
    ask(member, { action: 'route_network', entity: targetName(to), payload: { rails }, reason }),
  )
  officeRoute(app, officeCalls.requestAdoption, ({ body: { since, waitMinutes, reason }, member }) =>
    ask(member, { action: 'adopt', entity: 'lost transfers', payload: { since, waitMinutes }, reason }),
  )
  officeRoute(
    app,
    officeCalls.requestTreasuryEntry,
    async ({ body: { entry, reason, confirmed }, member }) => {
      const request = await refusing(async () => requestOf(readEntry(entry)))
      return ask(member, { ...request, reason, confirmed })
    },
  )
  officeRoute(app, officeCalls.requestErasure, ({ params, body, member }) =>
    ask(member, { action: 'erase_account', entity: params.id, payload: {}, reason: body.reason }),
  )
  officeRoute(app, officeCalls.requestNameCorrection, async ({ params: { id: userId }, body, member }) => {
    const { reason, ...given } = body
    const correction = await refusing(() => names.ask({ userId, ...given }))
    try {
      return await ask(member, { action: 'correct_name', entity: userId, payload: { correction }, reason })
    } catch (error) {
      await names.drop(correction)
      throw error
    }
  })
  officeRoute(app, officeCalls.showNameCorrection, async ({ params: { id, correction }, member }) => {
    const found = await names.find(id, correction)
    if (found === undefined) throw new Refused('not_found')
    await appendRead(db, { member: member.id, action: 'name_correction.read', subject: id })
    return found
  })
  officeRoute(app, officeCalls.inviteStaff, ({ body: { name, email, roles, reason }, member }) => {
    const payload = { name: name.trim(), email: email.trim(), roles }
    return ask(member, { action: 'invite_member', entity: addressOf(email), payload, reason })
  })
  officeRoute(app, officeCalls.inviteAgain, ({ params, body: { reason }, member }) =>
    ask(member, { action: 'invite_member_again', entity: params.id, payload: {}, reason }),
  )
  officeRoute(app, officeCalls.changeRoles, ({ params, body: { roles, reason }, member }) =>
    ask(member, { action: 'change_roles', entity: params.id, payload: { roles }, reason }),
  )
}
