import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Reads } from '../../db/reads.ts'
import { route } from '../../http/route.ts'
import { Refused } from '../../lib/refused.ts'
import { remainingLimits } from './create/allowance.ts'
import { cancelTransfer } from './engine/cancel.ts'
import { waitForOutcome, readDetail, type OutcomeDeps } from './engine/wait-for-outcome.ts'
import { csvFileOf } from './history/csv-file.ts'
import { readHome, type HomeDeps } from './history/home.ts'
import { detailOf, listTransfers } from './history/list.ts'
import { pay, stopPaying, type PayDeps } from './mobile-money/pay.ts'
import { setRefundNumber } from './mobile-money/refund-number.ts'
import { openTransfer } from './create/create-transfer.ts'
import type { OpenDeps } from './create/open-payment.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

function readIdempotencyHeader(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && KEY.test(header)) return header
  throw new Refused('invalid_field', {
    field: 'Idempotency-Key',
    message: 'An Idempotency-Key has 1 to 255 visible characters.',
  })
}

interface RouteDeps {
  readonly reads: Pick<Reads, 'run'>
  /** Returns the digest by which a network address is counted; null counts none. */
  addressKeyOf(address: string): string | null
}

/** Registers the calls of the transfers module. */
export function registerTransfers(
  app: FastifyInstance,
  deps: OpenDeps & OutcomeDeps & HomeDeps & PayDeps & RouteDeps,
): void {
  route(app, calls.createPaymentIntent, async ({ body, caller, entered }, request) => {
    if (caller.country === null) throw new Refused('profile_incomplete')
    const key = readIdempotencyHeader(request.headers['idempotency-key'])
    return openTransfer(deps, {
      userId: caller.userId,
      sessionId: caller.sessionId,
      proven: caller.proven,
      from: caller.country,
      addressKey: deps.addressKeyOf(request.ip),
      key,
      body,
      entered,
    })
  })
  route(app, calls.sendMoney, ({ body, caller }) => waitForOutcome(deps, caller.userId, body.id, true))
  route(app, calls.complete, ({ body, caller }) => waitForOutcome(deps, caller.userId, body.id, false))
  route(app, calls.getLimits, async ({ caller }) => {
    if (caller.country === null) throw new Refused('profile_incomplete')
    return remainingLimits(deps, caller.userId, caller.country)
  })
  route(app, calls.listTransfers, async ({ query, caller }, request, reply) => {
    if (query.format !== 'csv') return deps.reads.run((db) => listTransfers(db, caller.userId, query))
    const file = csvFileOf(deps.reads, caller.userId, query)
    // Reads as much as the export of all data, so it counts as one.
    await app.countCall('exportData', { userId: caller.userId, address: request.ip })
    return reply
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .type('text/csv; charset=utf-8')
      .send(file.body)
  })
  route(app, calls.getHome, async ({ caller }) => ({ home: await readHome(deps, caller.userId) }))
  route(app, calls.getTransfer, async ({ params, caller }) => ({
    transfer: await readDetail(deps, caller.userId, params.payment_id),
  }))
  route(app, calls.pay, async ({ body, caller, entered }, request) => ({
    attempt: await pay(deps, {
      userId: caller.userId,
      key: readIdempotencyHeader(request.headers['idempotency-key']),
      body,
      entered,
    }),
  }))
  route(app, calls.stopPayment, async ({ body, caller }) => ({
    attempt: await stopPaying(deps, caller.userId, body.id),
  }))
  route(app, calls.setRefundNumber, async ({ params, body, caller }) => ({
    pay: await setRefundNumber(deps, { userId: caller.userId, paymentId: params.payment_id, body }),
  }))
  route(app, calls.cancelTransfer, async ({ params, caller }) => {
    const { row, outcome } = await cancelTransfer(deps, caller.userId, params.payment_id)
    return { transfer: await detailOf(deps, row), outcome }
  })
}
