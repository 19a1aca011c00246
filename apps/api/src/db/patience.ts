import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseUnavailable } from './errors.ts'
import { connectToPrimary, hostsOf } from './hosts.ts'

/** How long a starting process, or a staff command, waits for the database, in milliseconds. */
const PATIENCE_MS = 60_000
const TRY_MS = 10_000
const PAUSE_MS = 250
const SAY_MS = 10_000

let patient = 0

/** Makes every statement wait for the database as long as a start does, while `work` runs: no customer is waiting. */
export async function waitPatiently<T>(work: () => Promise<T>): Promise<T> {
  patient += 1
  try {
    return await work()
  } finally {
    patient -= 1
  }
}

/** Returns true while `waitPatiently` is running. */
export const isPatient = (): boolean => patient > 0

interface Waiting {
  say(line: string): void
  /** Returns true if waiting is pointless, although a later attempt might succeed. */
  isHopeless?(error: Error): boolean
  /** In milliseconds (default: a minute). */
  readonly patience?: number
  /** Queries the database once it answers; an error ends the wait unless a later attempt might succeed. */
  ask?(client: pg.Client): Promise<void>
}

/**
 * Waits until the database answers. Throws its error at once when waiting is pointless, such as for a wrong password or
 * a missing database, and otherwise after a minute.
 */
export async function untilDatabaseAnswers(
  url: string,
  { say, isHopeless, patience, ask }: Waiting,
): Promise<void> {
  let saidAt = -Infinity
  await retry(
    () => answerOnce(url, ask),
    patience ?? PATIENCE_MS,
    (error) => {
      if (isHopeless?.(error) === true) return false
      if (performance.now() - saidAt >= SAY_MS) {
        saidAt = performance.now()
        say(`Waiting for the database at ${placeOf(url)}: ${error.message}`)
      }
      return true
    },
  )
}

async function answerOnce(url: string, ask?: Waiting['ask']): Promise<void> {
  const client = await connectToPrimary(url, { connectionTimeoutMillis: TRY_MS, query_timeout: TRY_MS })
  client.on('error', () => undefined)
  try {
    await client.query('select 1')
    await ask?.(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a connection, patiently while `waitPatiently` is running. */
export async function connectPatiently<T>(connect: () => Promise<T>): Promise<T> {
  return retry(connect, PATIENCE_MS, isPatient)
}

/** Retries until `work` succeeds, `ms` have passed, the error is permanent, or `goesOn` returns false. */
async function retry<T>(work: () => Promise<T>, ms: number, goesOn: (error: Error) => boolean): Promise<T> {
  const deadline = performance.now() + ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !mayPass(error) || performance.now() >= deadline || !goesOn(error))
        throw error
      await sleep(PAUSE_MS)
    }
  }
}

/**
 * Returns true if a later attempt may succeed: the database is starting, unreachable or slow, or its name or network is
 * not known yet.
 */
function mayPass(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return (
    isDatabaseUnavailable(error) ||
    /^E(AI_AGAIN|NETUNREACH|NETDOWN)$/.test(code) ||
    /^(timeout expired|Query read timeout)/.test(error.message)
  )
}

/** Returns the hosts in a database URL, or the folder of its socket, without user and password. */
export function placeOf(url: string): string {
  const hosts = hostsOf(url).map((one) => {
    const { host, searchParams } = new URL(one)
    return searchParams.get('host') ?? host
  })
  return hosts.join(', ')
}
