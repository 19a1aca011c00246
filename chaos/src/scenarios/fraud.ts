import { calls } from '@sesa/contract'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Person } from '../world/person.ts'
import { REVIEWED } from '../world/cards.ts'
import { referenceOf } from './staff.ts'
import { aMinuteLater, SIGNED, untilTransfer, type Scenario, type Stage } from './stage.ts'

async function opened(stage: Stage, ending?: string): Promise<Person> {
  const person = await stage.newPerson()
  await person.open(ending)
  return person
}

/** Lets the mover begin; the server's engine works only when the customer asks. */
async function ask(stage: Stage, person: Person): Promise<void> {
  if (stage.mover === 'server') await person.follow(calls.complete)
}

const report = ({ world }: Stage, person: Person, news: string) =>
  world.providers.reportFraud(person.intent?.id ?? '', news)

/** Only the scenario about the delay sends this much. */
const DELAYED_CENTS = 77_000

/** Writes rules that delay the scenario's transfer and nobody else's; returns the file. */
async function delayRules(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chaos-rules-'))
  const file = path.join(folder, 'rules.json')
  const when = { amountAtLeast: DELAYED_CENTS }
  const rules = [{ id: 'delay-large', when, then: { outcome: 'delay', minutes: 30 } }]
  await writeFile(file, JSON.stringify({ rules }))
  return file
}

/** Reports of fraud that race a pay-out, and a pay-out that waits. */
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
      await stage.armed()
      await stage.operate('account', 'hold', person.phone, ...SIGNED)
      await stage.operate('account', 'lift-hold', person.phone, ...SIGNED)
      await stage.operate('transfer', 'show', await referenceOf(stage, person))
      await stage.drive(person)
    },
  },
  {
    name: 'a rule delays the pay-out, which then begins',
    async play(stage) {
      const file = await delayRules()
      const person = await stage.newPerson('US')
      await stage.armed()
      await stage.operate('fraud', 'rules', 'set', '--file', file, ...SIGNED)
      await person.open(undefined, { amount: DELAYED_CENTS })
      await person.pay()
      await untilTransfer(stage, person, "state = 'paid'", () => ask(stage, person))
      // Before its time: the step waits again.
      await stage.world.database.sql(
        'update transfers set next_step_at = now() where payment_intent_id = $1',
        [person.intent?.id],
      )
      await ask(stage, person)
      await stage.drive(person)
    },
  },
]
