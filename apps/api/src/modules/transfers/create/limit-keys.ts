import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { deriveKey, type Secrets } from '../../../lib/secrets.ts'

/** The kinds of key that several accounts can share. */
type Kind = 'person' | 'wallet' | 'card'

/** Digests under the current secret, and under the earlier one while it is still set. */
export type Digests = readonly [Buffer, ...Buffer[]]

/** Keyed digests that limits are counted by, so that the database alone does not reveal the person or card. */
export interface LimitKeys {
  /** The same person however the name is spelled: case, accents, punctuation and the order of words do not matter. */
  ofPerson(name: string, dob: string): Digests
  /** E.164. */
  ofWallet(phone: string): Digests
  /** The card provider's fingerprint of a card number. */
  ofCard(fingerprint: string): Digests
}

/** Returns a name as limits compare it: bare lower-case letters, words in alphabetical order. */
export function comparableName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\s-]/gu, '')
    .split(/[\s-]+/u)
  return words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')
}

export function createLimitKeys({ secret, secretBefore }: Secrets): LimitKeys {
  const key = deriveKey(secret, 'limits')
  const before = secretBefore === undefined ? [] : [deriveKey(secretBefore, 'limits')]
  const digest = (kind: Kind, value: string): Digests => {
    const under = (each: Buffer) => createHmac('sha256', each).update(`${kind}:${value}`).digest()
    return [under(key), ...before.map(under)]
  }
  return {
    ofPerson: (name, dob) => digest('person', `${dob}:${comparableName(name)}`),
    ofWallet: (phone) => digest('wallet', phone),
    ofCard: (fingerprint) => digest('card', fingerprint),
  }
}

/**
 * Locks what several accounts share until the transaction ends, in the order of the keys, so that two transactions never
 * wait for each other. Take the user's lock before, and touch no transfer's row before.
 */
export async function lockKeys(tx: Tx, keys: readonly Buffer[]): Promise<void> {
  const sorted = keys.toSorted((a, b) => a.compare(b))
  // An upsert makes and locks a row in one step: a purge between the two would leave nothing to lock.
  await sql`
    insert into limit_keys (key) select unnest(${sorted}::bytea[])
    on conflict (key) do update set used_at = now()`.execute(tx)
}
