import { pollVersion } from './list-version.ts'
import { MOST_QUERIES } from './ports.ts'
import { screenSubjects, type ScreenDeps } from './screen.ts'
import { dueSubjects, retireSubjects } from './subjects.ts'

export interface RescreenDeps extends ScreenDeps {
  alert(line: string): void
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number
  /** Resumes the transfers that wait for the list. */
  wakeWaiting(): Promise<void>
}

/** Each run is capped; the rest stays due for the next one. */
const RUN_MS = 45_000

/**
 * Screens all subjects not yet screened against this version, in batches. Each stored answer is progress, so a run that dies
 * loses at most one batch. Stops when the list gives no answer for a whole batch.
 */
async function screenDue(
  deps: ScreenDeps,
  version: string,
  isTimeUp: () => boolean,
): Promise<'done' | 'list_away' | 'time_up'> {
  const unanswered: bigint[] = []
  for (;;) {
    const batch = await dueSubjects(deps.db, { version, except: unanswered, limit: MOST_QUERIES })
    if (batch.length === 0) return 'done'
    const answered = await screenSubjects(deps, version, batch)
    if (answered.size === 0) return 'list_away'
    unanswered.push(...batch.map(({ id }) => id).filter((id) => !answered.has(id)))
    if (isTimeUp()) return 'time_up'
  }
}

/**
 * Creates the job that runs every minute: reads the catalog and screens all due subjects. Alerts when the list becomes
 * unavailable and when it is back.
 */
export function createRescreening(deps: RescreenDeps): () => Promise<void> {
  let isAway = false
  const tell = (isAwayNow: boolean): void => {
    if (isAwayNow !== isAway) {
      deps.alert(isAwayNow ? 'the screening list is away' : 'the screening list is back')
    }
    isAway = isAwayNow
  }
  return async () => {
    const began = deps.now()
    const version = await pollVersion(deps)
    if (version === undefined) return tell(true)
    await retireSubjects(deps.db)
    const end = await screenDue(deps, version, () => deps.now() - began > RUN_MS)
    tell(end === 'list_away')
    if (end !== 'list_away') await deps.wakeWaiting()
  }
}
