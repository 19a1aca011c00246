import { mayApprove, type Approval, type ApprovalAbout } from '@sesa/contract/office'
import type { Order, Reader } from '../../../lib/order.ts'
import type { ApprovalRow } from './store.ts'

/** Whether a member may be the second person of a pending request. */
export const mayDecide = (
  { state, isExpired, maker, entity, permission }: ApprovalRow,
  to: Reader & { readonly id: string },
): boolean =>
  state === 'pending' && !isExpired && maker !== to.id && entity !== to.id && mayApprove(to.roles, permission)

/** Returns a request as shown to a member in the office. */
export function presentApproval(
  row: ApprovalRow,
  { words, current }: Pick<Order, 'words' | 'current'>,
  about: ApprovalAbout,
  to: Reader & { readonly id: string },
): Approval {
  const isOpen = row.state === 'pending' && !row.isExpired
  return {
    id: row.id,
    action: row.action,
    title: words,
    permission: row.permission,
    entity: row.entity,
    about: {
      ...about,
      // An order about one list of values says no more than its words.
      effect: about.effect === '' ? `${words}: ${about.label}.` : about.effect,
      changes: isOpen ? about.changes : [],
    },
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    payloadHash: row.payload_hash.toString('hex'),
    reason: row.reason,
    maker: { id: row.maker, name: row.makerName },
    madeAt: row.made_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    state: row.state === 'pending' && row.isExpired ? 'expired' : row.state,
    checker: row.checker === null ? null : { id: row.checker, name: row.checkerName ?? '' },
    decidedAt: row.decided_at?.toISOString() ?? null,
    note: row.note,
    result: row.result,
    mayDecide: mayDecide(row, to),
    replaces: current !== undefined,
  }
}
