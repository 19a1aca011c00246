import { setTimeout as sleep } from 'node:timers/promises'
import { IS_WATCHED, timeOf } from './time.ts'
import type { World } from './world.ts'

const PATIENCE_MS = 240_000
const LOOK_MS = 60
/** The sandbox's longest delays: a pay-out that stays pending, and a request to pay that nobody answers. */
const PENDING_MS = 61_000
const UNANSWERED_MS = 11 * 60_000
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
  select 'the payment ' || a.id || ' paid no transfer', false
  from collection_attempts a join transfers t on t.id = a.transfer_id
  where a.state = 'completed' and t.collection_id is distinct from a.id and t.state <> 'awaiting_payment'
    and not exists (select from ledger_entries e where e.transfer_id = a.entry_id and e.kind = 'refund')
    and (select count(*) from collection_refunds r where r.attempt_id = a.id and r.state = 'failed' and not r.lacked_float) < 4
  union all
  select 'the request ' || a.id || ' is open', false
  from collection_attempts a join transfers t on t.id = a.transfer_id
  where a.state in ('recorded', 'sent', 'open') and (t.state <> 'awaiting_payment' or t.collection_id is not null)
  union all
  select concat_ws(' ', 'job', id, 'of', task_identifier, 'locked by ' || locked_by), false
  from graphile_worker.jobs where attempts < max_attempts`

const GIVEN_UP = "select 1 from collection_attempts where state = 'never_arrived' limit 1"
/** Reads the floats first: a refund that waited for a top-up is repeated after the next balance. */
const RETURN_EXTRA = `select graphile_worker.add_job(task, job_key => 'chaos ' || task, max_attempts => 5)
  from unnest(array['float_refresh', 'return_extra_payments']) as task`

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
  let hasAsked = false
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
    const { payouts, collections } = await providers.books()
    const isAsked = collections.some(({ status }) => status === 'pending')
    if (isAsked) quiet = 0
    const isExtra = left.some(({ what }) => what.startsWith('the payment') || what.startsWith('the request'))
    // A request that was given up may have arrived since: the job of each minute asks for it.
    const isLast = quiet > 0 && !hasAsked && (await database.sql(GIVEN_UP)).length > 0
    if (isExtra || isLast) await database.sql(RETURN_EXTRA)
    if (isLast) [quiet, hasAsked] = [0, true]
    if (isAsked || payouts.some(({ status }) => status === 'pending')) {
      await sandbox.instruct({ ahead: isAsked ? UNANSWERED_MS : PENDING_MS })
      await sleep(LOOK_MS * 3)
      await sandbox.instruct({ ahead: 0 })
    } else if (left.every(({ watched }) => watched)) await time.outliveWatches()
  }
}
