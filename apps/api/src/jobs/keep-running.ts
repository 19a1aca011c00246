import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 1_000

/** A running queue. */
export interface Queue {
  /** Resolves when the queue has stopped; rejects with the cause. */
  readonly ended: Promise<void>
  /** Stops taking jobs and finishes the running ones. */
  stop(): Promise<void>
}

/**
 * Relaunches the queue whenever it ends unexpectedly: when it cannot record a result or fetch a job, for example while
 * the database restarts. Its running jobs are retried, and the process continues its other work. The first launch must
 * succeed.
 */
export async function keepRunning(
  launch: () => Promise<Queue>,
  report: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Queue | undefined = await launch()

  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        current ??= await launch()
        await current.ended
        if (!signal.aborted) report('the queue ended and is restarting')
      } catch (error) {
        if (!signal.aborted) report(`the queue ended and is restarting: ${String(error)}`)
      }
      if (signal.aborted) return
      current = undefined
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const kept = keep()

  return {
    async stop() {
      stopping.abort()
      // A queue that has just ended has nothing left to stop.
      await current?.stop().catch(() => undefined)
      await kept
    },
  }
}
