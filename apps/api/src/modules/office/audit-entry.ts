import type { AuditEntry } from '@sesa/contract/office'
import * as v from 'valibot'
import type { StoredEntry } from '../audit-log/index.ts'

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

/** Returns an entry as the office shows it. */
export function presentEntry(entry: StoredEntry): AuditEntry {
  const { at, member, action, subject, change: changed } = v.parse(content, JSON.parse(entry.content))
  const said = entry.words === null ? {} : v.parse(words, JSON.parse(entry.words))
  return {
    seq: String(entry.seq),
    at,
    memberId: member,
    actor: entry.name ?? said['actor'] ?? null,
    action,
    subject,
    reason: said['reason'] ?? said['note'] ?? said['result'] ?? null,
    before: changed?.before ?? null,
    after: changed?.after ?? null,
    hash: entry.hash.toString('hex'),
  }
}
