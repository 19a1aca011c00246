import { setTimeout as sleep } from 'node:timers/promises'
import { StartError, Stopped } from '../errors.ts'
import type { Guarded, GuardedOptions } from './guarded.ts'
import { spawnGuarded } from './guarded.ts'
import { Listening } from './progress.ts'
import { refusedExitCode } from './service.ts'

interface Step extends GuardedOptions {
  name: string
  /** Receives the command's reason for waiting. */
  say: (line: string) => void
}

/**
 * Runs a command that must succeed before the start continues. Throws `StartError` with the log line that best explains
 * a failure, or with all its output about refused settings, and `Stopped` when `signal` aborts.
 */
export async function runStep(step: Step, signal: AbortSignal): Promise<void> {
  const child = await spawnGuarded(step)
  const onStop = (): void => child.kill()
  signal.addEventListener('abort', onStop)
  if (signal.aborted) child.kill()
  const code = await relay(child, step.say)
  signal.removeEventListener('abort', onStop)
  if (signal.aborted) throw new Stopped()
  if (code === 0) return
  if (code === refusedExitCode) throw new StartError(await child.plainWords())
  const reason = (await child.lastWords()) || `exit code ${code}`
  throw new StartError(`The ${step.name} step failed: ${reason} (see ${step.logFile})`)
}

/** Reports what a command is waiting for until it ends. Returns its exit code. */
async function relay(child: Guarded, say: (line: string) => void): Promise<number> {
  const listening = new Listening(Date.now())
  const ended = child.exited.then((code) => ({ code }))
  for (;;) {
    const end = await Promise.race([ended, sleep(1000)])
    if (end !== undefined) return end.code
    listening.hear([await child.progress()], Date.now()).forEach(say)
  }
}
