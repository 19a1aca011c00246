import type { Engine } from './engine.ts'

export interface TransferWorkerOptions {
  readonly engine: Engine
  onError(error: unknown): void
}

export interface TransferWorker {
  start(): void
  /** Stops claiming and waits for the steps in progress. */
  stop(): Promise<void>
}

/** Number of transfers whose steps run concurrently. */
const CONCURRENCY = 16
/** Pause after a sweep that found nothing due. */
const PAUSE_MS = 250
/** Pause after a sweep that failed. */
const AFTER_ERROR_MS = 1_000

/** Creates the worker, whose sweep claims as many due transfers as it can run and runs their steps. */
export function createTransferWorker(options: TransferWorkerOptions): TransferWorker {
  const { engine } = options
  const running = new Set<Promise<unknown>>()
  let stopping = false
  let wake = (): void => undefined
  let sweepRequested = false
  let loop: Promise<void> | undefined

  const requestSweep = (): void => {
    sweepRequested = true
    wake()
  }
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const sweep = async (): Promise<void> => {
    sweepRequested = false
    const room = CONCURRENCY - running.size
    const claims = room > 0 ? await engine.claimDue(room) : []
    for (const claim of claims) {
      const moving = engine.advance(claim).finally(() => {
        running.delete(moving)
        requestSweep()
      })
      running.add(moving)
    }
    if (claims.length < room && !sweepRequested && !stopping) await pause(PAUSE_MS)
    else if (room === 0 && !sweepRequested) await pause(PAUSE_MS)
  }

  const run = async (): Promise<void> => {
    while (!stopping) {
      try {
        await sweep()
      } catch (error) {
        options.onError(error)
        await pause(AFTER_ERROR_MS)
      }
    }
    await Promise.all(running)
  }

  return {
    start() {
      loop ??= run()
    },
    async stop() {
      stopping = true
      wake()
      await loop
    },
  }
}
