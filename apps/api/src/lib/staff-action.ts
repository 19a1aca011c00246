/** The acting staff member and the reason; both are kept forever. */
export interface StaffAction {
  readonly staff: string
  readonly reason: string
  /** The first person, for an action that the acting one confirms. */
  readonly proposedBy?: string
  /** The second person, for an approved request. */
  readonly approvedBy?: string
  /** The approved request that it carries out, at most once. */
  readonly approvalId?: string
  /** False: the member does not see cases, and so cannot decide about a transfer under review. */
  readonly seesCases?: boolean
}

/** Values that an action changed, by name: states, amounts and ids, never personal data. */
export interface Change {
  readonly before: Readonly<Record<string, unknown>> | null
  /** Left out for a transfer: the database adds its state at the commit. */
  readonly after?: Readonly<Record<string, unknown>> | null
}

/** Returns the columns of `staff_actions` for the actor, the reason and the change. */
export const signatureOf = (
  { staff, reason, proposedBy, approvedBy, approvalId }: StaffAction,
  change?: Change,
) => ({
  staff,
  reason,
  proposed_by: proposedBy ?? null,
  approved_by: approvedBy ?? null,
  approval_id: approvalId ?? null,
  change: change === undefined ? null : JSON.stringify(change),
})

/** A staff action that a second person has approved. */
export interface ApprovedAction extends StaffAction {
  readonly approvedBy: string
}
