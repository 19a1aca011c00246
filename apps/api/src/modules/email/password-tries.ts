import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { refillBudget, takeFromBudgets } from '../../db/budgets.ts'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import type { Visitor } from '../identity/index.ts'
import type { EmailParts } from './deps.ts'

const TRY_SECONDS = 900
/** Days after the last try when a count is forgotten. */
const KEPT_DAYS = 400

/** A password about to be judged. */
interface Try {
  readonly email: string
  readonly userId: string | undefined
  /** The stored hash that it is judged by; null where there is none. */
  readonly hash: string | null
  readonly visitor: Visitor
}

/** A try that was counted, to be given back if it is right. */
export interface CountedTry {
  readonly bucket: string
  readonly lifeKey: Buffer
}

/** Where strangers' tries at an account's password are counted, known or not. */
export const tryBucket = ({ buckets }: EmailParts, email: string): string =>
  buckets.ofEmail('password', email)

/** The key of the count over a password's life. It is derived from the hash, so a new password starts at zero. */
function lifeKeyOf(parts: EmailParts, { email, hash }: Try, browser: string): Buffer {
  return createHmac('sha256', parts.triesKey)
    .update(JSON.stringify([email.toLowerCase(), hash, browser]))
    .digest()
}

/** Takes one from a password's life; false when it is used up. */
async function takeFromLife(tx: Tx, key: Buffer, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into wrong_passwords as w (subject_key, count) values (${key}, 1)
    on conflict (subject_key) do update set count = w.count + 1, last_at = now() where w.count < ${most}
    returning w.count`.execute(tx)
  return rows.length > 0
}

type Outcome = CountedTry | { readonly wait: number } | 'locked'

/** Counts a try of a browser known to the account on its own; null when it has used up its life. */
async function countOwn(tx: Tx, parts: EmailParts, attempt: Try, device: string): Promise<Outcome | null> {
  const { buckets, limits } = parts
  const bucket = buckets.ofEmail(`password-device:${device}`, attempt.email)
  const lifeKey = lifeKeyOf(parts, attempt, device)
  const wait = await takeFromBudgets(tx, [{ bucket, most: limits.triesPerAccount, seconds: TRY_SECONDS }])
  if (wait > 0) return { wait }
  return (await takeFromLife(tx, lifeKey, limits.wrongPerPasswordLife)) ? { bucket, lifeKey } : null
}

async function countStrangers(tx: Tx, parts: EmailParts, attempt: Try): Promise<Outcome> {
  const { buckets, limits } = parts
  const { email, visitor } = attempt
  const bucket = tryBucket(parts, email)
  const ofAddress = buckets.ofAddress('password', visitor.origin.address)
  const wait = await takeFromBudgets(tx, [
    { bucket, most: limits.triesPerAccount, seconds: TRY_SECONDS },
    { bucket: ofAddress, most: limits.triesPerAddress, seconds: TRY_SECONDS },
  ])
  if (wait > 0) return { wait }
  const lifeKey = lifeKeyOf(parts, attempt, '')
  return (await takeFromLife(tx, lifeKey, limits.wrongPerPasswordLife)) ? { bucket, lifeKey } : 'locked'
}

/**
 * Counts one try at a password before it is judged, so that parallel tries count as well. A browser that signed in to
 * the account before has a count of its own, which strangers cannot use up. Throws Refused `rate_limited`, or
 * `password_locked` for a password that was tried too often over its life.
 */
export async function countTry(parts: EmailParts, attempt: Try): Promise<CountedTry> {
  const { db, gateway } = parts
  const { userId, visitor } = attempt
  const device = userId === undefined ? null : await gateway.knownDevice(userId, visitor)
  const outcome = await inTransaction(db, 'email.count_try', async (tx) => {
    const own = device && (await countOwn(tx, parts, attempt, device.toString('hex')))
    return own ?? countStrangers(tx, parts, attempt)
  })
  if (outcome === 'locked') throw new Refused('password_locked', { field: 'password' })
  if ('wait' in outcome) throw new Refused('rate_limited', { field: 'password', retryAfter: outcome.wait })
  return outcome
}

/** A try that was right counts nothing, and starts the quarter of an hour again. */
export async function giveBackTry(tx: Tx, { bucket, lifeKey }: CountedTry): Promise<void> {
  await refillBudget(tx, bucket)
  await tx
    .updateTable('wrong_passwords')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject_key', '=', lifeKey)
    .where('count', '>', 0)
    .execute()
}

export async function purgeTries(db: Db): Promise<void> {
  await db
    .deleteFrom('wrong_passwords')
    .where('last_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS}::int)`)
    .execute()
}
