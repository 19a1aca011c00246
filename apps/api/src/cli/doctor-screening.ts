import type { ScreeningList } from '../domains/compliance/index.ts'
import { ok, problem, type Finding } from './finding.ts'

/** A day: the engine looks for new data every hour. */
const OLD_MS = 86_400_000

/** Reads the screening list's catalog, and asks about a name with our algorithm and dataset. */
export async function checkScreening(list: ScreeningList): Promise<Finding> {
  const what = 'screening'
  const answer = await list.readVersion(null)
  if (!answer.ok || answer.value === null) {
    const why = answer.ok ? 'no description' : answer.reason
    return problem(what, `no catalog answer for ${list.dataset} (${why}): check SCREENING_URL`)
  }
  const { version, updatedAt, isStale } = answer.value
  const asked = await list.match([{ name: 'Doctor Check', birthDate: null }], [])
  if (!asked.ok) {
    return problem(
      what,
      `the engine isn’t screening names (${asked.reason}): check SCREENING_API_KEY and SCREENING_ALGORITHM`,
    )
  }
  if (isStale) return problem(what, `the index is older than data version ${version}: reindex it`)
  if (updatedAt !== null && Date.now() - updatedAt.getTime() > OLD_MS) {
    return problem(what, `the data is from ${updatedAt.toISOString()}: the engine isn’t getting updates`)
  }
  return ok(what, `${list.dataset} ${version}, ${list.algorithm} from ${list.threshold}`)
}
