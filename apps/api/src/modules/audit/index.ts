import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../db/index.ts'
import type { Origin } from '../../http/origin.ts'
import { route } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { TransferListener } from '../transfers/index.ts'
import { recordFailure, type FailedSignIn } from './failures.ts'
import { eventText, type EventDetails, type EventKind } from './kinds.ts'
import { createNotices, type NoticeDeps } from './notices.ts'
import { eventsOf, forgetOrigins, insertEvent, insertEvents, purgeOrigins } from './store.ts'

export type { EventKind }

/** Something that happened to an account. `details` holds no personal data. */
export interface AuditEvent {
  readonly userId: string
  readonly sessionId: string | null
  readonly kind: EventKind
  readonly details?: EventDetails
  /** Null where the product itself acted. */
  readonly origin: Origin | null
}

export interface Audit {
  /** Adds to the append-only record, in the transaction of what happened, and queues the notice it is worth. */
  record(tx: Tx, event: AuditEvent): Promise<void>
  /** Counts a failed sign-in, with an account and without one alike, and adds few of a day to the account's record. */
  failed(tx: Tx, failure: FailedSignIn): Promise<void>
  /** Adds the same event of our own to the records of many, and mails nobody. */
  recordForAll(tx: Tx, userIds: readonly string[], kind: EventKind, details: EventDetails): Promise<void>
}

export interface AuditModule extends Audit {
  routes(app: FastifyInstance): void
  /** Records a move of a transfer, in its transaction: money moves without anybody's device. */
  readonly transfers: TransferListener
  /** All events of a user, for their copy of their data. */
  exportFor(db: Db, userId: string): Promise<unknown>
  /** Forgets from where a user's events came; the events stay. */
  forget(tx: Tx, userId: string): Promise<void>
  readonly crons: Cron[]
}

const PAGE = 20
const EXPORT_AT_MOST = 10_000

const shown = ({ at, kind, details, device, address }: Awaited<ReturnType<typeof eventsOf>>[number]) => ({
  at: at.toISOString(),
  kind,
  text: eventText(kind, details as EventDetails),
  device,
  address,
})

function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('invalid_field', { field: 'cursor' })
  return BigInt(cursor)
}

/**
 * Who did what, when and from where: an append-only record of security and money events, the notices that go with
 * them, and the list that the person sees.
 */
export function createAuditModule(deps: NoticeDeps & { readonly db: Db }): AuditModule {
  const { db } = deps
  const tell = createNotices(deps)

  const audit: Audit = {
    async record(tx, { userId, sessionId, kind, details = {}, origin }) {
      const row = { user_id: userId, session_id: sessionId, kind, details: JSON.stringify(details) }
      await insertEvent(tx, row, origin)
      await tell(tx, { userId, kind, details, origin })
    },
    failed: (tx, failure) => recordFailure(tx, audit.record, failure),
    recordForAll: insertEvents,
  }

  return {
    ...audit,
    transfers: {
      moved: (tx, { userId, reference }, to) =>
        audit.record(tx, {
          userId,
          sessionId: null,
          kind: `transfer_${to}`,
          details: { reference },
          origin: null,
        }),
    },

    routes(app) {
      route(app, calls.listActivity, async ({ query, caller }) => {
        const before = readCursor(query.cursor)
        const rows = await eventsOf(db, caller.userId, { before, limit: PAGE + 1 })
        const page = rows.slice(0, PAGE)
        const last = page.at(-1)
        return {
          events: page.map(shown),
          nextCursor: rows.length > PAGE && last ? String(last.id) : null,
        }
      })
    },

    async exportFor(_db, userId) {
      return (await eventsOf(db, userId, { before: null, limit: EXPORT_AT_MOST })).map(shown)
    },
    forget: forgetOrigins,
    crons: [{ task: 'audit_purge', pattern: '47 3 * * *', run: () => purgeOrigins(db) }],
  }
}
