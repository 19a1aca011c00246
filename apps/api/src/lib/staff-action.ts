/** The staff member who acts, and the reason; both are kept for ever. */
export interface StaffAction {
  readonly staff: string
  readonly reason: string
  /** The second person, for an action that takes two. */
  readonly approvedBy?: string
  /** The approved request that it carries out; it runs once at most. */
  readonly approvalId?: string
}

/** Returns the columns of `operator_actions` that say who acted and why. */
export const signatureOf = ({ staff, reason, approvedBy, approvalId }: StaffAction) => ({
  operator: staff,
  reason,
  approved_by: approvedBy ?? null,
  approval_id: approvalId ?? null,
})

/** A staff action that a second person has approved. */
export interface ApprovedAction extends StaffAction {
  readonly approvedBy: string
}

/** A staff action that cannot be carried out; the message says why and what to do instead. */
export class ActionRefused extends Error {}
