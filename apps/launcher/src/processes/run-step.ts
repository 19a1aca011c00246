import { StartError, Stopped } from '../errors.ts'
import type { GuardedOptions } from './guarded.ts'
import { spawnGuarded } from './guarded.ts'

/**
 * Runs a command that must succeed before the start continues. Throws `StartError` with the log line that
 * best explains a failure, and `Stopped` when `signal` aborts.
 */
export async function runStep(step: GuardedOptions & { name: string }, signal: AbortSignal): Promise<void> {
  const child = await spawnGuarded(step)
  const onStop = (): void => child.kill()
  signal.addEventListener('abort', onStop)
  if (signal.aborted) child.kill()
  const code = await child.exited
  signal.removeEventListener('abort', onStop)
  if (signal.aborted) throw new Stopped()
  if (code === 0) return
  const reason = (await child.lastWords()) || `exit code ${code}`
  throw new StartError(`The ${step.name} step failed: ${reason} (see ${step.logFile})`)
}
