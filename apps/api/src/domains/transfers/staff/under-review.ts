import { isPermitted, PERMISSIONS, type Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { AccountHold } from '../../risk/index.ts'
import { holdMeaning, HOLDS } from '../state/holds.ts'

/*
 * Disclosing that a transfer waits because of a case is a crime in most countries. Staff without `cases.read` therefore read
 * one neutral hold for everything that compliance decides: a screening match, a list that does not answer, a fraud report,
 * and holds placed by members who see cases, for example after a monitoring alert. They get the same refusals for all of
 * them.
 */

/** Whether the reader may see cases: with `cases.read`, or on the command line before any member has joined. */
export interface Reader {
  readonly seesCases: boolean
}

/** Returns the reader for a member; a command may see everything while no member has joined. */
export const readerOf = (member: { readonly roles: readonly Role[] } | undefined): Reader => ({
  seesCases: member === undefined || isPermitted(member.roles, 'cases.read'),
})

/** A hold as shown to staff. */
export interface SeenHold {
  readonly reason: string
  readonly owner: string
  readonly means: string | null
}

/** The hold shown to staff who do not see cases, for every hold that compliance decides. */
export const UNDER_REVIEW: SeenHold = {
  reason: 'under_review',
  owner: 'compliance',
  means: 'Compliance is reviewing this transfer. Tell the customer: we’re reviewing it.',
}

const REVIEWERS: readonly string[] = PERMISSIONS['cases.read'].roles

/** Returns true for a reason that only compliance may learn, and for a reason unknown to this version. */
const isReviewReason = (reason: string): boolean => {
  const meaning = holdMeaning(reason)
  return meaning === undefined || meaning.isReview === true
}

const STAFF_HOLD = 'staff'
const OPEN_REASONS = Object.keys(HOLDS).filter((reason) => !isReviewReason(reason) && reason !== STAFF_HOLD)

/** Selects the names of the members who see cases, in lower case. */
const reviewers = sql`select lower(name) as name from staff_members where roles && ${REVIEWERS}::text[]`

/** SQL condition that is true for a transfer `t` on a hold that only staff who see cases may read. */
export const isUnderReview = sql<boolean>`case
  when t.hold_reason is null or t.hold_reason = any (${OPEN_REASONS}::text[]) then false
  when t.hold_reason = ${STAFF_HOLD} then coalesce((select lower(held.staff) in (${reviewers})
    from transfer_events held where held.transfer_id = t.id and held.kind = 'held' and held.hold_reason = t.hold_reason
      and held.staff is not null
    order by held.id desc limit 1), false)
  else true end`

/**
 * SQL condition that is true when two people decided that the money of the transfer `t`, on hold for screening, stays with
 * us.
 */
export const isBlocked = sql<boolean>`(t.hold_reason = 'screening' and exists (
  select from screening_subjects s where s.state = 'blocked' and (
    (s.kind = 'recipient' and s.phone = t.recipient_phone and s.name = t.recipient_name)
    or (s.kind = 'customer' and s.user_id = t.user_id and s.name = coalesce(
      (select f.name from transfer_senders f where f.transfer_id = t.id), s.name)))))`

/** Returns a hold as shown to a reader. */
export const holdAsSeen = <H extends SeenHold>(
  hold: H,
  { underReview, seesCases }: Reader & { readonly underReview: boolean },
): H => (underReview && !seesCases ? { ...hold, ...UNDER_REVIEW } : hold)

interface SeenAccountHold {
  readonly cause: string
  readonly openedAt: Date
  readonly liftedAt: Date | null
  /** Null without permission to read cases, like all below: the report reveals why a transfer waits. */
  readonly openedBy: string | null
  readonly reference: string | null
  readonly reason: string | null
  readonly liftedBy: string | null
  readonly liftReason: string | null
}

/** Returns an account hold as shown to a reader. */
export const accountHoldAsSeen = (hold: AccountHold, { seesCases }: Reader): SeenAccountHold =>
  seesCases
    ? hold
    : {
        ...{ openedAt: hold.openedAt, liftedAt: hold.liftedAt, cause: UNDER_REVIEW.reason },
        ...{ openedBy: null, reference: null, reason: null, liftedBy: null, liftReason: null },
      }

/** Returns the names of the members who see cases, in lower case. */
export async function readReviewers(db: Db | Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`${reviewers}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

interface SeenEvent {
  readonly kind: string
  readonly hold_reason: string | null
  readonly staff: string | null
  readonly detail: string | null
}

/** The engine's notes about fraud reports, which concern the account and not the transfer's money. */
const FRAUD_NOTES: readonly string[] = ['fraud_warning', 'review']
/** The author recorded by the engine when two people decided on a refund. */
const ENGINE_REVIEWER = 'screening'

/**
 * Returns a transfer's events as shown to a reader, oldest first. Without permission to read cases, a time under review is
 * one neutral hold and its end: no reason, name or text, and no events in between. Text by a member who sees cases is left
 * out.
 */
export function eventsAsSeen<E extends SeenEvent>(
  events: readonly E[],
  { seesCases, reviewers: names }: Reader & { readonly reviewers: ReadonlySet<string> },
): E[] {
  if (seesCases) return [...events]
  const isReviewer = (name: string | null): boolean =>
    name !== null && (name === ENGINE_REVIEWER || names.has(name.toLowerCase()))
  const seen: E[] = []
  let isReviewed = false
  let heldByReviewer = false
  for (const event of events) {
    const { kind, hold_reason: reason, staff, detail } = event
    if (kind === 'noted' && staff === null && FRAUD_NOTES.includes(detail ?? '')) continue
    // A hold that is in force again names no one: the member who placed it counts.
    if (kind === 'held' && reason === STAFF_HOLD && staff !== null) heldByReviewer = isReviewer(staff)
    const isReview = reason !== null && (isReviewReason(reason) || (reason === STAFF_HOLD && heldByReviewer))
    if (kind === 'held' && isReview && isReviewed) continue
    const isWordless =
      isReviewer(staff) || (kind === 'held' && isReview) || (kind === 'released' && isReviewed)
    seen.push({
      ...event,
      ...(isReview && { hold_reason: UNDER_REVIEW.reason }),
      ...(isWordless && { staff: null, detail: null }),
    })
    if (kind === 'held') isReviewed = isReview
    else if (kind === 'released') isReviewed = false
  }
  return seen
}

/** Returns true if a transfer is on a hold that compliance decides. */
export async function isHeldForReview(db: Db | Tx, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('transfers as t')
    .select(isUnderReview.as('underReview'))
    .where('t.reference', '=', reference)
    .executeTakeFirst()
  return row?.underReview === true
}
