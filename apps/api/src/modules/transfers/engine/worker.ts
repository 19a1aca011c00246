import type pg from 'pg'
import { connectToPrimary } from '../../../db/hosts.ts'
import { PROBED } from '../../../db/silence.ts'
import type { Engine } from './engine.ts'
import { WAKE_CHANNEL } from '../state/schedule.ts'

export interface TransferWorkerOptions {
  readonly engine: Engine
  /** A connection to receive wake-ups on; without it only the sweep finds work. */
  readonly listenUrl?: string | undefined
  /** Transfers processed at the same time. */
  readonly concurrency?: number
  /** How long the sweep pauses when nothing is due, in milliseconds. */
  readonly pauseMs?: number
  onError(error: unknown): void
}

export interface TransferWorker {
  start(): void
  /** Stops claiming and waits for the steps in progress. */
  stop(): Promise<void>
}

const RECONNECT_MS = 1_000

/** Listens for wake-ups until stopped; reconnects when the connection is lost. */
function listen(url: string, onWake: () => void): () => Promise<void> {
  let stopped = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const connection = await connectToPrimary(url, { application_name: 'sesa-hints', ...PROBED })
    if (stopped) return connection.end()
    const lost = (): void => {
      if (client !== connection) return
      client = undefined
      retry = setTimeout(connectAgain, RECONNECT_MS)
    }
    connection.on('error', lost)
    connection.on('end', lost)
    connection.on('notification', onWake)
    client = connection
    await connection.query(`listen ${WAKE_CHANNEL}`).catch(lost)
  }
  const connectAgain = (): void => {
    if (stopped) return
    connect().catch(() => {
      retry = setTimeout(connectAgain, RECONNECT_MS)
    })
  }
  connectAgain()
  return async () => {
    stopped = true
    clearTimeout(retry)
    const connection = client
    client = undefined
    await connection?.end().catch(() => undefined)
  }
}

/** Creates the worker, whose sweep claims as many due transfers as there is room for and runs their steps. */
export function createTransferWorker(options: TransferWorkerOptions): TransferWorker {
  const { engine, concurrency = 16, pauseMs = 250 } = options
  const running = new Set<Promise<unknown>>()
  let stopping = false
  let wake = (): void => undefined
  let sweepRequested = false
  let loop: Promise<void> | undefined
  let unlisten: (() => Promise<void>) | undefined

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
    const room = concurrency - running.size
    const claims = room > 0 ? await engine.claimDue(room) : []
    for (const claim of claims) {
      const moving = engine.advance(claim).finally(() => {
        running.delete(moving)
        requestSweep()
      })
      running.add(moving)
    }
    if (claims.length < room && !sweepRequested && !stopping) await pause(pauseMs)
    else if (room === 0 && !sweepRequested) await pause(pauseMs)
  }

  const run = async (): Promise<void> => {
    while (!stopping) {
      try {
        await sweep()
      } catch (error) {
        options.onError(error)
        await pause(RECONNECT_MS)
      }
    }
    await Promise.all(running)
  }

  return {
    start() {
      if (options.listenUrl !== undefined) unlisten = listen(options.listenUrl, requestSweep)
      loop ??= run()
    },
    async stop() {
      stopping = true
      wake()
      await unlisten?.()
      await loop
    },
  }
}
