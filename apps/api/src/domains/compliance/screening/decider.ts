import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import type { ScreeningDecision, SubjectState } from '../../../db/schema/compliance.ts'
import type { CaseRow, Decider } from '../cases/index.ts'
import { readEvidence, subjectsOfCase } from './evidence.ts'

const MEANINGS = {
  different_person: 'false positive: pay out, and remember it for this data',
  accepted:
    'true match with an exposed person, accepted with the measures in the reason; remembered for this data',
  blocked: 'true match: the money stays with us, and a report is due',
  returned: 'true match: the transfer is cancelled, and a report is due',
} as const satisfies Readonly<Record<ScreeningDecision, string>>

const AFTER: Readonly<Record<ScreeningDecision, SubjectState>> = {
  different_person: 'clear',
  accepted: 'clear',
  blocked: 'blocked',
  returned: 'refused',
}

const isDecision = (text: string): text is ScreeningDecision => Object.hasOwn(MEANINGS, text)

/** Locks the subjects of a case: an account's subjects with an open match, or the recipient itself. */
async function lockSubjects(tx: Tx, row: CaseRow): Promise<readonly bigint[]> {
  const subjects = await tx
    .selectFrom('screening_subjects')
    .select('id')
    .where(
      row.subject_kind === 'account'
        ? sql<boolean>`user_id = ${row.subject_id}::uuid and state in ('match', 'review')`
        : sql<boolean>`id = ${row.subject_id}::bigint`,
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return subjects.map(({ id }) => id)
}

/**
 * Stores the decision for each matched entity, with the data that staff read. The subject has been locked since the case was
 * compared with the version both people read, so later matches are not included.
 */
async function remember(
  tx: Tx,
  subject: bigint,
  row: CaseRow,
  decision: ScreeningDecision,
  { proposedBy, confirmedBy }: { readonly proposedBy: string; readonly confirmedBy: string },
): Promise<void> {
  await sql`
    insert into screening_decisions (subject_id, entity_id, fingerprint, decision, case_id, proposed_by, confirmed_by)
    select distinct ${subject}::bigint, r ->> 'id', r ->> 'fingerprint', ${decision}, ${row.id}::bigint,
      ${proposedBy}, ${confirmedBy}
    from screenings s, jsonb_array_elements(s.results) r
    where s.subject_id = ${subject} and s.outcome <> 'clear' and (r ->> 'isMatch')::boolean
      and not exists (select from screening_decisions d where d.subject_id = s.subject_id
        and d.entity_id = r ->> 'id' and d.fingerprint = r ->> 'fingerprint')`.execute(tx)
}

/** Creates the decider of screening cases. `wakeHeld` resumes the transfers that a match holds. */
export function createDecider(wakeHeld: (tx: Tx) => Promise<void>): Decider {
  return {
    decisionsOf({ stage }) {
      const { accepted, blocked, ...both } = MEANINGS
      return stage === 'review' ? { ...both, accepted } : { ...both, blocked }
    },

    evidenceOf: readEvidence,

    // A screening with a finding locks its subject first, and then the case.
    async lock(tx, row) {
      await tx
        .selectFrom('screening_subjects')
        .select('id')
        .where(subjectsOfCase(row))
        .orderBy('id')
        .forUpdate()
        .execute()
    },

    async carryOut(tx, row, decision, { staff, approvedBy }) {
      if (!isDecision(decision)) throw new Error(`Unknown decision ${decision}`)
      for (const subject of await lockSubjects(tx, row)) {
        await remember(tx, subject, row, decision, { proposedBy: staff, confirmedBy: approvedBy })
        await tx
          .updateTable('screening_subjects')
          .set({ state: AFTER[decision] })
          .where('id', '=', subject)
          .execute()
      }
      await wakeHeld(tx)
      const needsReport = row.stage === 'hold' && (decision === 'blocked' || decision === 'returned')
      return needsReport ? 'reporting' : 'closed'
    },
  }
}
