import { watchEscapes } from '../lib/escapes.ts'
import { ConfigError } from '../config/provider-settings.ts'

/** Longest that a stopping process may take to end what it is doing; the launcher waits a little longer. */
const DRAIN_MS = 15_000

/** EX_CONFIG of sysexits.h: tells the launcher that another start with these settings would end the same way. */
const REFUSED_EXIT_CODE = 78

/**
 * Runs an entry point. Prints a line for each setting that is wrong and exits with 78. On SIGTERM, Ctrl-C or (under the
 * launcher) the end of standard input lets `stop` end the work under way before the process leaves. No rejection that
 * nothing awaits ends the process; an exception that nothing catches ends it the same way, with exit code 1.
 */
export async function runProcess(start: () => Promise<() => Promise<void>>): Promise<void> {
  let stop: (() => Promise<void>) | undefined
  let stopping = false
  const leave = (code: number): void => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    void Promise.resolve(stop?.()).then(
      () => process.exit(code),
      () => process.exit(1),
    )
  }
  const end = (): void => leave(0)
  watchEscapes(() => leave(1))
  try {
    stop = await start()
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    if (process.env['SESA_EXIT_WITH_PARENT'] === '1') process.stdin.on('end', end).on('error', end).resume()
  } catch (error) {
    const isRefused = error instanceof ConfigError
    process.stderr.write(`${isRefused ? error.message : String(error)}\n`)
    process.exit(isRefused ? REFUSED_EXIT_CODE : 1)
  }
}
