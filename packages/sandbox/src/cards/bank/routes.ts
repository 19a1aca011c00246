import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { World } from '../../core/world.ts'
import type { NetworkFor } from '../events.ts'
import { chargeOf } from '../objects/reads.ts'
import { createStore, type CardStore, type DebitSettings } from '../objects/store.ts'
import { answerDebit, returnDebit } from './debits.ts'
import { FAILURE_CODES, isDebit, RETURN_REASONS } from './test-accounts.ts'
import type { BankAnswer, FailureCode, ReturnReason } from './test-accounts.ts'

const MOST_SECONDS = 30 * 86_400

const settingsBody = {
  type: 'object',
  required: ['answers'],
  additionalProperties: false,
  properties: {
    answers: { enum: ['auto', 'ask'] },
    afterSeconds: { type: 'integer', minimum: 0, maximum: MOST_SECONDS, default: 5 },
  },
}
const answerBody = {
  type: 'object',
  required: ['outcome'],
  additionalProperties: false,
  properties: {
    outcome: { enum: ['succeed', 'fail', 'return'] },
    code: { enum: FAILURE_CODES, default: 'insufficient_funds' },
    reason: { enum: RETURN_REASONS, default: 'debit_not_authorized' },
  },
}

interface AnswerBody {
  outcome: 'succeed' | 'fail' | 'return'
  code: FailureCode
  reason: ReturnReason
}

/** A debit of a bank account as the sandbox's own page and control show it; minor units. */
export interface DebitRow {
  /** The payment's id. */
  readonly id: string
  readonly amount: number
  readonly currency: string
  readonly bank: string
  readonly last4: string
  readonly holder: string
  readonly status: 'processing' | 'succeeded' | 'failed' | 'returned'
}

/** Returns every debit, newest first. */
export function debitsBook(store: CardStore): DebitRow[] {
  return store
    .all('charge')
    .filter(isDebit)
    .map((made) => {
      const account = made.payment_method_details?.us_bank_account
      return {
        id: typeof made.payment_intent === 'string' ? made.payment_intent : '',
        amount: made.amount,
        currency: made.currency,
        bank: account?.bank_name ?? '',
        last4: account?.last4 ?? '',
        holder: made.billing_details.name ?? '',
        status: statusOf(made),
      }
    })
}

function statusOf({ disputed, status }: Stripe.Charge): DebitRow['status'] {
  if (disputed) return 'returned'
  if (status === 'pending') return 'processing'
  return status === 'failed' ? 'failed' : 'succeeded'
}

/**
 * Registers the sandbox's control of customers' banks, `/sandbox/bank-debits`: `PUT` sets whether they answer a debit
 * by themselves, and when; `POST …/{payment}` answers one, or takes a paid one back.
 */
export function registerDebits(app: FastifyInstance, world: World, networkFor: NetworkFor): void {
  const store = createStore(world)
  const all = () => ({ settings: store.debitSettings(), debits: debitsBook(store) })

  app.get('/sandbox/bank-debits', all)

  app.put<{ Body: DebitSettings }>(
    '/sandbox/bank-debits',
    { schema: { body: settingsBody } },
    ({ body: settings }) =>
      world.atomically(() => {
        store.setDebitSettings(settings)
        return all()
      }),
  )

  app.post<{ Params: { id: string }; Body: AnswerBody }>(
    '/sandbox/bank-debits/:id',
    { schema: { body: answerBody } },
    ({ params: { id }, body }, reply) => {
      const network = networkFor(null)
      const chargeId = chargeOf(network, id)
      const made = store.find('charge', chargeId)?.object
      if (!made || !isDebit(made))
        return reply.code(404).send({ error: 'There is no bank debit with this id.' })
      const isDone = world.atomically(() =>
        body.outcome === 'return'
          ? returnDebit(network, chargeId, body.reason)
          : answerDebit(network, chargeId, answerIn(body)),
      )
      if (isDone) return { debit: debitsBook(store).find((row) => row.id === id) }
      return reply.code(409).send({
        error:
          body.outcome === 'return' ? 'Only a paid debit can be returned, once.' : 'The bank has answered.',
      })
    },
  )
}

const answerIn = ({ outcome, code }: AnswerBody): BankAnswer =>
  outcome === 'fail' ? { kind: 'fails', code } : { kind: 'pays' }
