import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { hintFromCards, hintFromPayouts } from './hints.ts'
import type { CardProvider, PayoutRail } from './ports.ts'

export interface WebhookDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly payouts: PayoutRail
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refused('malformed_json')
  }
}

/**
 * The providers' notifications. Each is only a hint: it makes a step due, and the step asks the provider itself. So
 * no provider is called here, and a forged callback costs one question.
 */
export function registerWebhooks(app: FastifyInstance, { db, cards, payouts }: WebhookDeps): void {
  void app.register((scope, _options, done) => {
    // Signatures are over the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )

    scope.post<{ Body: Buffer }>('/webhooks/stripe', async (request) => {
      const signature = request.headers['stripe-signature']
      const event = typeof signature === 'string' ? cards.readEvent(request.body, signature) : null
      if (event === null) {
        throw new Refused('invalid_field', {
          field: 'Stripe-Signature',
          message: 'The signature does not match, or its time is not now.',
        })
      }
      await hintFromCards(db, event)
      return { received: true }
    })

    scope.post<{ Body: Buffer }>('/webhooks/pawapay', async (request) => {
      const reference = payouts.readCallback(parse(request.body))
      if (reference !== null) await hintFromPayouts(db, reference)
      return { received: true }
    })
    done()
  })
}
