/** The staff member who acts, and the reason; both are kept for ever. */
export interface StaffAction {
  readonly staff: string
  readonly reason: string
  /** The approved request that it carries out; it runs once at most. */
  readonly approvalId?: string
}

/** A staff action that a second person has approved. */
export interface ApprovedAction extends StaffAction {
  readonly approvedBy: string
}

/** A staff action that cannot be carried out; the message says why and what to do instead. */
export class ActionRefused extends Error {}
