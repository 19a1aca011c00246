import { money } from '@sesa/money'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { inTransaction } from '../../../../db/index.ts'
import { Refused } from '../../../../lib/refused.ts'
import { checkLimits } from '../../../../testing/check-limits.ts'
import { startEngineWorld } from '../../../../testing/engine-world.ts'
import { openUnchecked } from '../../../../testing/open-unchecked.ts'
import { lockUser } from '../limits.ts'

const RACES = 16
const LIMITS = { per24Hours: money(299_900n, 'USD'), per30Days: money(1_000_000n, 'USD') }
/** The limit allows one transfer of this amount, not two. */
const AMOUNT = money(200_000n, 'USD')

/** Races 16 transfers of each of this many senders, of which the sender's limit allows one. */
export async function raceForLimits(users: number): Promise<void> {
  const world = await startEngineWorld({ worker: false, webhooks: false })
  onTestFinished(() => world.close())
  const { db, owner } = world.database
  const open = await openUnchecked(world)
  // These users have sent before: their row exists, so no attempt waits for its creation.
  const { rows: senders } = await sql<{ id: string }>`
    with made as (insert into users select from generate_series(1, ${users}) returning id)
    insert into user_limits (user_id) select id from made returning user_id as id`.execute(owner)
  const attempt = async (userId: string): Promise<string> => {
    try {
      await inTransaction(db, 'test.open', async (tx) => {
        await lockUser(tx, userId)
        await checkLimits(tx, userId, AMOUNT, LIMITS)
        // Time between the check and the write, which the lock must cover.
        await sql`select pg_sleep(random() * 0.005)`.execute(tx)
        await open(tx, { userId, amount: AMOUNT })
      })
      return 'opened'
    } catch (error) {
      if (error instanceof Refused) return error.code
      throw error
    }
  }
  const queue = senders.flatMap(({ id }) => Array.from({ length: RACES }, () => id))
  const outcomes: string[] = []
  // One runner per connection, since more would only wait.
  await Promise.all(
    Array.from({ length: RACES }, async () => {
      for (let user = queue.pop(); user !== undefined; user = queue.pop()) outcomes.push(await attempt(user))
    }),
  )
  expect(outcomes).toHaveLength(users * RACES)
  expect(outcomes.filter((outcome) => outcome === 'opened')).toHaveLength(users)
  expect(outcomes.filter((outcome) => outcome === 'limit_24_hours')).toHaveLength(users * (RACES - 1))
  const { rows } = await sql<{ most: bigint }>`
    select max(count) as most from (select count(*) from transfers group by user_id) as per_user`.execute(
    owner,
  )
  expect(rows).toEqual([{ most: 1n }])
}
