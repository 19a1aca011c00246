import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { Person } from '../world/person.ts'
import { REVIEWED } from '../world/cards.ts'
import { referenceOf } from './staff.ts'
import { reason, together, userOf, withMembers } from './members.ts'
import { aMinuteLater, untilTransfer, type Scenario, type Stage } from './stage.ts'

async function opened(stage: Stage, ending?: string): Promise<Person> {
  const person = await stage.newPerson()
  await person.open(ending)
  return person
}

/** Makes the mover start; the server's engine works only when the customer asks. */
async function ask(stage: Stage, person: Person): Promise<void> {
  if (stage.mover === 'server') await person.follow(calls.complete)
}

const report = ({ world }: Stage, person: Person, news: string) =>
  world.providers.reportFraud(person.intent?.id ?? '', news)

/** Only the scenario about the delay sends this amount. */
const DELAYED_CENTS = 77_000

/** Sets, as two compliance members, rules that delay only the scenario's transfer. */
export const setDelay = (stage: Stage): Promise<void> =>
  withMembers(stage, [['compliance'], ['compliance']], (people) => {
    const when = { amountAtLeast: DELAYED_CENTS }
    const rules = [{ id: 'delay-large', when, then: { outcome: 'delay', minutes: 30 } }]
    return together(stage, people, () =>
      people[0].call(officeCalls.requestFraudRules, { body: { rules, reason } }),
    )
  })

/** Fraud reports that race a pay-out, and a pay-out that waits. */
export const fraud: readonly Scenario[] = [
  {
    name: 'a review stops the pay-out, and its approval lets it continue',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await person.pay(REVIEWED)
      await untilTransfer(stage, person, "hold_reason = 'fraud_suspected'", () => stage.drive(person))
      await report(stage, person, 'review_closed')
      await untilTransfer(stage, person, "state = 'sent'", () => stage.drive(person))
    },
  },
  {
    name: 'a fraud warning races the pay-out',
    async play(stage) {
      const person = await opened(stage)
      await stage.armed()
      await Promise.all([person.pay(), ask(stage, person)])
      await report(stage, person, 'early_fraud_warning')
      await stage.drive(person)
    },
  },
  {
    name: 'a fraud warning arrives while the pay-out is in flight',
    async play(stage) {
      const person = await opened(stage, '0002')
      await person.pay()
      await ask(stage, person)
      await untilTransfer(stage, person, "state = 'paying_out' and lease_token is null", () =>
        ask(stage, person),
      )
      await stage.armed()
      await report(stage, person, 'early_fraud_warning')
      await untilTransfer(stage, person, 'late_events_pending', () => ask(stage, person))
      await aMinuteLater(stage.world, () => stage.drive(person))
    },
  },
  {
    name: 'staff put an account on hold while its pay-out is held, and lift the hold',
    movers: ['worker'],
    async play(stage) {
      const person = await opened(stage)
      await person.pay(REVIEWED)
      await untilTransfer(stage, person, "hold_reason = 'fraud_suspected'", () => stage.drive(person))
      await withMembers(stage, [['compliance']], async ([member]) => {
        const account = { params: { id: await userOf(stage, person.phone) }, body: { reason } }
        const params = { reference: await referenceOf(stage, person) }
        await stage.armed()
        await member.call(officeCalls.holdAccount, account)
        await member.call(officeCalls.liftAccountHolds, account)
        await member.ask(officeCalls.showTransfer, { params })
        await stage.drive(person)
      })
    },
  },
  {
    name: 'a rule delays the pay-out, which then begins',
    async play(stage) {
      await setDelay(stage)
      const person = await stage.newPerson('US')
      await stage.armed()
      await person.open(undefined, { amount: DELAYED_CENTS })
      await person.pay()
      await untilTransfer(stage, person, "state = 'paid'", () => ask(stage, person))
      // Too early: the step waits again.
      await stage.world.database.sql(
        'update transfers set next_step_at = now() where payment_intent_id = $1',
        [person.intent?.id],
      )
      await ask(stage, person)
      await stage.drive(person)
    },
  },
]
