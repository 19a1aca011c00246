import { money } from '@sesa/money'
import { sql } from 'kysely'
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '../../../../db/index.ts'
import { holdingLocks, untilWaiting } from '../../../../db/testing.ts'
import { Refused } from '../../../../lib/refused.ts'
import { checkLimits } from '../../../../testing/check-limits.ts'
import { startEngineWorld, type EngineWorld } from '../../../../testing/engine-world.ts'
import { openUnchecked } from '../../../../testing/open-unchecked.ts'
import { WORLD_SECRET } from '../../../../testing/sending-rules.ts'
import { createLimitKeys, lockingKeys } from '../limit-keys.ts'
import { lockUser } from '../limits.ts'
import {
  checkSharedLimits,
  isCardAbove,
  sentTogether,
  sharedLimitsOf,
  type SentTogether,
} from '../shared-limits.ts'

/** Accounts in a group, which race each other. */
const RACES = 6
const LIMITS = { per24Hours: money(299_900n, 'USD'), per30Days: money(1_000_000n, 'USD') }
const shared = sharedLimitsOf(LIMITS)
const keys = createLimitKeys({ secret: WORLD_SECRET })
/** A person or a card may send one transfer of this amount; a wallet may receive two. */
const AMOUNT = money(200_000n, 'USD')

interface Racer {
  readonly userId: string
  readonly phone: string
}

/** Describes the races of this many groups of accounts for their shared limits. */
export function describeRaces(groups: number): void {
  let world: EngineWorld
  beforeAll(async () => {
    world = await startEngineWorld({ worker: false, webhooks: false })
  })
  afterAll(() => world.close())

  const newPhone = () => `+23324${randomInt(1_000_000, 9_999_999)}`

  let born = 0

  /** Creates groups of accounts: each group is one person, or different people who pay one wallet. */
  async function racers(kind: 'person' | 'people'): Promise<Racer[][]> {
    const { owner } = world.database
    const made: Racer[][] = []
    for (let group = 0; group < groups; group++) {
      const { rows } = await sql<{ id: string }>`
      with made as (insert into users select from generate_series(1, ${RACES}) returning id),
      limits as (insert into user_limits (user_id) select id from made)
      insert into profiles (user_id, name, dob)
      select id, 'Fatu Kamara', date '1950-01-01' + ${(born += RACES)}::int
        + case when ${kind} = 'people' then row_number() over () - 1 else 0 end::int
      from made returning user_id as id`.execute(owner)
      const phone = newPhone()
      made.push(rows.map(({ id }) => ({ userId: id, phone: kind === 'person' ? newPhone() : phone })))
    }
    return made
  }

  /** Runs the members of each group concurrently, one runner per connection. */
  async function race<T>(racing: readonly (readonly T[])[], attempt: (racer: T) => Promise<string>) {
    const queue = racing.flat()
    const outcomes: string[] = []
    await Promise.all(
      Array.from({ length: RACES }, async () => {
        for (let next = queue.pop(); next !== undefined; next = queue.pop())
          outcomes.push(await attempt(next))
      }),
    )
    const count: Record<string, number> = {}
    for (const outcome of outcomes) count[outcome] = (count[outcome] ?? 0) + 1
    return count
  }

  /** Opens transfers like `openTransfer`, with a pause between check and write that only locks can cover. */
  async function opening() {
    const { db } = world.database
    const store = await openUnchecked(world)
    const open = async (tx: Tx, { userId, phone }: Racer) => {
      const { name, dob } = await tx
        .selectFrom('profiles')
        .select(['name', 'dob'])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      const person = keys.ofPerson(name ?? '', dob ?? '')
      await lockUser(tx, userId, [...keys.ofWallet(phone), ...person])
      await checkLimits(tx, userId, AMOUNT, LIMITS)
      const { rows } = await sentTogether(person, phone).execute(tx)
      checkSharedLimits(rows[0] as SentTogether, AMOUNT, shared)
      await sql`select pg_sleep(random() * 0.005)`.execute(tx)
      return store(tx, { userId, phone, amount: AMOUNT, personKey: person[0] })
    }
    const attempt = async (racer: Racer): Promise<string> => {
      try {
        await inTransaction(db, 'test.open', (tx) => open(tx, racer))
        return 'opened'
      } catch (error) {
        if (error instanceof Refused) return error.code
        throw error
      }
    }
    return { open, attempt }
  }

  describe('accounts that open payments concurrently', () => {
    it(`never exceed the limit of one person in ${groups * RACES} races`, async () => {
      const { attempt } = await opening()
      expect(await race(await racers('person'), attempt)).toEqual({
        opened: groups,
        limit_person: groups * (RACES - 1),
      })
    })

    it(`never exceed the limit of one wallet in ${groups * RACES} races`, async () => {
      const { attempt } = await opening()
      expect(await race(await racers('people'), attempt)).toEqual({
        opened: groups * 2,
        limit_recipient: groups * (RACES - 2),
      })
    })

    it('lock shared limits in one order, so they never deadlock', async () => {
      const { database } = world
      const many = ['a', 'b', 'c'].map((one) => keys.ofWallet(one)[0]).toSorted((a, b) => a.compare(b))
      const lock = (given: readonly Buffer[]) =>
        database.db.transaction().execute((tx) => lockingKeys(given).execute(tx))
      // Both wait for the key in the middle: in different orders, each would hold what the other needs next.
      const { both } = await holdingLocks(database, async (tx) => {
        await lockingKeys(many.slice(1, 2)).execute(tx)
        const locking = Promise.all([lock(many), lock(many.toReversed())])
        await untilWaiting(database, 2)
        return { both: locking }
      })
      await both
    })

    it('exceed no limit when they share a person and pay the same wallets', async () => {
      const { attempt } = await opening()
      const one = (await racers('person')).flat()
      // Each of one person's accounts sends to another's wallets, in every order.
      const wallets = [newPhone(), newPhone()]
      const crossed = one.map((racer, at) => ({ ...racer, phone: wallets[at % 2] ?? '' }))
      const count = await race([crossed], attempt)
      expect(count['opened']).toBe(4)
    })
  })

  describe('cards that are charged concurrently', () => {
    it(`are put on hold above the limit of one card in ${groups * RACES} races`, async () => {
      const { db } = world.database
      const { open } = await opening()
      const cards = await Promise.all(
        (await racers('people')).map(async (group, at) => {
          const ids: { id: string; card: string }[] = []
          for (const racer of group) {
            const claim = await inTransaction(db, 'test.open', (tx) =>
              open(tx, { ...racer, phone: newPhone() }),
            )
            ids.push({ id: claim.id, card: `card-${at}` })
          }
          return ids
        }),
      )
      const count = await race(cards, ({ id, card }) =>
        inTransaction(db, 'test.capture', async (tx) => {
          const digests = keys.ofCard(card)
          const isAbove = await isCardAbove(tx, { id, amount: AMOUNT }, digests, LIMITS)
          await sql`select pg_sleep(random() * 0.005)`.execute(tx)
          await tx.updateTable('transfers').set({ card_key: digests[0] }).where('id', '=', id).execute()
          return isAbove ? 'held' : 'routed'
        }),
      )
      expect(count).toEqual({ routed: groups, held: groups * (RACES - 1) })
    })
  })
}
