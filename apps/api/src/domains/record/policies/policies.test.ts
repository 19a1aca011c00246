import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDatabaseClock } from '../../../db/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { readBy } from '../../../lib/schema-problems.ts'
import { insertPolicy } from '../../../testing/policies.ts'
import { newestVersion } from './store.ts'
import { listPolicies, policyOn, policyPart, readPolicy, storePolicy, type PolicyKind } from './index.ts'

const body = v.object({
  profile: v.string(),
  validFrom: v.optional(v.string()),
  mode: v.optional(v.string()),
})

/** A kind used for all of them; the shipped policies are of other kinds. */
const KIND: PolicyKind<string> = {
  kind: 'fraud_rules',
  read(given) {
    const read = readBy(body, 'body', given)
    return read.ok ? { ok: true, value: read.value.profile } : read
  },
}
const LIMITS = {
  ...{ tier: 2, sender: 'GH', recipient: null, per24Hours: '100', per30Days: '100' },
  ...{ source: 'a test', validFrom: '2026-01-01' },
}
const BY = { staff: 'Ama Finance', reason: 'New contract' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`delete from policies where kind = ${KIND.kind}`.execute(tx)
  })
})

const day = async (shift: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`
    select ((now() at time zone 'UTC')::date + ${shift}::int)::text as day`.execute(database.owner)
  return rows[0]?.day ?? ''
}
const store = (key: string, given: object) => storePolicy(database.owner, KIND, { key, body: given }, BY)
const inForce = async (key = 'GH') => (await readPolicy(database.db, KIND, key))?.value

describe('the policy in force', () => {
  it.each<[string, readonly (readonly [string, number | null])[], string | undefined]>([
    ['is none before the first', [], undefined],
    [
      'is the newest of those without a day',
      [
        ['a', null],
        ['b', null],
      ],
      'b',
    ],
    [
      'is not one whose day comes tomorrow',
      [
        ['a', 0],
        ['b', 1],
      ],
      'a',
    ],
    [
      'is the one whose day has come',
      [
        ['a', -1],
        ['b', 0],
      ],
      'b',
    ],
    [
      'is the one of the latest day, in whichever order they were set',
      [
        ['b', 0],
        ['a', -1],
      ],
      'b',
    ],
    [
      'is the newest of one day',
      [
        ['a', 0],
        ['b', 0],
      ],
      'b',
    ],
    [
      'is the newer one without a day rather than one whose day has come',
      [
        ['a', 0],
        ['b', null],
      ],
      'b',
    ],
    [
      'is one without a day until the day of another comes',
      [
        ['b', null],
        ['a', 1],
        ['b', null],
      ],
      'b',
    ],
  ])('%s', async (_what, given, expected) => {
    for (const [profile, shift] of given)
      await store('GH', { profile, ...(shift !== null && { validFrom: await day(shift) }) })
    expect(await inForce()).toBe(expected)
    expect(await inForce('SL')).toBeUndefined()
    // The configuration keeps later versions too, and chooses by the same rule.
    const [kept, now] = [await policyPart(KIND).read(database.db), await readDatabaseClock(database.db)]
    expect(policyOn(kept, 'GH', now)?.value()).toBe(expected)
    expect(policyOn(kept, 'SL', now)).toBeUndefined()
  })

  it('is never one in shadow mode', async () => {
    await store('GH', { profile: 'a' })
    await store('GH', { profile: 'b', mode: 'shadow' })
    expect(await inForce()).toBe('a')
    expect(await readPolicy(database.db, KIND, 'GH', 'shadow')).toMatchObject({ value: 'b', version: 2 })
  })
})

describe('a version', () => {
  it('has a number of its kind, its author and reason, and a staff action', async () => {
    expect([await store('GH', { profile: 'a' }), await store('SL', { profile: 'b' })]).toEqual([1, 2])
    expect(await newestVersion(database.db, KIND)).toBe(2)
    expect(await listPolicies(database.db, KIND)).toMatchObject([
      { version: 2, key: 'SL', author: BY.staff, approvedBy: null, reason: BY.reason },
      { version: 1, key: 'GH' },
    ])
    expect(await listPolicies(database.db, KIND, 1)).toHaveLength(1)
  })

  it('gets its own number when twenty are stored at once', async () => {
    const versions = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store('GH', { profile: `p${i}` })),
    )
    expect([...versions].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  })

  it('that its module cannot read is not stored, and the invalid place is named', async () => {
    await expect(store('GH', { profile: 5 })).rejects.toThrow(
      /Version 1 of fraud_rules cannot be read: .*profile/,
    )
    expect(await newestVersion(database.db, KIND)).toBe(0)
  })

  it('never changes, and needs two people', async () => {
    await store('GH', { profile: 'a' })
    for (const change of [
      sql`update policies set reason = 'x'`,
      sql`delete from policies`,
      sql`truncate policies`,
    ])
      await expect(change.execute(database.owner)).rejects.toThrow()
    await expect(storePolicy(database.db, KIND, { key: 'GH', body: { profile: 'b' } }, BY)).rejects.toThrow(
      'no approved request asks for this: set_fraud_rules',
    )
    expect(await inForce()).toBe('a')
  })

  it.each<[string, string, object]>([
    ['release_threshold', 'policies_amount', { amount: '-1' }],
    ['alert_level', 'policies_amount', {}],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, per24Hours: '0' }],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, per30Days: '99' }],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, tier: 4 }],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, sender: 'Ghana' }],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, source: '' }],
    ['tier_limits', 'policies_tier_limits', { ...LIMITS, validFrom: undefined }],
    ['report_profile', 'policies_report_profile', { profile: {} }],
    ['report_profile', 'policies_report_profile', { validFrom: '2026-01-01' }],
  ])('of %s that makes no sense is refused by %s: %j', async (kind, constraint, given) => {
    await expect(insertPolicy(database.owner, kind, 'GH', given)).rejects.toThrow(constraint)
  })

  it('of a tier’s limits is the only one for its customers and day', async () => {
    await insertPolicy(database.owner, 'tier_limits', 'tier 2, GH to any', LIMITS)
    await expect(insertPolicy(database.owner, 'tier_limits', 'tier 2, GH to any', LIMITS)).rejects.toThrow(
      'policies_tier_limits_from',
    )
    await insertPolicy(database.owner, 'tier_limits', 'tier 2, GH to any', {
      ...LIMITS,
      validFrom: '2026-01-02',
    })
  })
})
