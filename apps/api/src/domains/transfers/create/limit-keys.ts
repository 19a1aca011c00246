import { foldName } from '@sesa/contract'
import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { deriveKey, type Secrets } from '../../../lib/secrets.ts'

/** The kinds of key that several accounts can share. */
type Kind = 'person' | 'wallet' | 'card'

/** Digests under the current secret, and under the earlier one while it is still set. */
export type Digests = readonly [Buffer, ...Buffer[]]

/** Keyed digests by which limits are counted, so that the database without the secret does not reveal the person or card. */
export interface LimitKeys {
  /**
   * Returns the same digests for a person whatever the spelling of the name: case, accents, punctuation and word order do not
   * matter.
   */
  ofPerson(name: string, dob: string): Digests
  /** Returns the digests of a number (E.164). */
  ofWallet(phone: string): Digests
  /** Returns the digests of the card provider's fingerprint of a card number. */
  ofCard(fingerprint: string): Digests
}

const sortWords = (words: readonly string[]): string =>
  words
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

/** Returns a name in the form that limits compare: folded letters, words in alphabetical order. */
export const comparableName = (name: string): string => sortWords(foldName(name).split(/\P{L}+/u))

/** Returns the forms of a name to digest: the comparable name, and the form compared by earlier releases if it differs. */
export function digestedNames(name: string): readonly string[] {
  const stripped = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\s-]/gu, '')
  return [...new Set([comparableName(name), sortWords(stripped.split(/[\s-]+/u))])]
}

export function createLimitKeys({ secret, secretBefore }: Secrets): LimitKeys {
  const key = deriveKey(secret, 'limits')
  const before = secretBefore === undefined ? [] : [deriveKey(secretBefore, 'limits')]
  const digest = (kind: Kind, value: string, ...earlier: readonly string[]): Digests => {
    const under = (each: Buffer, text: string) =>
      createHmac('sha256', each).update(`${kind}:${text}`).digest()
    const texts = [value, ...earlier]
    const others = [
      ...earlier.map((text) => under(key, text)),
      ...before.flatMap((each) => texts.map((text) => under(each, text))),
    ]
    return [under(key, value), ...others]
  }
  return {
    ofPerson: (name, dob) => {
      const [now = '', ...earlier] = digestedNames(name).map((text) => `${dob}:${text}`)
      return digest('person', now, ...earlier)
    },
    ofWallet: (phone) => digest('wallet', phone),
    ofCard: (fingerprint) => digest('card', fingerprint),
  }
}

/**
 * Returns the statement that locks keys shared by several accounts until the transaction ends, in the order of the keys, so
 * that two transactions never deadlock; none unless `isWanted`. Take the user's lock before, and touch no transfer's row
 * before.
 */
export const lockingKeys = (keys: readonly Buffer[], isWanted = sql<boolean>`true`): RawBuilder<unknown> =>
  // An upsert makes and locks a row in one step: a purge between the two would leave nothing to lock.
  sql`insert into limit_keys (key) select key from unnest(${keys}::bytea[]) key where ${isWanted} order by key
    on conflict (key) do update set used_at = now()`
