import type { Permission, Role } from '@sesa/contract/office'
import type { Begun } from '../two-people-parts.ts'

/** The subject of an order in a test. */
export interface Made extends Begun {
  readonly entity: string
  /** JSON text. */
  readonly payload: string
}

/** The minimum that a second person sees. */
export interface Shown {
  readonly label: string | RegExp
  /** In minor units, where money moves. */
  readonly amount?: number
  readonly change?: { readonly label: string; readonly from: string; readonly to: string }
}

/** An order of two people, for every test that covers all of them. */
export interface OrderRow {
  readonly permission: Permission
  /** Roles that can read it: those that read the same data elsewhere, and those that may decide. */
  readonly readers: readonly Role[]
  make(): Promise<Made>
  shows(made: Made): Shown
  /**
   * Changes that may happen before the second person decides. None for refunds and repayments, which have the version
   * of releases, and for adoption, which decides about the providers' records.
   */
  readonly changes: Readonly<Record<string, (made: Begun) => Promise<unknown>>>
}

export const payloadOf = (payload: object): string => JSON.stringify(payload)

/** Creates an order about an existing record. */
export const fixed =
  (entity: string, payload: () => object | Promise<object>) => async (): Promise<Made> => ({
    entity,
    payload: payloadOf(await payload()),
  })
