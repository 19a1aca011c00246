import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Named points: every commit and every foreign call passes through one with a literal name, just before and just
 * after it takes effect. A test run that sets `SESA_CRASH_AT=<name>:<before|after>` kills the process there, so
 * the list of crash points is the list of names and a new one is covered by itself.
 */
export function crashPoint(name: string, phase: 'before' | 'after'): void {
  if (process.env['SESA_CRASH_AT'] === `${name}:${phase}`) process.kill(process.pid, 'SIGKILL')
}

const openTransaction = new AsyncLocalStorage<string>()

/** Runs `work` as the inside of the transaction `name`, so that a foreign call in it can be refused. */
export function namedTransaction<T>(name: string, work: () => Promise<T>): Promise<T> {
  return openTransaction.run(name, work)
}

/**
 * Every call to a provider goes through here. Inside a transaction it throws: a slow provider would hold locks and
 * a connection, and a rollback cannot take the call back.
 */
export async function callProvider<T>(name: string, call: () => Promise<T>): Promise<T> {
  const transaction = openTransaction.getStore()
  if (transaction) throw new Error(`Foreign call ${name} inside transaction ${transaction}`)
  crashPoint(name, 'before')
  const result = await call()
  crashPoint(name, 'after')
  return result
}
