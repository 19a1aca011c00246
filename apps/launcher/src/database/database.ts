import type { RunningPostgres } from '@sesa/embedded-postgres'
import { startPostgres } from '@sesa/embedded-postgres'
import { appendFile } from 'node:fs/promises'
import path from 'node:path'
import { createBackoff } from '../processes/backoff.ts'
import { logFileOf } from '../processes/logs.ts'

export interface Database {
  ownerUrl: string
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

/** Runs the bundled PostgreSQL and restarts it on the same port whenever it ends. */
export async function keepDatabaseRunning(
  dataDir: string,
  onProblem: (line: string) => void,
): Promise<Database> {
  const stopping = new AbortController()
  const backoff = createBackoff(stopping.signal)
  const logFile = logFileOf(dataDir, 'postgres')
  // One line after another, to keep their order. A full disk must not end the product.
  let logged = Promise.resolve()
  const onLog = (line: string): void => {
    logged = logged.then(() => appendFile(logFile, `${line}\n`, { mode: 0o600 })).catch(() => undefined)
  }
  const base = { dataDir: path.join(dataDir, 'postgres'), onLog }
  let recovering: Promise<void> = Promise.resolve()
  const onExit = (): void => {
    recovering = recover()
  }
  let postgres: RunningPostgres = await startPostgres({ ...base, onExit })
  const { port, ownerUrl } = postgres
  backoff.started()

  async function recover(): Promise<void> {
    onProblem(`The database exited and is being restarted; see ${logFile}`)
    while (!stopping.signal.aborted) {
      await backoff.wait()
      if (stopping.signal.aborted) return
      try {
        postgres = await startPostgres({ ...base, onExit, port })
        backoff.started()
        return
      } catch (error) {
        onProblem(error instanceof Error ? error.message : String(error))
      }
    }
  }

  return {
    ownerUrl,
    stop: async (mode) => {
      stopping.abort()
      await recovering
      await postgres.stop(mode)
    },
  }
}
