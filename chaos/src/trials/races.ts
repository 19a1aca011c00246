import { randomUUID } from 'node:crypto'
import type { Intent, Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

const PEOPLE = 12
const AT_ONCE = 8
/** Three of these fit the 24-hour limit, four do not. A new transfer may replace an unpaid one. */
const A_THIRD = 80_000

/** Transfers paid before the race, so that only one more fits the 24-hour limit. */
const THIRDS_BEFORE = 2
/** The shape of Jepsen's ledger workload: 150 accounts, 16 withdrawals each, of which one is covered. */
const RACERS = 150
const RACES_EACH = 16
/** Number of people who race at the same time. */
const LANES = 5

/** Opens `races` transfers at the same moment, spread over the windows, and pays each accepted one. */
async function race(
  windows: readonly Person[],
  races: number,
): Promise<{ opened: number; refused: readonly string[] }> {
  const intents: Intent[] = []
  const refused: string[] = []
  await Promise.all(
    Array.from({ length: races }, async (_, at) => {
      const answer = await windows[at % windows.length]?.open(undefined, {
        amount: A_THIRD,
        patience: 'none',
      })
      if (answer?.body) intents.push(answer.body)
      else refused.push(answer?.error?.code ?? 'no answer')
    }),
  )
  await Promise.all(intents.map(async (intent) => windows[0]?.pay(undefined, intent)))
  return { opened: intents.length, refused }
}

/** Reports the people who have sent or are sending more than the 24-hour limit. */
async function beyondLimit(world: World): Promise<string[]> {
  const rows = await world.database.sql<{ user_id: string }>(
    `select user_id from transfers where state not in ('cancelled', 'refunded')
    group by user_id having sum(usd_amount) > 299900`,
  )
  return rows.map(({ user_id }) => `I11 broken: ${user_id} passed the limit`)
}

/** Many requests of one person at the same moment. */
export const races: readonly Trial[] = [
  {
    name: 'limit-race',
    what: 'one customer opens many transfers at once, each over a quarter of the limit (F20)',
    async run(world) {
      let opened = 0
      for (let round = 0; round < PEOPLE; round++) {
        const person = await world.person('US')
        // The locked row exists from the first transfer on.
        await person.open()
        await person.pay()
        opened += (await race([person], AT_ONCE)).opened
      }
      const found = await beyondLimit(world)
      const races = `${PEOPLE * AT_ONCE} raced openings of ${PEOPLE} people, of which ${opened} were accepted`
      return quiesceAndVerify(world, [`R8 ${found.length} people passed their limit in ${races}`], found)
    },
  },
  {
    name: 'two-servers',
    what: `${RACERS * RACES_EACH} transfers race for the limit through two server processes (F20, R8)`,
    async run(world) {
      const second = await world.secondServer()
      await second.child.start()
      let opened = 0
      const refused = new Map<string, number>()
      const racing = async (): Promise<void> => {
        const person = await world.person('US')
        for (let before = 0; before < THIRDS_BEFORE; before++) {
          await person.open(undefined, { amount: A_THIRD })
          await person.pay()
        }
        const raced = await race([person, person.at(second.base)], RACES_EACH)
        opened += raced.opened
        for (const code of raced.refused) refused.set(code, (refused.get(code) ?? 0) + 1)
      }
      for (let done = 0; done < RACERS; done += LANES) {
        await Promise.all(Array.from({ length: Math.min(LANES, RACERS - done) }, racing))
        const beyond = await beyondLimit(world)
        if (beyond.length > 0) return { figures: [], problems: beyond }
      }
      const quiet = await quiesceAndVerify(world, [])
      const paid = await world.database.sql<{ user_id: string; counted: number; given_back: number }>(
        `select user_id, count(*) filter (where state <> 'refunded')::int as counted,
          count(*) filter (where state = 'refunded')::int as given_back
        from transfers where state <> 'cancelled' group by user_id`,
      )
      const passed = paid.filter(({ counted }) => counted > THIRDS_BEFORE + 1)
      const full = paid.filter(({ counted }) => counted === THIRDS_BEFORE + 1)
      const givenBack = paid.reduce((sum, one) => sum + one.given_back, 0)
      const found = [
        ...passed.map(({ user_id, counted }) => `R8 broken: ${user_id} has ${counted} within the limit`),
        ...(full.length === 0 ? ['R8 checked nothing: nobody won a race'] : []),
      ]
      return {
        figures: [
          `R8 ${passed.length} of ${paid.length} people passed their limit in ${RACERS * RACES_EACH} races over two servers`,
          `${full.length} used up their limit; ${givenBack} payments of replaced transfers were refunded`,
          `${opened} openings were answered; refused: ${JSON.stringify(Object.fromEntries(refused))}`,
          ...quiet.figures,
        ],
        problems: [...quiet.problems, ...found],
      }
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
        if (ids.size !== 1) found.push(`F1 broken: one key opened ${ids.size} payments`)
        await person.pay()
      }
      return quiesceAndVerify(world, [`F1 ${PEOPLE} keys, each sent ${AT_ONCE + 1} times`], found)
    },
  },
]
