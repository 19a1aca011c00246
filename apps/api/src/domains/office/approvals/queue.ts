import { PERMISSIONS } from '@sesa/contract/office'
import { isCurrencyCode, money } from '@sesa/money'
import { NO_MONEY, type Queue, type WorkItem } from '../../../lib/work.ts'
import { mayDecide } from './present.ts'
import type { Approvals } from './service.ts'

/** The first is a capital letter: "Finance or administrator". */
function rolesWord(permission: keyof typeof PERMISSIONS): string {
  const words = (PERMISSIONS[permission].approvers ?? []).join(' or ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Pending requests that the member may read. */
export const approvalsQueue = (approvals: Approvals): Queue => ({
  kind: 'approvals',
  permission: 'approvals.read',
  async read(worker, limit) {
    const rows = await approvals.list({ state: 'pending', limit }, worker)
    return rows
      .filter(({ isExpired }) => !isExpired)
      .map((row) => ({
        kind: 'approvals',
        id: row.id,
        title: approvals.titleOf(row.action) ?? row.action,
        about: row.makerName,
        ...NO_MONEY,
        since: row.made_at,
        dueAt: row.expires_at,
        waitsFor: mayDecide(row, worker)
          ? null
          : row.maker === worker.id
            ? 'Another member'
            : rolesWord(row.permission),
      }))
  },
  describe: (items, worker) =>
    Promise.all(
      items.map(async (item): Promise<WorkItem> => {
        const row = await approvals.find(item.id, worker)
        const { label, amount } = await approvals.about(row, worker)
        const isMoney = amount !== null && isCurrencyCode(amount.currency)
        return {
          ...item,
          about: `${label}, asked by ${row.makerName}`,
          amount: isMoney ? money(BigInt(amount.amount), amount.currency) : null,
        }
      }),
    ),
})
