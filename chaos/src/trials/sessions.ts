import { calls } from '@sesa/contract'
import { randomUUID } from 'node:crypto'
import type { Person } from '../world/person.ts'
import { timeOf } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { quiesceAndVerify, type Trial } from './trial.ts'

/** When the session ends. */
const MOMENTS = [
  'before the price is confirmed',
  'before the card is charged',
  'before the customer returns',
] as const
const EACH = 4

/** Ends the person's own session, like signing out a device in the list of devices. */
async function endSession(person: Person): Promise<void> {
  const { sessions } = await person.ask(calls.sessions)
  const current = sessions.find((session) => session.current)
  await person.call(calls.endSession, { params: { id: current?.id ?? '' } })
}

/** Returns the status of each call of a transfer with an ended session. */
async function refusals(person: Person, key: string): Promise<number[]> {
  const id = person.intent?.id ?? ''
  const answers = [
    await person.open(undefined, { key }),
    await person.once(calls.getDraft),
    await person.once(calls.sendMoney, { body: { id } }),
    await person.once(calls.complete, { body: { id } }),
    await person.once(calls.getTransfer, { params: { payment_id: id === '' ? 'pi_none' : id } }),
  ]
  return answers.map(({ status }) => status)
}

async function signInAgain(world: World, person: Person): Promise<void> {
  await timeOf(world.database).ageCodes()
  await person.signIn()
}

/** A session that ends while a customer sends money. */
export const sessions: readonly Trial[] = [
  {
    name: 'session-ends',
    what: 'a session ends between price, charge and return; the customer signs in and continues (F26)',
    async run(world) {
      const found: string[] = []
      let refused = 0
      let asked = 0
      for (const moment of MOMENTS) {
        for (let round = 0; round < EACH; round++) {
          const person = await world.person()
          const key = randomUUID()
          const draft = { sendAmount: '1,000.00', name: `Ama Mensah ${round}` }
          await person.ask(calls.putDraft, { body: draft })
          const expect = (what: string, ok: boolean): void => {
            if (!ok) found.push(`F26 broken ${moment}: ${what}`)
          }
          const interrupt = async (): Promise<void> => {
            await endSession(person)
            const answers = await refusals(person, key)
            asked += answers.length
            refused += answers.filter((status) => status === 401).length
            expect(
              `answered ${answers.join(', ')}`,
              answers.every((status) => status === 401),
            )
            await signInAgain(world, person)
          }
          if (moment === MOMENTS[0]) await interrupt()
          const opened = await person.open(undefined, { key })
          if (moment === MOMENTS[1]) {
            await interrupt()
            const kept = await person.ask(calls.getDraft)
            expect(`the draft became ${JSON.stringify(kept.draft)}`, kept.draft?.name === draft.name)
            const again = await person.open(undefined, { key })
            expect('the same key opened another payment', again.body?.id === opened.body?.id)
          }
          await person.pay()
          if (moment === MOMENTS[2]) await interrupt()
          await person.follow(calls.complete)
          const shown = await person.call(calls.getTransfer, {
            params: { payment_id: person.intent?.id ?? '' },
          })
          expect(`the payment was answered with ${shown.status}`, shown.status === 200)
        }
      }
      const quiet = await quiesceAndVerify(world, [], found)
      const [sent] = await world.database.sql<{ transfers: number; sent: number }>(
        "select count(*) as transfers, count(*) filter (where state = 'sent') as sent from transfers",
      )
      const people = MOMENTS.length * EACH
      const isWhole = sent?.transfers === people && sent.sent === people
      return {
        figures: [
          `F26 ${refused} of ${asked} requests under ended sessions were refused with 401`,
          `${sent?.sent ?? 0} of ${sent?.transfers ?? 0} transfers of ${people} people were sent, one each`,
          ...quiet.figures,
        ],
        problems: [
          ...quiet.problems,
          ...(isWhole ? [] : [`F26 broken: ${JSON.stringify(sent)} for ${people} people`]),
        ],
      }
    },
  },
]
