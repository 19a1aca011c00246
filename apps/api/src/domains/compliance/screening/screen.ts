import type { Db } from '../../../db/index.ts'
import type { SubjectState } from '../../../db/schema/compliance.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { openMatches } from './decide.ts'
import { MOST_EXCLUDED, MOST_QUERIES, type ListAnswer, type ListResult, type ScreeningList } from './ports.ts'
import { recordClear, recordMatch, type Answered } from './record.ts'
import type { Subject } from './subjects.ts'

export interface ScreenDeps {
  readonly db: Db
  readonly list: ScreeningList
}

type Answers = ListAnswer<readonly (readonly ListResult[])[]>

const ask = (
  { list }: ScreenDeps,
  subjects: readonly Subject[],
  excluded: readonly string[],
): Promise<Answers> =>
  callProvider('screening.match', () =>
    list.match(
      subjects.map(({ name, birthDate }) => ({ name, birthDate })),
      excluded,
    ),
  )

/** Returns the decided entities whose data on the list has not changed since the decision: only those may be left out. */
async function unchangedOf({ list }: ScreenDeps, { decided }: Subject): Promise<readonly string[]> {
  const unchanged: string[] = []
  for (const { entityId, fingerprint } of decided.slice(-MOST_EXCLUDED)) {
    const now = await callProvider('screening.read_entity', () => list.readFingerprint(entityId))
    if (now.ok && now.value === fingerprint) unchanged.push(entityId)
  }
  return unchanged
}

/** Queries a batch; halves a refused batch until only the refused query is left. */
async function askBatch(
  deps: ScreenDeps,
  version: string,
  subjects: readonly Subject[],
  excluded: readonly string[] = [],
): Promise<readonly Answered[]> {
  if (subjects.length === 0) return []
  const answer = await ask(deps, subjects, excluded)
  if (answer.ok) {
    return subjects.map((subject, index) => ({
      subject,
      version,
      excluded,
      results: answer.value[index] ?? [],
    }))
  }
  if (answer.reason !== 'refused' || subjects.length === 1) return []
  const half = Math.ceil(subjects.length / 2)
  return [
    ...(await askBatch(deps, version, subjects.slice(0, half))),
    ...(await askBatch(deps, version, subjects.slice(half))),
  ]
}

/**
 * Screens at most 100 subjects and stores the answers. Returns the state of each subject with an answer; the others are
 * unknown, and change nothing. Entities are left out only from a query for one subject, since they would be left out for all.
 */
export async function screenSubjects(
  deps: ScreenDeps,
  version: string,
  subjects: readonly Subject[],
): Promise<ReadonlyMap<bigint, SubjectState>> {
  const plain = subjects.filter(({ decided }) => decided.length === 0).slice(0, MOST_QUERIES)
  const answers = [...(await askBatch(deps, version, plain))]
  for (const subject of subjects.filter(({ decided }) => decided.length > 0)) {
    answers.push(...(await askBatch(deps, version, [subject], await unchangedOf(deps, subject))))
  }
  const isOpen = ({ subject, results }: Answered): boolean => openMatches(results, subject.decided).length > 0
  const states = new Map(
    await recordClear(
      deps.db,
      deps.list,
      answers.filter((answer) => !isOpen(answer)),
    ),
  )
  for (const answer of answers.filter(isOpen)) {
    states.set(answer.subject.id, await recordMatch(deps.db, deps.list, answer))
  }
  return states
}
