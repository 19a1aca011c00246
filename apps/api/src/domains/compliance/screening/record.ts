import { sql } from 'kysely'
import { inOneStatement, inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { SubjectState } from '../../../db/schema/compliance.ts'
import { openCase } from '../cases/index.ts'
import { isOnlyExposed, openMatches, stateAfter, type Decided } from './decide.ts'
import type { ListResult, ScreeningList } from './ports.ts'
import type { Subject } from './subjects.ts'

/** A query about a subject and its answer. */
export interface Answered {
  readonly subject: Subject
  /** The current version of the list before the query. */
  readonly version: string
  readonly excluded: readonly string[]
  readonly results: readonly ListResult[]
}

type Terms = Pick<ScreeningList, 'dataset' | 'algorithm' | 'threshold'>

/** Returns the results to store: all of them, including those below the threshold. */
const evidenceOf = (results: readonly ListResult[]): string => JSON.stringify(results)

/**
 * Stores screenings without an open match, all in one statement. Changes only the state `unscreened`, so a case that opens
 * meanwhile keeps its state. Returns the states afterwards.
 */
export async function recordClear(
  db: Db,
  { dataset, algorithm, threshold }: Terms,
  answers: readonly Answered[],
): Promise<ReadonlyMap<bigint, SubjectState>> {
  if (answers.length === 0) return new Map()
  const given = JSON.stringify(
    answers.map(({ subject, version, excluded, results }) => ({
      id: String(subject.id),
      version,
      excluded,
      results,
    })),
  )
  const { rows } = await inOneStatement(db, 'screening.record_clear', () =>
    sql<{ id: bigint; state: SubjectState }>`
      with given as (
        select id, version, excluded, results from jsonb_to_recordset(${given}::jsonb) as g (id bigint, version text, excluded jsonb, results jsonb)
      ), updated as (
        update screening_subjects s set version = g.version, screened_at = clock_timestamp(),
          state = case when s.state = 'unscreened' then 'clear' else s.state end
        from given g where s.id = g.id returning s.id, s.state
      ), kept as (
        insert into screenings (subject_id, dataset, version, algorithm, threshold, excluded, results, outcome)
        select id, ${dataset}, version, ${algorithm}, ${threshold}::numeric, excluded, results, 'clear' from given
      )
      select id, state from updated`.execute(db),
  )
  return new Map(rows.map(({ id, state }) => [id, state]))
}

async function lockSubject(
  tx: Tx,
  id: bigint,
): Promise<{
  state: SubjectState
  kind: Subject['kind']
  user_id: string | null
  decided: readonly Decided[]
}> {
  const row = await tx
    .selectFrom('screening_subjects')
    .select(['state', 'kind', 'user_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const decided = await tx
    .selectFrom('screening_decisions')
    .select(['entity_id as entityId', 'fingerprint'])
    .where('subject_id', '=', id)
    .where('decision', 'in', ['different_person', 'accepted'])
    .execute()
  return { ...row, decided }
}

/** Returns the entities that an earlier screening of a subject matched. */
async function seenBefore(tx: Tx, id: bigint): Promise<readonly Decided[]> {
  const { rows } = await sql<Decided>`
    select distinct r ->> 'id' as "entityId", r ->> 'fingerprint' as fingerprint
    from screenings, jsonb_array_elements(results) r
    where subject_id = ${id} and outcome <> 'clear' and (r ->> 'isMatch')::boolean`.execute(tx)
  return rows
}

/** Describes the matches for staff, best first. */
const wordsOf = (open: readonly ListResult[]): string =>
  open
    .map(
      ({ id, caption, topics, score }) =>
        `${caption} (${topics.join(', ') || 'no topic'}), ${id}, score ${score}`,
    )
    .join('; ')

/**
 * Stores a screening with a match, and opens a case for undecided entities. The subject's lock orders it with pay-outs that
 * are beginning (`screening_passes`). Returns the state afterwards.
 */
export function recordMatch(
  db: Db,
  { dataset, algorithm, threshold }: Terms,
  { subject, version, excluded, results }: Answered,
): Promise<SubjectState> {
  return inTransaction(db, 'screening.record_match', async (tx) => {
    const { state: before, kind, user_id, decided } = await lockSubject(tx, subject.id)
    const open = openMatches(results, decided)
    const state = stateAfter(before, open)
    const news = openMatches(open, open.length === 0 ? [] : await seenBefore(tx, subject.id))
    await tx
      .insertInto('screenings')
      .values({
        subject_id: subject.id,
        dataset,
        version,
        algorithm,
        threshold: String(threshold),
        excluded: JSON.stringify(excluded),
        results: evidenceOf(results),
        outcome: open.length === 0 ? 'clear' : open.every(isOnlyExposed) ? 'review' : 'match',
      })
      .execute()
    await tx
      .updateTable('screening_subjects')
      .set({ state, version, screened_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', subject.id)
      .execute()
    if (open.length > 0 && (news.length > 0 || state !== before)) {
      await openCase(tx, {
        kind: 'screening',
        stage: open.every(isOnlyExposed) ? 'review' : 'hold',
        subject:
          kind === 'customer' && user_id !== null
            ? { kind: 'account', id: user_id }
            : { kind: 'recipient', id: String(subject.id) },
        evidence: wordsOf(open),
      })
    }
    return state
  })
}
