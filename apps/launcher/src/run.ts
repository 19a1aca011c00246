import type { Commands } from './commands.ts'
import { StartError, Stopped } from './errors.ts'
import type { Launcher } from './launcher.ts'
import { createLauncher } from './launcher.ts'

/** npm forwards the Ctrl-C that the terminal already sent us; only a later one counts as the second. */
const echoWindow = 1000

/**
 * Runs the product until it is stopped: the body of `npm start`. Ctrl-C, SIGTERM and a closed terminal drain and stop
 * everything and exit with 0; a second one stops everything immediately and exits with 1. A failed start prints the
 * cause and exits with 1.
 */
export async function runLauncher(commands: Commands): Promise<Launcher> {
  // A closed pipe (npm start | head) must not end the product.
  process.stdout.on('error', () => undefined)
  process.stderr.on('error', () => undefined)
  const launcher = createLauncher({ env: process.env, commands, say: (line) => console.log(line) })
  let stoppedAt: number | undefined

  const stop = (): void => {
    if (stoppedAt === undefined) {
      stoppedAt = Date.now()
      void finish(launcher.stop(), 0)
    } else if (Date.now() - stoppedAt > echoWindow) {
      void finish(launcher.force(), 1)
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  stopWithNpm(stop)

  try {
    await launcher.start()
  } catch (error) {
    if (error instanceof Stopped) return launcher
    console.error(error instanceof StartError ? error.message : error)
    stoppedAt ??= Date.now()
    await finish(launcher.stop(), 1)
  }
  return launcher
}

async function finish(ending: Promise<void>, code: number): Promise<void> {
  try {
    await ending
  } catch (error) {
    console.error(error)
    process.exit(1)
  }
  process.exit(code)
}

/** Stops when npm is killed: no signal arrives then, but our parent process changes. */
function stopWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 1000)
  timer.unref()
}
