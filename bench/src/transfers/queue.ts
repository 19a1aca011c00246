import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pidsOf, processorTime, usedBetween } from '../processes.ts'
import type { Customer } from './customer.ts'

/** A queue of charged transfers while the worker alone empties it. */
export interface Drained {
  readonly perSecond: number
  /** CPU time of PostgreSQL and the worker per transfer, in milliseconds. */
  readonly PostgreSQL: number
  readonly worker: number
}

const LOOK_MS = 250

/**
 * Stops the worker, lets the customers pay `transfers` transfers without asking for their outcome, and measures how fast
 * the worker then sends them all. A customer's next payment would cancel the one before, which has not been read yet, so
 * each is first dated back.
 */
export async function drainQueue(
  { pid, ownerUrl }: { readonly pid: number; readonly ownerUrl: string },
  customers: readonly Customer[],
  transfers: number,
): Promise<Drained> {
  // Without the triggers, which keep the date of a transfer.
  const options = '-c session_replication_role=replica'
  const database = new pg.Pool({ connectionString: ownerUrl, options })
  const signalWorker = async (signal: NodeJS.Signals): Promise<void> => {
    for (const worker of await pidsOf('worker', pid)) process.kill(worker, signal)
  }
  const left = async (condition: string): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      `select count(*)::int as count from transfers where state not in ('sent', 'cancelled') and ${condition}`,
    )
    return rows[0]?.count ?? Number.NaN
  }
  try {
    await signalWorker('SIGSTOP')
    let begun = 0
    await Promise.all(
      customers.map(async (customer) => {
        await customer.stay()
        while (begun++ < transfers) {
          const id = await customer.pay()
          await database.query(
            `update transfers set created_at = created_at - interval '31 days' where payment_intent_id = $1`,
            [id],
          )
        }
      }),
    )
    while ((await left('next_step_at <= now()')) < transfers) await sleep(LOOK_MS)
    const [before, start] = [await processorTime(pid), performance.now()]
    await signalWorker('SIGCONT')
    while ((await left('true')) > 0) await sleep(LOOK_MS)
    const seconds = (performance.now() - start) / 1_000
    const used = new Map(usedBetween(before, await processorTime(pid)))
    const each = (part: string): number => ((used.get(part) ?? Number.NaN) / transfers) * 1_000
    return { perSecond: transfers / seconds, PostgreSQL: each('PostgreSQL'), worker: each('worker') }
  } finally {
    await signalWorker('SIGCONT')
    await database.end()
  }
}
