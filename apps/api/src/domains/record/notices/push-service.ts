import { inTransaction, type Db } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import { Refused } from '../../../lib/refused.ts'
import { readSubscription } from './push-endpoints.ts'
import {
  declineOffer,
  hasSubscription,
  isOffered,
  putSubscription,
  removeSubscription,
  subscriptionsOf,
} from './push-store.ts'
import type { PushSettings } from './service.ts'

interface Browser {
  readonly userId: string
  readonly sessionId: string
}

type Typed = Parameters<typeof readSubscription>[0]

/** Creates the subscriptions of browsers to push notifications. */
export function createPush({ db, push }: { readonly db: Db; readonly push: PushSettings | null }) {
  function read(typed: Typed) {
    if (push === null) throw new Refused('push_unavailable')
    return readSubscription(typed, push)
  }

  return {
    async state(userId: string): Promise<{ devices: number; offered: boolean }> {
      const { length } = await subscriptionsOf(db, userId)
      return { devices: length, offered: push !== null && (await isOffered(db, userId)) }
    },

    /** Subscribes a browser. Throws Refused `push_refused`, `push_unavailable`, `invalid_field` or `unauthenticated`. */
    async subscribe(browser: Browser, typed: Typed): Promise<void> {
      const subscription = read(typed)
      await inTransaction(db, 'notices.subscribe_push', async (tx) => {
        // Under an exclusive lock, so that two concurrent browsers do not exceed the maximum.
        await requireOpenAccount(tx, browser.userId, { alone: true })
        await putSubscription(tx, browser, subscription)
      })
    },

    /** Stores a subscription only if the account already has it; returns whether it has. */
    async keep(browser: Browser, typed: Typed): Promise<boolean> {
      const subscription = read(typed)
      return inTransaction(db, 'notices.keep_push', async (tx) => {
        await requireOpenAccount(tx, browser.userId, { alone: true })
        if (!(await hasSubscription(tx, browser, subscription.endpoint))) return false
        await putSubscription(tx, browser, subscription)
        return true
      })
    },

    unsubscribe: (browser: Browser): Promise<void> => removeSubscription(db, browser),

    decline: (userId: string): Promise<void> =>
      inTransaction(db, 'notices.decline_push', async (tx) => {
        await requireOpenAccount(tx, userId)
        await declineOffer(tx, userId)
      }),
  }
}

export type Push = ReturnType<typeof createPush>
