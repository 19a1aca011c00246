import { calls } from '@sesa/contract'
import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import { forgetTransfer } from '@sesa/test-kit/forget-transfer'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { REFUND_FAILS_LATER } from '../world/cards.ts'
import { aMinuteLater, SIGNED, untilReturned, untilTransfer, type Scenario, type Stage } from './stage.ts'

export async function referenceOf({ world }: Stage, person: Person): Promise<string> {
  const [row] = await world.database.sql<{ reference: string }>(
    'select reference from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  return row?.reference ?? ''
}

/** Returns the charge of a person's newest transfer, as staff type it. */
async function chargeOf({ world }: Stage, person: Person): Promise<string> {
  const [row] = await world.database.sql<{ amount: number; currency: CurrencyCode }>(
    'select charge_amount as amount, charge_currency as currency from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  if (row === undefined) throw new Error('There is no transfer')
  return formatMoney(money(row.amount, row.currency))
}

/** Makes a transfer that the product holds: the charge differs from the quote. */
export async function heldTransfer(stage: Stage): Promise<Person> {
  const person = await stage.newPerson()
  await person.open()
  await stage.world.providers.merchant(`/payment_intents/${person.intent?.id}`, { amount: '120000' })
  await person.pay()
  await stage.drive(person)
  return person
}

/** What staff do with `npm run sesa`. */
export const staffScenarios: readonly Scenario[] = [
  {
    name: 'staff encrypt stored data again under a new secret',
    movers: ['worker'],
    async play(stage) {
      await stage.armed()
      await stage.operate('secret', 'renew', '--by', 'Fatu Sesay', '--reason', 'a colleague left')
    },
  },
  {
    name: 'staff check the invariants and reconcile',
    movers: ['worker'],
    async play(stage) {
      await stage.armed()
      await stage.operate('invariants')
      await stage.operate('reconcile').catch((error: unknown) => stage.world.log.note(String(error)))
    },
  },
  {
    name: 'staff refund a held transfer',
    async play(stage) {
      const person = await heldTransfer(stage)
      await stage.armed()
      await stage.operate('holds', 'refund', await referenceOf(stage, person), ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'staff hold a transfer and release it',
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
    name: 'staff stop an unpaid transfer, whose charge still arrives, and release it',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      const reference = await referenceOf(stage, person)
      await stage.operate('holds', 'set', reference, ...SIGNED)
      await stage.armed()
      await person.pay()
      await untilTransfer(stage, person, "state = 'paid' and next_step_at is null")
      await stage.operate('holds', 'release', reference, ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'staff hold a pay-out in flight, which still ends',
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open('0002')
      await person.pay()
      await untilTransfer(stage, person, "state = 'paying_out' and lease_token is null")
      const reference = await referenceOf(stage, person)
      await stage.operate('holds', 'set', reference, ...SIGNED)
      await stage.armed()
      await aMinuteLater(stage.world, () => untilTransfer(stage, person, "state = 'sent'"))
      await stage.operate('holds', 'release', reference, ...SIGNED)
    },
  },
  {
    name: 'staff make a transfer again that a restore lost, and pay it out',
    async play(stage) {
      const { world } = stage
      const person = await stage.newPerson()
      await person.open()
      const [row] = await world.database.sql<{ id: string }>(
        'select id from transfers where payment_intent_id = $1',
        [person.intent?.id],
      )
      await world.database.sql(forgetTransfer(row?.id ?? ''))
      await person.pay()
      await stage.armed()
      await stage.operate(
        'adopt',
        '--wait-minutes',
        '0',
        '--apply',
        ...SIGNED,
        '--approved-by',
        'Kofi Mensah',
      )
      await stage.operate('holds', 'release', await referenceOf(stage, person), ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'staff cancel a transfer',
    async play(stage) {
      const person = await stage.newPerson()
      await person.open()
      await stage.armed()
      await stage.operate('transfer', 'cancel', await referenceOf(stage, person), ...SIGNED)
      await stage.drive(person)
    },
  },
  {
    name: 'a refund is returned twice, and staff repay by other means',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson()
      await person.open('0005')
      await person.pay(REFUND_FAILS_LATER)
      await untilReturned(stage, person, 1)
      await stage.armed()
      await stage.operate('holds', 'refund', await referenceOf(stage, person), ...SIGNED)
      await untilReturned(stage, person, 2)
      // Staff can repay only after every provider event is handled.
      await untilTransfer(stage, person, 'not late_events_pending', () => stage.drive(person))
      const [reference, charge] = [await referenceOf(stage, person), await chargeOf(stage, person)]
      await stage.operate('holds', 'repaid', reference, '--amount', charge, ...SIGNED)
    },
  },
  {
    name: 'staff route a network, pay by hand, and look at one transfer',
    async play(stage) {
      const { operate } = stage
      const person = await stage.newPerson()
      await stage.armed()
      try {
        await operate('rails', 'route', 'GH/mtn', 'manual', ...SIGNED)
        await person.open()
        await person.pay()
        const reference = await referenceOf(stage, person)
        await untilAsked(stage, person)
        await operate('transfer', 'show', reference)
        await operate('manual', 'fail', reference, ...SIGNED)
        await stage.drive(person)
        await operate('rails', 'off', 'manual', '--words', 'We are not paying by hand today.', ...SIGNED)
      } finally {
        // Restore the original routes.
        await operate('rails', 'route', 'GH/mtn', 'pawapay', 'mtn-momo-gh', ...SIGNED)
        await operate('rails', 'on', 'pawapay', ...SIGNED)
      }
    },
  },
  {
    name: 'staff close a corridor and open it again',
    movers: ['worker'],
    async play({ armed, operate }) {
      await armed()
      await operate('corridors', 'close', 'LR/GH', '--words', 'Not available today.', ...SIGNED)
      await operate('corridors', 'open', 'LR/GH', ...SIGNED)
    },
  },
  {
    name: 'staff set other prices, and check the product',
    movers: ['worker'],
    async play({ armed, operate, world }) {
      await armed()
      try {
        await operate('prices', 'set', '--file', 'docs/prices.example.json', ...SIGNED)
        // It exits with 1, since there is a problem with this sandbox's address.
        await operate('doctor').catch((error: unknown) => world.log.note(String(error)))
      } finally {
        const first = 'select content from price_lists order by version limit 1'
        await world.database.sql(`insert into price_lists (content) ${first}`)
      }
    },
  },
  {
    name: 'staff lock and unlock an account, sign out one account and all, and unlock its number',
    movers: ['worker'],
    async play(stage) {
      const { operate } = stage
      const { sql } = stage.world.database
      const { phone } = await stage.newPerson()
      await sql(`insert into wrong_codes values (sha256(convert_to($1, 'UTF8')), 100)`, [phone])
      await stage.armed()
      await operate('account', 'show', phone)
      await operate('account', 'lock', phone, ...SIGNED)
      await operate('account', 'unlock', phone, ...SIGNED)
      await operate('account', 'sign-out', phone, ...SIGNED)
      await operate('number', 'unlock', phone, ...SIGNED)
      await operate('accounts', 'sign-out-all', ...SIGNED)
    },
  },
  {
    name: 'a job runs out of attempts, and staff retry it',
    movers: ['worker'],
    async play(stage) {
      const { sql } = stage.world.database
      const [job] = await sql<{ id: number }>(
        `select id from graphile_worker.add_job('messages.send', '{"messageId": "none"}', max_attempts => 1)`,
      )
      const dead =
        'select 1 from graphile_worker.jobs where id = $1 and attempts >= max_attempts and locked_at is null'
      while ((await sql(dead, [job?.id])).length === 0) await sleep(50)
      await stage.armed()
      await stage.operate('jobs', 'retry', String(job?.id), ...SIGNED)
      while ((await sql(dead, [job?.id])).length === 0) await sleep(50)
      await sql('select graphile_worker.complete_jobs(array[$1::bigint])', [job?.id])
    },
  },
  {
    name: 'reconciliation finds a break, and staff explain it',
    movers: ['worker'],
    async play(stage) {
      const { world, operate } = stage
      const person = await stage.newPerson()
      await person.open('0005')
      await person.pay()
      await stage.drive(person)
      await stage.payAfterAll(person, 'says nothing')
      await stage.armed()
      // It exits with 1, since it finds a break.
      await operate('reconcile', '--settle-minutes', '0').catch((error: unknown) =>
        world.log.note(String(error)),
      )
      const breaks = await world.database.sql<{ id: number }>(
        "select id from reconciliation_breaks where state = 'open'",
      )
      for (const { id } of breaks) await operate('reconcile', 'explain', String(id), ...SIGNED)
    },
  },
]

/** Waits until a pay-out waits for staff, whichever process moves the transfer. */
async function untilAsked(stage: Stage, person: Person): Promise<void> {
  const asked = 'select 1 from manual_payouts where outcome is null'
  while ((await stage.world.database.sql(asked)).length === 0) {
    await stage.time.hurry()
    if (stage.mover === 'server') await person.follow(calls.complete)
    await sleep(50)
  }
}
