import type { BodyOf, ParamsOf } from '@sesa/contract'
import type { ApprovalAbout, AskingCall, Permission, Role } from '@sesa/contract/office'
import type { Tx } from '../db/index.ts'
import type { Caution } from './caution.ts'
import type { ApprovedAction, StaffAction } from './staff-action.ts'

/** A member's input in the call that asks. */
interface Given<C extends AskingCall> {
  readonly params: ParamsOf<C>
  readonly body: BodyOf<C>
}

/** The call's body without reason and confirmation, validated by the contract. */
export type Said<C extends AskingCall> = Omit<BodyOf<C>, 'reason' | 'confirmed'>

/** The request: `entity` is a reference, an id, an address, a corridor. */
export interface Asked<P> {
  readonly entity: string
  readonly payload: P
}

/** The member who reads an order. */
export interface Reader {
  readonly roles: readonly Role[]
}

/** Values by name, as an order's payload has them. */
export type Values = Readonly<Record<string, unknown>>

/**
 * An order of two people: one member requests it with `call`, another approves it, and the worker carries it out. Its
 * route, permission, page and version check follow from this declaration.
 */
export interface Order<C extends AskingCall = AskingCall, P extends object = object> {
  readonly call: C
  /** Label for staff: "Open a corridor". */
  readonly words: string
  /**
   * Permission that shows the order's data elsewhere. Only its holders, the roles that may decide the order and the
   * member who asked can see the order.
   */
  readonly reads: Permission
  /** True if the entity is a transfer: while it is under review, only staff who see cases decide about it. */
  readonly isAboutTransfer?: true
  /** True if the entity is a member, who cannot decide about themselves. */
  readonly isAboutMember?: true
  /** True if carrying it out again only completes it; otherwise it runs once. */
  readonly inParts?: true
  entityOf(given: Given<C>): string
  /** Returns the payload to store; without it, the whole body except for the reason. */
  payloadOf?(given: Given<C>): P | Promise<P>
  /** Removes data that `payloadOf` stored elsewhere, when the order is refused. */
  forget?(payload: P): Promise<void>
  /** Throws Refused if it cannot be carried out; `roles` are those of the member who asks. */
  check?(asked: Asked<P>, roles: readonly Role[]): void | Promise<void>
  /** Returns the warnings for both people, and the text to type where values exceed a bound. @throws Refused. */
  caution?(asked: Asked<P>): Promise<Caution>
  /** Returns the entity's version; null when the entity does not exist. */
  versionOf(tx: Tx, entity: string): Promise<string | null>
  /** Describes the order for the second person, who decides by reading it. */
  about(asked: Asked<P>, reader: Reader): Promise<ApprovalAbout>
  /**
   * Returns the current values that the payload replaces, under the same names, so that the second person can compare;
   * null where there are none.
   */
  current?(entity: string): Promise<Values | null>
  /** Carries out the order and returns a description of the result. @throws Refused when that is not possible now. */
  carryOut(asked: Asked<P>, action: ApprovedAction): Promise<string>
  /**
   * Carries out the order at once where one person is enough this time, and returns whether it did. @throws like
   * `carryOut`.
   */
  carryOutAlone?(asked: Asked<P>, action: StaffAction & Reader): Promise<boolean>
}

/** Checks the types of an order's call and payload within its declaration. */
export const defineOrder = <C extends AskingCall, P extends object = Said<C>>(order: Order<C, P>): Order =>
  order
