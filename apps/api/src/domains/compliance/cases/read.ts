import type { OfficeCasePage } from '@sesa/contract/office'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { casesAbout, countBefore } from './about.ts'
import { allowedDecisions, type CaseEvidence, type Deciders } from './deciders.ts'
import type { CaseRow } from './store.ts'

/** Returns a case as shown in the list and on its page. */
export const presentCase = (row: CaseRow) => ({
  number: row.number,
  kind: row.kind,
  stage: row.stage,
  state: row.state,
  subjectKind: row.subject_kind,
  subject: row.subject_id,
  owner: row.owner,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  waitUntil: row.wait_until?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
  outcome: row.outcome,
})

const NO_EVIDENCE: CaseEvidence = { people: [], waiting: [], alerts: [] }
/** Events that a decision is based on; the others record who worked on it. */
const DECIDES: readonly string[] = ['opened', 'evidence', 'noted']

type Seen = CaseEvidence & Pick<OfficeCasePage, 'events' | 'reports'>

/**
 * Digests the basis of a decision about a case. Leaves out the list's version and the times of screenings and holds: they
 * change without any change for the decision.
 */
function versionOf({ stage, state }: CaseRow, { people, waiting, alerts, events, reports }: Seen): string {
  const content = {
    stage,
    state,
    people: people.map(({ entities, ...person }) => ({
      ...person,
      entities: entities.map(({ version: _version, screenedAt: _screenedAt, ...entity }) => entity),
    })),
    waiting: waiting.map(({ since: _since, ...payment }) => payment),
    alerts,
    events: events.filter(({ kind }) => DECIDES.includes(kind)),
    filed: reports.filter(({ isFiled }) => isFiled).map(({ number }) => number),
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

/** Reads the basis of a decision about a case, with its version. */
export async function readSeen(
  db: Db | Tx,
  deciders: Deciders,
  row: CaseRow,
): Promise<Seen & { readonly version: string }> {
  const { people, waiting, alerts } = (await deciders[row.kind]?.evidenceOf(db, row)) ?? NO_EVIDENCE
  const events = await db
    .selectFrom('case_events')
    .select(['kind', 'staff', 'detail', 'at'])
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute()
  const reports = await db
    .selectFrom('filings')
    .select(['number', 'state'])
    .where('case_number', '=', row.number)
    .orderBy('id')
    .execute()
  const seen = {
    people,
    waiting,
    alerts,
    events: events.map((event) => ({ ...event, at: event.at.toISOString() })),
    reports: reports.map(({ number, state }) => ({
      number,
      state,
      isFiled: state === 'exported' || state === 'acknowledged',
    })),
  }
  return { ...seen, version: versionOf(row, seen) }
}

/** Returns a case with everything needed to decide it; undefined when there is none with that number. */
export async function readCase(
  db: Db,
  deciders: Deciders,
  number: string,
): Promise<OfficeCasePage | undefined> {
  const row = await db.selectFrom('cases').selectAll().where('number', '=', number).executeTakeFirst()
  if (row === undefined) return undefined
  const seen = await readSeen(db, deciders, row)
  const pending = await db
    .selectFrom('case_proposals')
    .select(['decision', 'reason', 'exception', 'proposed_by', 'expires_at', 'version'])
    .where('case_id', '=', row.id)
    .where('state', '=', 'pending')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  const about = {
    accounts: seen.people.flatMap(({ customer }) => customer ?? []),
    wallets: seen.people.flatMap(({ kind, phone }) => (kind === 'recipient' ? (phone ?? []) : [])),
  }
  const others = await casesAbout(db, about)
  const hasFiled = seen.reports.some(({ isFiled }) => isFiled)
  return {
    ...presentCase(row),
    ...seen,
    before: await countBefore(db, about),
    otherCases: others
      .filter((one) => one.number !== number)
      .map(({ openedAt, ...one }) => ({ ...one, openedAt: openedAt.toISOString() })),
    pending:
      pending === undefined
        ? null
        : {
            decision: pending.decision,
            reason: pending.reason,
            exception: pending.exception,
            proposedBy: pending.proposed_by,
            expiresAt: pending.expires_at.toISOString(),
            isOutdated: pending.version !== seen.version,
          },
    decisions: Object.entries(allowedDecisions(deciders, row)).map(([decision, means]) => ({
      decision,
      means,
      needsException: decision === 'reported' && !hasFiled,
    })),
  }
}
