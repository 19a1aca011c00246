import type { AuditEntry } from '@sesa/contract/office'
import * as v from 'valibot'
import { inWords } from '../../../lib/order-words.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Approvals } from '../approvals/index.ts'
import type { StoredEntry } from '../../record/index.ts'

const change = v.nullish(
  v.object({
    before: v.nullish(v.record(v.string(), v.unknown())),
    after: v.nullish(v.record(v.string(), v.unknown())),
  }),
)
const content = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  member: v.nullable(v.string()),
  action: v.string(),
  subject: v.nullable(v.string()),
  change,
})
const words = v.record(v.string(), v.string())

/** Returns an entry as shown in the office. `titleOf` names orders. */
export function presentEntry(entry: StoredEntry, titleOf: Approvals['titleOf']): AuditEntry {
  const { at, member, action, subject, change: changed } = v.parse(content, JSON.parse(entry.content))
  const said = entry.words === null ? {} : v.parse(words, JSON.parse(entry.words))
  return {
    seq: String(entry.seq),
    at,
    memberId: member,
    actor: entry.name ?? said['actor'] ?? null,
    action,
    subject,
    request:
      entry.requested === null
        ? null
        : {
            action: entry.requested,
            title: titleOf(entry.requested) ?? inWords(entry.requested),
            entity: entry.entity ?? '',
          },
    proposedBy: said['proposedBy'] ?? null,
    approvedBy: said['approvedBy'] ?? null,
    reason: said['reason'] ?? said['note'] ?? said['result'] ?? null,
    before: changed?.before ?? null,
    after: changed?.after ?? null,
    hash: entry.hash.toString('hex'),
  }
}

const checked = v.object({
  at: v.pipe(v.string(), v.isoTimestamp()),
  change: v.object({
    after: v.object({ entries: v.string(), anchors: v.number(), broken: v.nullable(v.string()) }),
  }),
})

/** Returns the result of the last check of the chain from its entry. */
export function presentCheck(entry: string | undefined) {
  if (entry === undefined) return null
  const { at, change: of } = v.parse(checked, JSON.parse(entry))
  return { at, ...of.after }
}

/** Throws Refused `invalid_field` for an action that is not in the log. */
export function requireKnown(action: string | undefined, actions: readonly string[]): void {
  if (action === undefined || actions.includes(action)) return
  const message = `The audit log has no action ${action}. Choose one from the list.`
  throw new Refused('invalid_field', { field: 'action', message })
}
