import { setTimeout as sleep } from 'node:timers/promises'
import { createBackoff } from './backoff.ts'
import type { Guarded, GuardedOptions } from './guarded.ts'
import { spawnGuarded } from './guarded.ts'
import type { Progress } from './progress.ts'

/** How long a process may take to finish its work, after the time in which it only reports that it will stop. */
const finishSeconds = 20

/** The exit code of a process that refuses its settings: EX_CONFIG of sysexits.h. The server and the worker use it. */
export const refusedExitCode = 78

export interface Service {
  name: string
  /** Returns how often the process ended unexpectedly, and the log line that best explains the latest end. */
  failures(): { count: number; lastWords: string }
  /** Returns the process's output when it refused its settings at its first start; undefined if it did not. */
  refusal(): string | undefined
  /** Returns the running process's last report about its start; undefined without one. */
  progress(): Promise<Progress | undefined>
  /** Terminates the running process; a new one replaces it. */
  restart(): void
  /** Lets the process drain (`DRAIN_SECONDS`) and finish for up to 20 s, then kills it. It is not restarted. */
  stop(): Promise<void>
  kill(): void
}

export interface ServiceOptions extends GuardedOptions {
  name: string
  onProblem: (line: string) => void
}

/**
 * Keeps one process running: restarts it whenever it ends, with increasing pauses. The exception is a process that
 * refuses its settings at its first start, because the next start would read the same settings.
 */
export function keepRunning(options: ServiceOptions): Service {
  const stopping = new AbortController()
  const failed = { count: 0, lastWords: '' }
  let current: Guarded | undefined
  let isRestarting = false
  let starts = 0
  let refusal: string | undefined

  const loop = async (): Promise<void> => {
    const backoff = createBackoff(stopping.signal)
    while (!stopping.signal.aborted) {
      current = await spawnGuarded(options)
      starts += 1
      backoff.started()
      if (stopping.signal.aborted) current.terminate()
      const code = await current.exited
      if (stopping.signal.aborted) return
      if (isRestarting) {
        isRestarting = false
        continue
      }
      if (code === refusedExitCode && starts === 1) {
        refusal = await current.plainWords()
        return
      }
      failed.count += 1
      failed.lastWords = await current.lastWords()
      options.onProblem(
        `${options.name} ended (exit code ${code}) and is being restarted; see ${options.logFile}`,
      )
      await backoff.wait()
    }
  }
  const running = loop().catch((error: unknown) => {
    options.onProblem(`${options.name} cannot run: ${error instanceof Error ? error.message : String(error)}`)
    failed.count += 1
    failed.lastWords = String(error)
  })

  return {
    name: options.name,
    failures: () => ({ ...failed }),
    refusal: () => refusal,
    progress: async () => current?.progress(),
    restart: () => {
      isRestarting = true
      current?.terminate()
    },
    stop: async () => {
      stopping.abort()
      current?.terminate()
      const timer = new AbortController()
      const drainSeconds = Number(options.env['DRAIN_SECONDS'] ?? 0)
      const late = sleep((drainSeconds + finishSeconds) * 1000, undefined, { signal: timer.signal }).then(
        () => current?.kill(),
        () => undefined,
      )
      await running
      timer.abort()
      await late
    },
    kill: () => {
      stopping.abort()
      current?.kill()
    },
  }
}
