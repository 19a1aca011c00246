import { sql } from 'kysely'
import { takeUpTo } from '../../../db/budgets.ts'
import { isDatabaseUnavailable } from '../../../db/errors.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Sweep } from '../../../jobs/index.ts'
import { insertEvents } from '../../customers/index.ts'
import { insertNotices, queuePushes, type MessageBatches } from '../../record/index.ts'
import { deleteTold, isUntoldDue, putOff } from '../../transfers/index.ts'
import { insertRecipientLinks } from '../tracking/index.ts'
import { readUntold, type Facts } from './facts.ts'
import { mergePlans, planMoves, type Plan, type PlanDeps } from './plan.ts'
import { insertSent } from './store.ts'

export interface TellDeps extends PlanDeps {
  readonly db: Db
  readonly messages: MessageBatches
  /** True while we send push notifications. */
  readonly isPushing: boolean
  /** Receives an error in the messages about a move, which are tried again later. */
  onError(error: unknown, reference: string): void
  /** Alerts staff that the messages about a move keep failing. */
  alert(line: string): void
}

/** Maximum number of transfers whose messages are written in one transaction. */
const BATCH = 64
/** Failures of a move after which staff are alerted: after about half a minute. */
const ALERT_AFTER = 5

/**
 * Creates the sweep that notifies customers and recipients of the moves in the outbox. One transaction writes everything about
 * a batch and deletes its moves, so nobody is notified twice. After an error, that move and the later ones of its transfer
 * wait; those of other transfers do not.
 */
export function createTellSweep(deps: TellDeps): Sweep {
  const { db } = deps

  function report({ move, failures, transfer: { reference } }: Facts, error: unknown): void {
    deps.onError(error, reference)
    if (failures + 1 === ALERT_AFTER)
      deps.alert(`ALERT: the messages about transfer ${reference} (${move}) failed ${ALERT_AFTER} times`)
  }

  /** Tells one batch; returns the number of transfers. `locked` receives the moves before anything can fail. */
  const tellBatch = (locked: (moves: readonly Facts[]) => void, only: string | null): Promise<number> =>
    inTransaction(db, 'outbox.tell', async (tx) => {
      const moves = await readUntold(tx, only === null ? BATCH : 1, only)
      // Alone, one move after the other: an error in the second must not hold up the first.
      const taken = only === null ? moves : moves.slice(0, 1)
      locked(taken)
      if (taken.length === 0) return 0
      const byTransfer = Map.groupBy(taken, ({ transfer }) => transfer.id)
      const planned = [...byTransfer.values()].map((own) => planMoves(deps, own))
      await write(
        deps,
        tx,
        mergePlans(planned.flatMap(({ plans }) => plans)),
        planned.flatMap(({ told }) => told),
      )
      for (const { failed } of planned) {
        if (failed === null) continue
        report(failed.move, failed.error)
        await putOff(tx, failed.move.id)
      }
      return byTransfer.size
    })

  /** Tells the first move of a transfer whose batch failed; lets it wait when it fails again. */
  async function tellAlone(transferId: string): Promise<void> {
    let first: Facts | undefined
    try {
      await tellBatch(([move]) => (first = move), transferId)
    } catch (error) {
      if (first === undefined || isUnavailable(error)) throw error
      const { id } = first
      report(first, error)
      await inTransaction(db, 'outbox.put_off', (tx) => putOff(tx, id))
    }
  }

  return {
    due: isUntoldDue,
    async take() {
      let moves: readonly Facts[] = []
      try {
        return (await tellBatch((locked) => (moves = locked), null)) === BATCH
      } catch (error) {
        if (moves.length === 0 || isUnavailable(error)) throw error
        for (const id of new Set(moves.map(({ transfer }) => transfer.id))) await tellAlone(id)
        return true
      }
    },
  }
}

const isUnavailable = (error: unknown): boolean => error instanceof Error && isDatabaseUnavailable(error)

/** Writes everything about a batch of moves and deletes them, in one statement and one for each batch's limited messages. */
async function write(
  { messages, isPushing }: TellDeps,
  tx: Tx,
  plan: Plan,
  told: readonly bigint[],
): Promise<void> {
  const { events, notices, sent, links } = plan
  const queued = [...plan.messages, ...(await withinBudgets(tx, plan.limited))]
  const pushed = notices.filter(({ push }) => push && isPushing)
  const rows = notices.map(({ accountId: user_id, kind, key, title, body, path }) => {
    return { user_id, kind, key, title, body, path }
  })
  await sql`
    with events as (${insertEvents(events)}), added as (${insertNotices(rows)}), sent as (${insertSent(sent)}),
      links as (${insertRecipientLinks(links)}), queued as (${messages.inserting(queued)}), told as (${deleteTold(told)})
    ${queuePushes(
      sql`added`,
      pushed.map(({ accountId: userId, key, traceparent }) => ({ userId, key, traceparent })),
    )}`.execute(tx)
}

/** Takes from the messages' daily budgets, and returns the messages for which something was left. */
async function withinBudgets(tx: Tx, limited: Plan['limited']): Promise<Plan['messages']> {
  const byBucket = Map.groupBy(limited, ({ budget }) => budget.bucket)
  const wanted = [...byBucket.values()].flatMap((own) =>
    own.slice(0, 1).map(({ budget }) => ({ ...budget, count: own.length })),
  )
  const taken = await takeUpTo(tx, wanted)
  return [...byBucket].flatMap(([bucket, own]) =>
    own.slice(0, taken.get(bucket) ?? 0).map(({ message }) => message),
  )
}
