import * as v from 'valibot'
import { dateTime, uuid } from '../schema.ts'
import { bigId, page, readCall } from './call.ts'

const entry = v.object({
  /** Its place in the chain: 1 is the first. */
  seq: bigId,
  at: dateTime,
  /** Null for the product itself, and for a name given on the command line before staff had identities. */
  memberId: v.nullable(uuid),
  /** Who acted, by name; null once erased. */
  actor: v.nullable(v.string()),
  /** Such as `approval.approved`, `customer.revealed` or `action.refund`. */
  action: v.string(),
  /** Subject: a reference, or the id of an account, a member or a request. */
  subject: v.nullable(v.string()),
  /** For a step of a request: what it asks for, with its words, and about what. */
  request: v.nullable(v.object({ action: v.string(), title: v.string(), entity: v.string() })),
  /** The other member by name, where two people did it: the first, and the second of a request. */
  proposedBy: v.nullable(v.string()),
  approvedBy: v.nullable(v.string()),
  /** Null without one, and once erased. */
  reason: v.nullable(v.string()),
  /** For a change: the values before and after it, by name. */
  before: v.nullable(v.record(v.string(), v.unknown())),
  after: v.nullable(v.record(v.string(), v.unknown())),
  /** SHA-256 in hex, over the entry and the hash before it. */
  hash: v.string(),
})
export type AuditEntry = v.InferOutput<typeof entry>

const filters = {
  member: v.optional(uuid),
  /** A subject, or what a request is about. */
  subject: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  /** Must be one that the log holds. */
  action: v.optional(v.pipe(v.string(), v.regex(/^[a-z_.]{1,60}$/))),
}

export const auditCalls = {
  listAudit: readCall({
    path: '/office/api/audit',
    summary: 'The audit log, newest first; `cursor` is the lowest `seq` already read',
    permission: 'audit.read',
    query: v.strictObject({ ...page, ...filters }),
    success: {
      200: v.object({
        entries: v.array(entry),
        next: v.nullable(bigId),
        /** The actions that the log holds, to choose from. */
        actions: v.array(v.string()),
        /** The last check of the whole chain against its hashes and anchors; null before the first. */
        chain: v.nullable(
          v.object({
            at: dateTime,
            /** How many entries agree, from the first on. */
            entries: v.string(),
            anchors: v.number(),
            /** The first fault. */
            broken: v.nullable(v.string()),
          }),
        ),
      }),
    },
  }),
  exportAudit: readCall({
    path: '/office/api/audit/export',
    summary: 'All entries that match the filters, as CSV; at most 20,000',
    permission: 'audit.read',
    query: v.strictObject(filters),
    success: { 200: v.object({ name: v.string(), text: v.string() }) },
    errors: ['action_refused'],
  }),
}
