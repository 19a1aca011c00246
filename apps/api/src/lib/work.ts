import type { Permission, Role, WorkKind } from '@sesa/contract/office'
import type { Money } from '@sesa/money'

/** The member who reads a queue. */
export interface Worker {
  readonly id: string
  readonly name: string
  readonly roles: readonly Role[]
}

export interface WorkOwner {
  readonly id: string
  readonly name: string
}

/** An open item of a queue, as a member may see it. */
export interface WorkItem {
  readonly kind: WorkKind
  /** A number, a reference, an id or a day: it opens the item's page. */
  readonly id: string
  readonly title: string
  readonly about: string
  readonly amount: Money | null
  /** The money that waits, in US cents, by which items with the same deadline are ordered. */
  readonly usd: bigint
  readonly since: Date
  readonly dueAt: Date | null
  /** Undefined for a queue without owners of its own: the inbox keeps them. */
  readonly owner?: WorkOwner | null
  /** The person, team or event it waits for, in words; null if the member can decide it. */
  readonly waitsFor: string | null
}

/** The owner on the list that a member read, and the one that they want. Null for nobody. */
export interface Handover {
  readonly from: string | null
  readonly to: string | null
}

/** Open work of one kind, which a domain offers to the inbox. */
export interface Queue {
  readonly kind: WorkKind
  /** Shows the queue. */
  readonly permission: Permission
  /** Returns the open items that the member may see: the first due ones, then those with most money; at most `limit`. */
  read(worker: Worker, limit: number): Promise<readonly WorkItem[]>
  /** Adds to listed items what takes a read for each of them. */
  describe?(items: readonly WorkItem[], worker: Worker): Promise<readonly WorkItem[]>
  /** Changes the owner, in a queue with owners of its own. @throws Refused when the item or its owner has changed. */
  assign?(id: string, handover: Handover, worker: Worker): Promise<void>
}

/** An item without money and without a deadline. */
export const NO_MONEY = { amount: null, usd: 0n } as const
