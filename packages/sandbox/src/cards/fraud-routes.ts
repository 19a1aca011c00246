import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { World } from '../core/world.ts'
import { returnDebit } from './bank/debits.ts'
import { dispute } from './disputes.ts'
import type { Network, NetworkFor } from './events.ts'
import { closeReview, openReview, warn } from './fraud.ts'
import { chargeOf } from './objects/reads.ts'
import type { CardStore } from './objects/store.ts'
import { Refusal } from './protocol/wire.ts'

const NEWS = ['early_fraud_warning', 'review_opened', 'review_closed', 'dispute'] as const
const CLOSED = ['approved', 'refunded', 'refunded_as_fraud', 'disputed', 'canceled'] as const

interface Body {
  payment_intent: string
  news: (typeof NEWS)[number]
  closed_reason?: (typeof CLOSED)[number]
}

const body = {
  type: 'object',
  required: ['payment_intent', 'news'],
  additionalProperties: false,
  properties: {
    payment_intent: { type: 'string', minLength: 1, maxLength: 100 },
    news: { enum: NEWS },
    closed_reason: { enum: CLOSED, default: 'approved' },
  },
}

/**
 * Registers `POST /sandbox/fraud`, the sandbox's own control: reports of a bank or Radar about a charged payment.
 * Stripe has no such call. The resulting objects and events have Stripe's shapes.
 */
export function registerFraudControl(
  app: FastifyInstance,
  world: World,
  store: CardStore,
  networkFor: NetworkFor,
): void {
  app.post<{ Body: Body }>('/sandbox/fraud', { schema: { body } }, (request, reply) => {
    const network = networkFor(null)
    const chargeId = chargeOf(network, request.body.payment_intent)
    const charged = store.find('charge', chargeId)?.object
    if (!charged?.captured || charged.status !== 'succeeded') {
      return reply.code(404).send({ error: 'There is no charged payment with this id.' })
    }
    try {
      world.atomically(() => report(network, chargeId, request.body))
    } catch (error) {
      if (error instanceof Refusal) return reply.code(error.status).send({ error: error.body.message })
      throw error
    }
    return reply.code(201).send({ reported: request.body.news })
  })
}

function report(network: Network, chargeId: string, { news, closed_reason = 'approved' }: Body): void {
  switch (news) {
    case 'early_fraud_warning':
      return warn(network, chargeId)
    case 'review_opened':
      return openReview(network, chargeId)
    case 'review_closed': {
      const review = network.store.find('charge', chargeId)?.object.review
      const reason: Stripe.Review.ClosedReason = closed_reason
      closeReview(network, typeof review === 'string' ? review : '', reason)
      return
    }
    case 'dispute':
      if (!returnDebit(network, chargeId, 'debit_not_authorized')) dispute(network, chargeId)
      return
  }
}
