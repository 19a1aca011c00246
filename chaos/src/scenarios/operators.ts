import { calls } from '@sesa/contract'
import type { Person } from '../world/person.ts'
import type { Scenario, Stage } from './stage.ts'

const SIGNED = ['--by', 'Fatu Sesay', '--reason', 'asked by the sender'] as const

async function referenceOf({ world }: Stage, person: Person): Promise<string> {
  const [row] = await world.database.sql<{ reference: string }>(
    'select reference from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  return row?.reference ?? ''
}

/** A transfer that stops on its own: another amount was charged than was quoted. */
async function heldTransfer(stage: Stage): Promise<Person> {
  const person = await stage.newPerson()
  await person.open()
  await stage.world.outside.merchant(`/payment_intents/${person.intent?.id}`, { amount: '120000' })
  await person.pay()
  await stage.drive(person)
  return person
}

/** What operators order (`npm run sesa`). */
export const operators: readonly Scenario[] = [
  {
    name: 'an operator looks at the books',
    movers: ['worker'],
    async play(stage) {
      await stage.armed()
      await stage.operate('invariants')
      await stage.operate('reconcile').catch((error: unknown) => stage.world.log.note(String(error)))
    },
  },
  {
    name: 'an operator has the money of a held transfer given back',
    async play(stage) {
      const person = await heldTransfer(stage)
      await stage.armed()
      await stage.operate('holds', 'refund', await referenceOf(stage, person), ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'an operator stops a transfer and lets it go on',
    async play(stage) {
      const person = await stage.newPerson()
      await person.open('0002')
      await person.pay()
      if (stage.mover === 'server') await person.follow(calls.complete)
      await stage.armed()
      const reference = await referenceOf(stage, person)
      await stage.operate('holds', 'set', reference, ...SIGNED)
      await stage.operate('holds', 'release', reference, ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'an operator cancels a transfer',
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      await stage.armed()
      await stage.operate('transfer', 'cancel', await referenceOf(stage, person), ...SIGNED)
      await stage.drive(person)
    },
  },
]
