import type { CaseEntity, CasePerson } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { readCustomer, readPayments, readWallet, type CaseEvidence, type CaseRow } from '../cases/index.ts'
import { compareFacts } from './compare.ts'
import type { ListResult } from './ports.ts'

interface SubjectRow {
  readonly id: bigint
  readonly name: string
  readonly birthDate: string | null
  readonly phone: string | null
}

/** Selects the possible subjects of a case: all of an account, or the recipient itself. */
export const subjectsOfCase = (row: CaseRow) =>
  row.subject_kind === 'account'
    ? sql<boolean>`user_id = ${row.subject_id}::uuid`
    : sql<boolean>`id = ${row.subject_id}::bigint`

interface EntityRow extends Pick<CaseEntity, 'dataset' | 'version' | 'algorithm' | 'isGone'> {
  readonly subject: bigint
  readonly threshold: string
  readonly at: Date
  readonly result: ListResult
}

/**
 * Reads the entities of a case, each from the newest screening that matched it. For an open case, returns the undecided ones;
 * afterwards, those that it decided. An entity is gone once a later answer no longer has it.
 */
async function readEntities(
  db: Db | Tx,
  row: CaseRow,
  subjects: readonly bigint[],
): Promise<readonly EntityRow[]> {
  if (subjects.length === 0) return []
  const { rows } = await sql<EntityRow>`
    select * from (
      select distinct on (s.subject_id, r ->> 'id') s.subject_id as subject, s.dataset, s.version, s.algorithm,
        s.threshold::text as threshold, s.at, r as result,
        not last.results @> jsonb_build_array(jsonb_build_object('id', r ->> 'id', 'isMatch', true))
          and not last.excluded ? (r ->> 'id') as "isGone"
      from screenings s cross join lateral jsonb_array_elements(s.results) r
      cross join lateral (
        select results, excluded from screenings where subject_id = s.subject_id order by id desc limit 1
      ) last
      left join screening_decisions d on d.subject_id = s.subject_id and d.entity_id = r ->> 'id'
        and d.fingerprint = r ->> 'fingerprint'
      where s.subject_id = any (${subjects.map(String)}::bigint[]) and s.outcome <> 'clear' and (r ->> 'isMatch')::boolean
        and (d.case_id = ${row.id}::bigint or (d.id is null and ${row.state === 'open'}))
      order by s.subject_id, r ->> 'id', s.id desc
    ) e order by (result ->> 'score')::numeric desc, result ->> 'id'`.execute(db)
  return rows
}

function presentEntity(
  { threshold, at, result, dataset, version, algorithm, isGone }: EntityRow,
  person: CasePerson,
): CaseEntity {
  return {
    id: result.id,
    name: result.caption,
    topics: [...result.topics],
    programmes: [...(result.details?.programmes ?? [])],
    sources: [...(result.details?.sources ?? [])],
    compared: compareFacts(person, result),
    score: result.score,
    threshold: Number(threshold),
    algorithm,
    scores: Object.entries(result.explanations).map(([field, says]) => ({ field, says })),
    dataset,
    version,
    screenedAt: at.toISOString(),
    isWhole: (result.details ?? null) !== null,
    isGone,
  }
}

/** Returns our person with the data that was compared with the list. */
async function personOf(db: Db | Tx, row: CaseRow, subject: SubjectRow): Promise<CasePerson | undefined> {
  const { name, birthDate } = subject
  if (row.subject_kind !== 'account')
    return { ...(await readWallet(db, subject.phone ?? '')), name, birthDate }
  const customer = await readCustomer(db, row.subject_id)
  if (customer === undefined) return undefined
  const isNewData = customer.name !== name || customer.birthDate !== birthDate
  return { ...customer, name, birthDate, isNewData }
}

/** Reads the evidence of a screening case: our people next to the entities of the list, and the waiting transfers. */
export async function readEvidence(db: Db | Tx, row: CaseRow): Promise<CaseEvidence> {
  const subjects = await db
    .selectFrom('screening_subjects')
    .select(['id', 'name', 'birth_date as birthDate', 'phone'])
    .where(subjectsOfCase(row))
    .orderBy('id')
    .execute()
  const entities = await readEntities(
    db,
    row,
    subjects.map(({ id }) => id),
  )
  // An account may have had other names without a match.
  const matched = subjects.filter(({ id }) => entities.some(({ subject }) => subject === id))
  const people: CasePerson[] = []
  for (const subject of matched.length > 0 ? matched : subjects.slice(-1)) {
    const person = await personOf(db, row, subject)
    if (person === undefined) continue
    const found = entities.filter((one) => one.subject === subject.id)
    people.push({ ...person, entities: found.map((one) => presentEntity(one, person)) })
  }
  const [subject] = subjects
  const theirs =
    row.subject_kind === 'account'
      ? sql`t.user_id = ${row.subject_id}::uuid`
      : sql`t.recipient_phone = ${subject?.phone ?? ''} and t.recipient_name = ${subject?.name ?? ''}`
  const waiting = await readPayments(db, sql<boolean>`t.hold_reason = 'screening' and ${theirs}`)
  return {
    people,
    waiting: waiting.map(({ payment, arrives, since }) => ({ ...payment, arrives, since })),
    alerts: [],
  }
}
