import { watchEscapes } from '../lib/escapes.ts'
import { ConfigError } from '../config/setting.ts'
import { refuseStrangeSchema } from '../db/migrate.ts'
import { MigrationRefused } from '../db/roles.ts'
import { untilDatabaseAnswers, waitPatiently } from '../db/patience.ts'
import { log, startLog, type ProcessKind } from '../lib/log.ts'

/** How long a stopping process may take to finish its work; the launcher waits a little longer. */
const DRAIN_MS = 15_000

/** EX_CONFIG of sysexits.h: tells the launcher that another start with these settings would end the same way. */
export const REFUSED_EXIT_CODE = 78

/** A started process. */
export interface RunningProcess {
  /** Says that the process is about to stop, and waits until balancers have noticed. */
  drain(): Promise<void>
  /** Finishes the work in progress. */
  stop(): Promise<void>
}

/**
 * Waits for the database while the process starts. The log says so, where the launcher reads it. Throws MigrationRefused for a
 * schema with which this release does not work.
 */
export async function awaitDatabase(url: string): Promise<void> {
  await untilDatabaseAnswers(url, {
    say: (line) => log().info({ start: 'waits' }, line),
    ask: refuseStrangeSchema,
  })
}

/**
 * Runs an entry point with its log. Prints a line for each wrong setting, or for a schema that it cannot work with, in plain
 * text, and exits with 78. On SIGTERM, Ctrl-C or (under the launcher) the end of standard input, the process drains and stops
 * before it exits. An unhandled rejection does not end the process; an uncaught exception stops it the same way, with exit
 * code 1.
 */
export async function runProcess(kind: ProcessKind, start: () => Promise<RunningProcess>): Promise<void> {
  startLog(kind, process.env['SESA_LOG_LEVEL'])
  let running: RunningProcess | undefined
  let stopping = false
  const leave = (code: number): void => {
    if (stopping) return
    stopping = true
    log().info({ code }, 'stopping')
    const finish = async (): Promise<void> => {
      if (code === 0) await running?.drain()
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      await running?.stop()
    }
    void finish().then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  const end = (): void => leave(0)
  watchEscapes(() => leave(1))
  try {
    log().info({ start: 'begins' }, 'starting')
    running = await waitPatiently(start)
    log().info({ start: 'ends' }, 'started')
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    if (process.env['SESA_EXIT_WITH_PARENT'] === '1') process.stdin.on('end', end).on('error', end).resume()
  } catch (error) {
    const isRefused = error instanceof ConfigError || error instanceof MigrationRefused
    if (isRefused) process.stderr.write(`${error.message}\n`)
    else log().fatal({ err: error }, 'cannot start')
    process.exit(isRefused ? REFUSED_EXIT_CODE : 1)
  }
}
