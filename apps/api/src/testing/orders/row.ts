import type { Permission, Role } from '@sesa/contract/office'
import type { Begun } from '../two-people-parts.ts'

/** What one order is about in a test. */
export interface Made extends Begun {
  readonly entity: string
  /** JSON text. */
  readonly payload: string
}

/** What a second person reads, at least. */
export interface Shown {
  readonly label: string | RegExp
  /** In minor units, where money moves. */
  readonly amount?: number
  readonly change?: { readonly label: string; readonly from: string; readonly to: string }
}

/** One order of two people, for every test that walks them. */
export interface OrderRow {
  readonly permission: Permission
  /** The roles that read it: those that read the same data elsewhere, and those that may decide. */
  readonly readers: readonly Role[]
  make(): Promise<Made>
  shows(made: Made): Shown
  /**
   * What may change before the second person decides. None for refunds and repayments, which have the version of releases,
   * and for adoption, which decides about what the providers' records say.
   */
  readonly changes: Readonly<Record<string, (made: Begun) => Promise<unknown>>>
}

export const payloadOf = (payload: object): string => JSON.stringify(payload)

/** Makes an order about what is there already. */
export const fixed =
  (entity: string, payload: () => object | Promise<object>) => async (): Promise<Made> => ({
    entity,
    payload: payloadOf(await payload()),
  })
