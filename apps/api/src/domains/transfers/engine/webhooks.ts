import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inOneStatement, inTransaction, type Db } from '../../../db/index.ts'
import { Refused, signatureRefused } from '../../../lib/refused.ts'
import { countDecline, type DeclineLimits } from '../create/declines.ts'
import {
  REFUSED_CALLBACK,
  type CallbackSubject,
  type CardCallbacks,
  type CardEvent,
  type PayoutCallbacks,
} from '../ports.ts'
import { wakeCollection, wakePayment, wakePayout, wakeWalletRefund } from '../state/wake.ts'
import { isTracing, linkTrace } from '../../../lib/tracing.ts'

export interface WebhookDeps {
  readonly db: Db
  readonly cards: CardCallbacks
  readonly callbacks: readonly PayoutCallbacks[]
  readonly declines: DeclineLimits
}

/** Rejects a body that is not JSON before its signature is checked. */
function requireJson(body: Buffer): void {
  try {
    JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refused('malformed_json')
  }
}

function readSubject(
  { read, hasCode }: PayoutCallbacks,
  { method, host, url, headers, body }: FastifyRequest<{ Body: Buffer }>,
): CallbackSubject | null {
  requireJson(body)
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const subject = read({ method, authority: host, path, query: `?${query}`, headers, body })
  if (subject !== REFUSED_CALLBACK) return subject
  if (hasCode) throw new Refused('not_found')
  throw signatureRefused('Signature')
}

/** Saves a card event, wakes its transfer and counts a declined card. */
async function takeCardEvent({ db, cards, declines }: WebhookDeps, event: CardEvent): Promise<void> {
  if (event.paymentId !== null) await linkTransfer(db, 'payment_intent_id', event.paymentId)
  const { paymentId, declined } = event
  if (paymentId === null || declined === null) {
    await inOneStatement(db, 'transfers.take_card_event', () => wakePayment(db, cards.name, event))
    return
  }
  await inTransaction(db, 'transfers.take_card_event', async (tx) => {
    await countDecline(tx, paymentId, declined, declines)
    await wakePayment(tx, cards.name, event)
  })
}

/** Wakes the transfer that a callback is about. */
async function takeCallback(db: Db, subject: CallbackSubject | null): Promise<void> {
  if (subject === null) return
  const { kind, reference } = subject
  switch (kind) {
    case 'payout':
      await linkTransfer(db, 'payout_reference', reference)
      return inOneStatement(db, 'transfers.take_payout_event', () => wakePayout(db, reference))
    case 'collection':
      return inOneStatement(db, 'transfers.take_collection_event', () => wakeCollection(db, reference))
    case 'refund':
      return inOneStatement(db, 'transfers.take_refund_event', () => wakeWalletRefund(db, reference))
  }
}

/**
 * Registers the providers' notifications. Each only makes a step due, and the step queries the provider itself. Therefore no
 * provider is called here, and a forged callback costs one query.
 */
export function registerWebhooks(app: FastifyInstance, deps: WebhookDeps): void {
  const { db, cards, callbacks } = deps
  const signatureHeader = cards.signatureHeader.toLowerCase()
  void app.register((scope, _options, done) => {
    // Signatures cover the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    )

    scope.post<{ Body: Buffer }>(`/webhooks/${cards.name}`, async (request) => {
      const signature = request.headers[signatureHeader]
      const event = typeof signature === 'string' ? cards.readEvent(request.body, signature) : null
      if (event === null) throw signatureRefused(cards.signatureHeader)
      await takeCardEvent(deps, event)
      return { received: true }
    })

    for (const rail of callbacks) {
      // One carrier documents PUT, but reportedly also uses POST.
      scope.route<{ Body: Buffer }>({
        method: ['POST', 'PUT'],
        url: `/webhooks/${rail.name}${rail.hasCode ? '/:code' : ''}`,
        handler: async (request) => {
          await takeCallback(db, readSubject(rail, request))
          return { received: true }
        },
      })
    }
    done()
  })
}

/** Links a provider’s callback to its transfer’s trace, even when it is too late to wake the transfer. */
async function linkTransfer(
  db: Db,
  column: 'payment_intent_id' | 'payout_reference',
  value: string,
): Promise<void> {
  if (!isTracing()) return
  const row = await db
    .selectFrom('transfers')
    .select('traceparent')
    .where(column, '=', value)
    .executeTakeFirst()
  linkTrace(row?.traceparent ?? null)
}
