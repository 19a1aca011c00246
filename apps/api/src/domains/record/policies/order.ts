import type { ApprovalAbout, AskingCall } from '@sesa/contract/office'
import type { Db } from '../../../db/index.ts'
import { defineOrder, type Asked, type Order, type Said } from '../../../lib/order.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { newestVersion, readPolicy, storePolicy, type Policy, type PolicyKind } from './store.ts'

/** An order that sets a policy, without the parts common to all such orders. */
interface PolicyOrder<C extends AskingCall, P extends object, T> extends Omit<
  Order<C, P>,
  'versionOf' | 'about' | 'current' | 'carryOut'
> {
  readonly db: Db
  readonly policy: PolicyKind<T>
  /** Returns the values shipped with the product; null if there are none. */
  shipped?(key: string): object | null
  about(asked: Asked<P>, inForce: Policy<T> | undefined): Promise<ApprovalAbout>
  /** Throws Refused `action_refused` for values that cannot be stored now, although they could be requested. */
  beforeStoring?(asked: Asked<P>): Promise<void>
  /** Returns the result in words. */
  done(version: number, payload: P): string
}

/**
 * Declares the order that sets a policy: its payload is the body, and any later version of the kind outdates it. Its check
 * runs again when the request is carried out.
 */
export function definePolicyOrder<C extends AskingCall, T, P extends object = Said<C>>({
  db,
  policy,
  shipped = () => null,
  about,
  check,
  beforeStoring,
  done,
  ...order
}: PolicyOrder<C, P, T>): Order {
  const inForce = (key: string) => readPolicy(db, policy, key)
  const checkAll: Order<C, P>['check'] = async (asked, roles) => {
    accepted(policy.read(asked.payload))
    await check?.(asked, roles)
  }
  return defineOrder<C, P>({
    ...order,
    check: checkAll,
    versionOf: async (tx) => String(await newestVersion(tx, policy)),
    about: async (asked) => about(asked, await inForce(asked.entity)),
    async current(key) {
      const values = (await inForce(key))?.body ?? shipped(key)
      return values && { ...values }
    },
    async carryOut(asked, action) {
      await checkAll(asked, [])
      await beforeStoring?.(asked)
      const { entity: key, payload } = asked
      return done(await storePolicy(db, policy, { key, body: payload }, action), payload)
    },
  })
}
