import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 1_000

/** A queue at work. */
export interface Queue {
  /** Settles once it takes no more jobs; rejects with why. */
  readonly ended: Promise<void>
  /** Takes nothing new and lets what runs end. */
  stop(): Promise<void>
}

/**
 * Launches the queue again whenever it ends by itself: it gives up when it cannot write down what became of a job or
 * cannot ask for one, as while the database restarts. What it was at is tried again, and the process has other work to
 * do meanwhile. The first launch has to succeed.
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
        if (!signal.aborted) report('the queue ended and is started again')
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
