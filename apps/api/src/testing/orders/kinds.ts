import type { ApprovalAction, Permission } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { OfficeWorld, TestMember } from '../office-world.ts'
import { WHY, type Kind, type Parts } from '../two-people-parts.ts'
import type { OrderRow } from './row.ts'
import { orderRows } from './table.ts'

/** Permissions whose orders compliance decides, but not administrators. */
const BY_COMPLIANCE: readonly Permission[] = ['staff.manage', 'names.correct']

/**
 * Returns every order that a change may affect before the second person decides. `compliance`: decides the orders that
 * administrators do not.
 */
export function orderKinds(
  world: () => OfficeWorld,
  compliance: () => TestMember,
  parts: Parts,
): Readonly<Record<string, Kind>> {
  const approvals = () => world().office.approvals.approvals
  function kindOf(action: ApprovalAction, { permission, make, changes }: OrderRow): Kind {
    const second = () => (BY_COMPLIANCE.includes(permission) ? compliance() : world().administrator)
    return {
      permission,
      changes,
      async begin(asker) {
        const made = await make()
        const payload = JSON.parse(made.payload) as Record<string, unknown>
        const asked = { action, entity: made.entity, payload, reason: WHY }
        return { ...made, id: (await approvals().request(asker, asked)).id }
      },
      decide: ({ id = '' }) => second().browser.post(`/office/api/approvals/${id}/approve`, { note: WHY }),
      isDecided: async ({ id = '' }) => (await approvals().find(id, undefined)).state !== 'pending',
      async end({ id = '' }) {
        await second().browser.post(`/office/api/approvals/${id}/reject`, { note: WHY })
        await parts.run(
          sql`update approvals set state = 'failed', result = 'left' where id = ${id} and state = 'approved'`,
        )
      },
    }
  }
  const rows = Object.entries(orderRows(parts)) as [ApprovalAction, OrderRow][]
  return Object.fromEntries(
    rows
      .filter(([, { changes }]) => Object.keys(changes).length > 0)
      .map(([action, row]) => [`a request to ${action}`, kindOf(action, row)]),
  )
}
