import { ConfigError } from './outside-settings.ts'

/** Longest that a stopping process may take to end what it is doing; the launcher waits a little longer. */
const DRAIN_MS = 15_000

/**
 * Runs an entry point: says in one line what is wrong with the settings, and on SIGTERM, Ctrl-C or (under the
 * launcher) the end of standard input lets `stop` end the work under way before the process leaves.
 */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  try {
    const stop = await start()
    let stopping = false
    const leave = (): void => {
      if (stopping) return
      stopping = true
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    }
    process.on('SIGTERM', leave)
    process.on('SIGINT', leave)
    if (process.env['SESA_EXIT_WITH_PARENT'] === '1')
      process.stdin.on('end', leave).on('error', leave).resume()
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`)
    process.exit(1)
  }
}
