import type { Runner } from 'graphile-worker'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 1_000

/**
 * Launches the queue's runner again whenever it ends by itself: it gives up when it cannot write down what became of a
 * job, as while the database restarts. What it was at is tried again, and the process has other work to do meanwhile.
 * The first launch has to succeed.
 */
export async function keepRunning(
  launch: () => Promise<Runner>,
  report: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: Runner | undefined = await launch()

  const keep = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        current ??= await launch()
        await current.promise
      } catch (error) {
        if (!signal.aborted) report(`the queue ended and is started again: ${String(error)}`)
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
      // One that has just ended by itself has nothing left to stop.
      await current?.stop().catch(() => undefined)
      await kept
    },
  }
}
