import { pollVersion } from './list-version.ts'
import { MOST_QUERIES } from './ports.ts'
import { screenSubjects, type ScreenDeps } from './screen.ts'
import { dueSubjects, retireSubjects } from './subjects.ts'

export interface RescreenDeps extends ScreenDeps {
  alert(line: string): void
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Lets the transfers that wait for the list continue. */
  wakeWaiting(): Promise<void>
}

/** A run ends before the next one begins; what is left is still due then. */
const RUN_MS = 45_000

/**
 * Screens everyone who was not screened against this version, in batches. Each stored answer is progress, so a run that
 * dies loses at most one batch. Stops when the list answers about none of a batch.
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

/** Creates the minute's run: reads the catalog and screens everyone who is due. Alerts when the list goes away and comes back. */
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
