import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { DeclineLimits } from '../create/declines.ts'
import { wakeFromCardEvent, wakeFromPayoutEvent } from './wake.ts'
import { REFUSED_CALLBACK, type CardProvider, type PayoutCallbacks } from '../ports.ts'

export interface WebhookDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly callbacks: readonly PayoutCallbacks[]
  readonly declines: DeclineLimits
}

/** A body that is not JSON is answered as such, whoever sent it. */
function requireJson(body: Buffer): void {
  try {
    JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refused('malformed_json')
  }
}

function takeCallback(
  { read, hasCode }: PayoutCallbacks,
  { method, host, url, headers, body }: FastifyRequest<{ Body: Buffer }>,
): string | null {
  requireJson(body)
  const reference = read({ method, authority: host, path: url.split('?')[0] ?? url, headers, body })
  if (reference !== REFUSED_CALLBACK) return reference
  if (hasCode) throw new Refused('not_found')
  throw new Refused('invalid_field', {
    field: 'Signature',
    message: 'The signature does not match, or its time is not now.',
  })
}

/**
 * The providers' notifications. Each is only a hint: it makes a step due, and the step asks the provider itself. So
 * no provider is called here, and a forged callback costs one question.
 */
export function registerWebhooks(
  app: FastifyInstance,
  { db, cards, callbacks, declines }: WebhookDeps,
): void {
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
      await wakeFromCardEvent(db, event, declines)
      return { received: true }
    })

    for (const rail of callbacks) {
      // MTN announces with PUT and is said to have used POST.
      scope.route<{ Body: Buffer }>({
        method: ['POST', 'PUT'],
        url: `/webhooks/${rail.name}${rail.hasCode ? '/:code' : ''}`,
        handler: async (request) => {
          const reference = takeCallback(rail, request)
          if (reference !== null) await wakeFromPayoutEvent(db, reference)
          return { received: true }
        },
      })
    }
    done()
  })
}
