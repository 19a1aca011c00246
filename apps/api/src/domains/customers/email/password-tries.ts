import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { refillBudget, takeFromBudgets } from '../../../db/budgets.ts'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Visitor } from '../identity/index.ts'
import type { EmailParts } from './deps.ts'

const TRY_SECONDS = 900

/** A password to check. */
interface Try {
  readonly email: string
  readonly userId: string | undefined
  /** The stored hash to compare with; null when there is none. */
  readonly hash: string | null
  readonly visitor: Visitor
}

/** A counted try, to be returned if the password is correct. */
export interface CountedTry {
  readonly bucket: string
  readonly lifeKey: Buffer
}

/** Returns the budget of strangers' tries at the password of an address, known or not. */
export const tryBucket = ({ buckets }: EmailParts, email: string): string =>
  buckets.ofEmail('password', email)

/** Returns the key of a password's lifetime count, derived from the hash, so that a new password starts at zero. */
function lifeKeyOf(parts: EmailParts, { email, hash }: Try, browser: string): Buffer {
  return createHmac('sha256', parts.triesKey)
    .update(JSON.stringify([email.toLowerCase(), hash, browser]))
    .digest()
}

/** Takes one of a password's lifetime tries; returns false when they are used up. */
async function takeFromLife(tx: Tx, key: Buffer, most: number): Promise<boolean> {
  const { rows } = await sql`
    insert into wrong_passwords as w (subject_key, count) values (${key}, 1)
    on conflict (subject_key) do update set count = w.count + 1, last_at = now() where w.count < ${most}
    returning w.count`.execute(tx)
  return rows.length > 0
}

type Outcome = CountedTry | { readonly wait: number } | 'locked'

/**
 * Counts a try from a browser that the account knows, separately from others; returns null when its lifetime tries are used
 * up.
 */
async function countOwn(tx: Tx, parts: EmailParts, attempt: Try, device: string): Promise<Outcome | null> {
  const { buckets, limits } = parts
  const bucket = buckets.ofEmail(`password-device:${device}`, attempt.email)
  const lifeKey = lifeKeyOf(parts, attempt, device)
  const budget = { bucket, most: limits.triesPerAccount, seconds: TRY_SECONDS }
  const { wait } = await takeFromBudgets(tx, [budget])
  if (wait > 0) return { wait }
  return (await takeFromLife(tx, lifeKey, limits.wrongPerPasswordLife)) ? { bucket, lifeKey } : null
}

async function countStrangers(tx: Tx, parts: EmailParts, attempt: Try): Promise<Outcome> {
  const { buckets, limits } = parts
  const { email, visitor } = attempt
  const bucket = tryBucket(parts, email)
  const ofAddress = buckets.ofAddress('password', visitor.origin.address)
  const { wait } = await takeFromBudgets(tx, [
    { bucket, most: limits.triesPerAccount, seconds: TRY_SECONDS },
    { bucket: ofAddress, most: limits.triesPerAddress, seconds: TRY_SECONDS },
  ])
  if (wait > 0) return { wait }
  const lifeKey = lifeKeyOf(parts, attempt, '')
  return (await takeFromLife(tx, lifeKey, limits.wrongPerPasswordLife)) ? { bucket, lifeKey } : 'locked'
}

/**
 * Counts one try at a password before it is checked, so that parallel tries count as well. A browser that
 * signed in to the account before has its own count, which strangers cannot use up. Throws Refused
 * `rate_limited`, or `password_locked` for a password that was tried too often over its life.
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

/** Returns a correct try to its budget and resets the 15-minute count. */
export async function giveBackTry(tx: Tx, { bucket, lifeKey }: CountedTry): Promise<void> {
  await refillBudget(tx, bucket)
  await tx
    .updateTable('wrong_passwords')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('subject_key', '=', lifeKey)
    .where('count', '>', 0)
    .execute()
}
