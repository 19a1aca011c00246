import * as v from 'valibot'
import type { Tx } from '../../../db/index.ts'
import { enqueue, type Job } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { CardVault, VaultAnswer } from './ports.ts'

const FORGET = 'saved_cards_forget'
const DETACH = 'saved_cards_detach'

/** A customer to delete: by its id or, while the answer to its creation is unknown, by the request that creates it. */
export type Forgotten =
  | { readonly customerId: string }
  | { readonly accountId: string; readonly generation: number }

const forgottenSchema = v.union([
  v.object({ customerId: v.string() }),
  v.object({ accountId: v.string(), generation: v.number() }),
])
const detachedSchema = v.object({ cardId: v.string() })

/** Queues the deletion of a customer at the card provider, with all its cards. */
export const queueForget = (tx: Tx, forgotten: Forgotten): Promise<void> =>
  enqueue(tx, FORGET, { ...forgotten })

/** Queues the removal of a card that the customer did not ask to keep. */
export const queueDetach = (tx: Tx, cardId: string): Promise<void> => enqueue(tx, DETACH, { cardId })

/** Throws unless the work is done, now or earlier, so that the queue tries again. */
function requireDone(answer: VaultAnswer<unknown>): void {
  if (!answer.ok && answer.reason !== 'missing')
    throw new Error(`The card provider answered ${answer.reason}`)
}

/** Creates the jobs that delete data at the card provider. Each may run more than once. */
export function createJobs(vault: CardVault): Job[] {
  return [
    {
      task: FORGET,
      async run(payload) {
        const forgotten = v.parse(forgottenSchema, payload)
        let customerId = 'customerId' in forgotten ? forgotten.customerId : null
        if ('accountId' in forgotten) {
          // Repeats the request: its idempotency key finds the customer, if there is one.
          const found = await callProvider('saved_cards.create_customer', () =>
            vault.createCustomer(forgotten),
          )
          requireDone(found)
          customerId = found.ok ? found.value : null
        }
        const id = customerId
        if (id === null) return
        requireDone(await callProvider('saved_cards.delete_customer', () => vault.deleteCustomer(id)))
      },
    },
    {
      task: DETACH,
      async run(payload) {
        const { cardId } = v.parse(detachedSchema, payload)
        requireDone(await callProvider('saved_cards.detach_card', () => vault.detachCard(cardId)))
      },
    },
  ]
}
