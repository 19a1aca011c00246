import { randomUUID } from 'node:crypto'
import type { Intent } from '../world/person.ts'
import { atRest, type Trial } from './trial.ts'

const PEOPLE = 12
const AT_ONCE = 8
/** Three of these are within the limit of 24 hours, four are not; a new one may take an unpaid one's place. */
const A_THIRD = 80_000

/** Many requests of one person in the same moment. */
export const races: readonly Trial[] = [
  {
    name: 'limit-race',
    what: 'one person opens many transfers at once, each a good quarter of the limit (F20)',
    async run(world) {
      let opened = 0
      for (let round = 0; round < PEOPLE; round++) {
        const person = await world.person('US')
        // The row that is locked exists from the first transfer on.
        await person.open()
        await person.pay()
        const intents: Intent[] = []
        const tries = Array.from({ length: AT_ONCE }, async () => {
          const { body } = await person.open(undefined, { amount: A_THIRD, patience: 'none' })
          if (body) intents.push(body)
        })
        await Promise.all(tries)
        await Promise.all(intents.map((intent) => person.pay(undefined, intent)))
        opened += intents.length
      }
      const over = await world.database.sql(
        `select user_id from transfers where state not in ('cancelled', 'refunded')
        group by user_id having sum(usd_amount) > 299900`,
      )
      const races = `${PEOPLE * AT_ONCE} raced openings of ${PEOPLE} people, ${opened} let through`
      const found = over.map(({ user_id }) => `I11 broken: ${user_id} passed the limit`)
      return atRest(world, [`R8 ${over.length} people passed their limit in ${races}`], found)
    },
  },
  {
    name: 'same-key',
    what: 'the same request under the same key, many times at once (F1)',
    async run(world) {
      const found: string[] = []
      for (let round = 0; round < PEOPLE; round++) {
        const person = await world.person()
        const key = randomUUID()
        await person.open(undefined, { key })
        const again = await Promise.all(
          Array.from({ length: AT_ONCE }, () => person.open(undefined, { key })),
        )
        const ids = new Set(again.flatMap(({ body }) => (body ? [body.id] : [])))
        if (ids.size !== 1) found.push(`F1 broken: one key stands for ${ids.size} payments`)
        await person.pay()
      }
      return atRest(world, [`F1 ${PEOPLE} keys, each asked ${AT_ONCE + 1} times`], found)
    },
  },
]
