import { setTimeout as sleep } from 'node:timers/promises'
import { IS_WATCHED, timeOf } from './time.ts'
import type { World } from './world.ts'

const PATIENCE_MS = 120_000
const LOOK_MS = 60
/** The sandbox's longest delay: a pay-out that stays pending. */
const PENDING_MS = 61_000
const QUIET_LOOKS = 2

const UNQUIET = `
  select 'transfer ' || id || ' is ' || state || coalesce(' held ' || hold_reason, '') as what,
    ${IS_WATCHED} as watched
  from transfers where lease_token is not null or next_step_at is not null
    or (state not in ('sent', 'refunded', 'cancelled') and hold_reason is null)
  union all
  select 'the move ' || move || ' of ' || transfer_id || ' is not told', false from outbox
  union all
  select 'message ' || id || ' is queued', false from messages where state = 'queued'
  union all
  select concat_ws(' ', 'job', id, 'of', task_identifier, 'locked by ' || locked_by), false
  from graphile_worker.jobs where attempts < max_attempts`

/**
 * Ends all faults, restarts dead processes and skips every wait, until no work is left. Throws with the remaining work
 * if that never happens.
 */
export async function quiesce(world: World): Promise<void> {
  const { database, providers, sandbox } = world
  const time = timeOf(database)
  await world.revive()
  await providers.clearFaults()
  await time.outliveLeases()
  const deadline = performance.now() + PATIENCE_MS
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    await time.expireQuotes()
    await time.ageRequests()
    await time.ageUnanswered()
    await time.hurry()
    await sleep(LOOK_MS)
    const left = await database.sql<{ what: string; watched: boolean }>(UNQUIET)
    quiet = left.length === 0 ? quiet + 1 : 0
    if (performance.now() > deadline) {
      const said = `The worker's last output:\n${world.worker.lastWords}`
      throw new Error(['The world does not come to rest:', ...left.map(({ what }) => what), said].join('\n'))
    }
    const { payouts } = quiet === 0 ? await providers.books() : { payouts: [] }
    if (payouts.some(({ status }) => status === 'pending')) {
      await sandbox.instruct({ ahead: PENDING_MS })
      await sleep(LOOK_MS * 3)
      await sandbox.instruct({ ahead: 0 })
    } else if (left.every(({ watched }) => watched)) await time.outliveWatches()
  }
}
