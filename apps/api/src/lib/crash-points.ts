import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import { inSpan } from './tracing.ts'

const reached = channel('sesa.crash-points')
const answered = channel('sesa.provider-calls')

/** A finished call to a provider, as published on the diagnostics channel `sesa.provider-calls`. */
export interface ProviderCall {
  readonly name: string
  /** `answered`; the reason of an answer that is not ok, such as `refused`; `unknown`, for a pay-out without an answer; or `failed`, when the call threw. */
  readonly outcome: string
  readonly seconds: number
}

function outcomeOf(result: unknown): string {
  if (typeof result !== 'object' || result === null) return 'answered'
  if ('outcome' in result && result.outcome === 'unknown') return 'unknown'
  if (!('ok' in result) || result.ok !== false) return 'answered'
  return 'reason' in result && typeof result.reason === 'string' ? result.reason : 'failed'
}

/**
 * Passes a named crash point: every commit and every provider call passes one with a literal name, immediately before
 * and after it takes effect. Each is published on the diagnostics channel `sesa.crash-points` as `{ name, phase }`.
 * Only chaos runs subscribe, and kill the process there. The list of crash points is the list of names, so a new one is
 * covered automatically.
 */
export function crashPoint(name: string, phase: 'before' | 'after'): void {
  if (reached.hasSubscribers) reached.publish({ name, phase })
}

const openTransaction = new AsyncLocalStorage<string>()

/** Runs `work` as the body of transaction `name`, so that a provider call inside it is rejected. */
export function namedTransaction<T>(name: string, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(name, work)
}

/**
 * Wraps every call to a provider. Throws inside a transaction: a slow provider would hold locks and a connection, and a
 * rollback cannot undo the call.
 */
export async function callProvider<T>(name: string, call: () => Promise<T>): Promise<T> {
  const transaction = openTransaction.getStore()
  if (transaction) throw new Error(`Provider call ${name} inside transaction ${transaction}`)
  crashPoint(name, 'before')
  const began = performance.now()
  let outcome = 'failed'
  try {
    const result = await inSpan({ name: `call ${name}`, kind: 'client' }, call, (answer) => ({
      'sesa.outcome': outcomeOf(answer),
    }))
    outcome = outcomeOf(result)
    crashPoint(name, 'after')
    return result
  } finally {
    const seconds = (performance.now() - began) / 1_000
    if (answered.hasSubscribers) answered.publish({ name, outcome, seconds } satisfies ProviderCall)
  }
}
