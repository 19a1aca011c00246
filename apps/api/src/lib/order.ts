import type { BodyOf, ParamsOf } from '@sesa/contract'
import type { ApprovalAbout, AskingCall, Permission, Role } from '@sesa/contract/office'
import type { Tx } from '../db/index.ts'
import type { Caution } from './caution.ts'
import type { ApprovedAction, StaffAction } from './staff-action.ts'

/** What a member gave in the call that asks. */
interface Given<C extends AskingCall> {
  readonly params: ParamsOf<C>
  readonly body: BodyOf<C>
}

/** What a call's body says, as the contract has checked it. */
export type Said<C extends AskingCall> = Omit<BodyOf<C>, 'reason' | 'confirmed'>

/** What was asked for: `entity` is a reference, an id, an address, a corridor. */
export interface Asked<P> {
  readonly entity: string
  readonly payload: P
}

/** Who reads an order. */
export interface Reader {
  readonly roles: readonly Role[]
}

/** Values by name, as an order's payload has them. */
export type Values = Readonly<Record<string, unknown>>

/**
 * An order of two people: one member asks for it with `call`, another one approves it, and the worker carries it out. Its
 * route, permission, page and version check follow from this declaration.
 */
export interface Order<C extends AskingCall = AskingCall, P extends object = object> {
  readonly call: C
  /** What staff read: "Open a corridor". */
  readonly words: string
  /**
   * Shows elsewhere what such an order says. Its holders read the order, and so do the roles that may decide it and who
   * asked: nobody else learns that there is one.
   */
  readonly reads: Permission
  /** Whether the entity is a transfer, which only staff who see cases decide about while it is under review. */
  readonly isAboutTransfer?: true
  /** Whether the entity is a member, who cannot decide about themselves. */
  readonly isAboutMember?: true
  /** Whether carrying it out again only completes it; otherwise it runs once. */
  readonly inParts?: true
  entityOf(given: Given<C>): string
  /** Returns what the order keeps; without it, all that the body says beside the reason. */
  payloadOf?(given: Given<C>): P | Promise<P>
  /** Removes what `payloadOf` stored elsewhere, since the order is refused. */
  forget?(payload: P): Promise<void>
  /** Throws Refused for what cannot be carried out; `roles` are those of the member who asks. */
  check?(asked: Asked<P>, roles: readonly Role[]): void | Promise<void>
  /** Returns what both people should know, and what they type where values are beyond a bound. @throws Refused. */
  caution?(asked: Asked<P>): Promise<Caution>
  /** Returns the version of what it is about; null when there is no such thing. */
  versionOf(tx: Tx, entity: string): Promise<string | null>
  /** Returns what the second person needs to decide, in words: without it nobody can approve by reading. */
  about(asked: Asked<P>, reader: Reader): Promise<ApprovalAbout>
  /**
   * Returns the values in force that the payload replaces, named as in it, so that the second person can compare; null
   * where none are.
   */
  current?(entity: string): Promise<Values | null>
  /** Carries it out and returns what was done. @throws Refused when that is not possible now. */
  carryOut(asked: Asked<P>, action: ApprovedAction): Promise<string>
  /** Carries it out at once where one person is enough this time, and returns whether it did. @throws as `carryOut`. */
  carryOutAlone?(asked: Asked<P>, action: StaffAction & Reader): Promise<boolean>
}

/** Keeps the types of an order's call and payload within its declaration. */
export const defineOrder = <C extends AskingCall, P extends object = Said<C>>(order: Order<C, P>): Order =>
  order
