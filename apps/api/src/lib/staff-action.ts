/** Who orders something, and why: both are kept for ever. */
export interface StaffAction {
  readonly staff: string
  readonly reason: string
}

/** An operator's order that cannot be carried out; the message says why and what to do instead. */
export class ActionRefused extends Error {}
