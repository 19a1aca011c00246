import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { CurrencyCode } from '@sesa/money'
import { forgetTransfer } from '@sesa/test-kit/forget-transfer'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { REFUND_FAILS_LATER } from '../world/cards.ts'
import type { Member } from '../world/office.ts'
import { reason, together, userOf, withMembers } from './members.ts'
import { aMinuteLater, untilReturned, untilTransfer, type Scenario, type Stage } from './stage.ts'

/** Options with which staff sign a command that changes something, while there are no members. */
const SIGNED = ['--by', 'Fatu Sesay', '--reason', reason] as const

export async function referenceOf({ world }: Stage, person: Person): Promise<string> {
  const [row] = await world.database.sql<{ reference: string }>(
    'select reference from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  return row?.reference ?? ''
}

/** Returns the charge of a person's newest transfer. */
async function chargeOf({ world }: Stage, person: Person) {
  const [row] = await world.database.sql<{ amount: number; currency: CurrencyCode }>(
    'select charge_amount::float8 as amount, charge_currency as currency from transfers where payment_intent_id = $1',
    [person.intent?.id],
  )
  if (row === undefined) throw new Error('There is no transfer')
  return row
}

/** Returns a member's actions about a person's transfer. */
export const aboutTransfer = async (stage: Stage, person: Person) => ({
  params: { reference: await referenceOf(stage, person) },
  body: { reason },
})

/** Creates a transfer that the product holds: the charge differs from the quote. */
export async function heldTransfer(stage: Stage): Promise<Person> {
  const person = await stage.newPerson()
  await person.open()
  await stage.world.providers.merchant(`/payment_intents/${person.intent?.id}`, { amount: '120000' })
  await person.pay()
  await stage.drive(person)
  return person
}

/** Staff actions with `npm run sesa`, and about transfers, rails, prices and accounts in the office. */
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
    name: 'staff hold a transfer and release it',
    play: (stage) =>
      withMembers(stage, [['compliance']], async ([member]) => {
        const person = await stage.newPerson()
        await person.open('0002')
        await person.pay()
        if (stage.mover === 'server') await person.follow(calls.complete)
        const about = await aboutTransfer(stage, person)
        await stage.armed()
        await member.call(officeCalls.holdTransfer, about)
        await member.call(officeCalls.releaseHold, about)
        await stage.drive(person)
      }),
  },
  {
    name: 'staff stop an unpaid transfer, whose charge still arrives, and release it',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['compliance']], async ([member]) => {
        const person = await stage.newPerson()
        await person.open()
        const about = await aboutTransfer(stage, person)
        await member.call(officeCalls.holdTransfer, about)
        await stage.armed()
        await person.pay()
        await untilTransfer(stage, person, "state = 'paid' and next_step_at is null")
        await member.call(officeCalls.releaseHold, about)
        await stage.drive(person)
      }),
  },
  {
    name: 'staff hold a pay-out in flight, which still ends',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['compliance']], async ([member]) => {
        const person = await stage.newPerson()
        await person.open('0002')
        await person.pay()
        await untilTransfer(stage, person, "state = 'paying_out' and lease_token is null")
        const about = await aboutTransfer(stage, person)
        await member.call(officeCalls.holdTransfer, about)
        await stage.armed()
        await aMinuteLater(stage.world, () => untilTransfer(stage, person, "state = 'sent'"))
        await member.call(officeCalls.releaseHold, about)
      }),
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
      const statement = path.join(path.dirname(world.sandboxFile), 'statement.csv')
      await writeFile(statement, `PAYOUT,${randomUUID()}`)
      await stage.armed()
      // It exits with 1, since the statement has a pay-out that nothing explains.
      await stage
        .operate(
          ...['adopt', '--statement', statement, '--wait-minutes', '0', '--apply'],
          ...[...SIGNED, '--approved-by', 'Kofi Mensah'],
        )
        .catch((error: unknown) => world.log.note(String(error)))
      const about = await aboutTransfer(stage, person)
      await stage.operate('transfer', 'show', about.params.reference)
      await withMembers(stage, [['compliance']], async ([member]) => {
        await member.call(officeCalls.releaseHold, about)
        await stage.drive(person)
      })
    },
  },
  {
    name: 'staff cancel a transfer',
    play: (stage) =>
      withMembers(stage, [['support']], async ([member]) => {
        const person = await stage.newPerson()
        await person.open()
        await stage.armed()
        await member.call(officeCalls.cancelTransfer, await aboutTransfer(stage, person))
        await stage.drive(person)
      }),
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
      await withMembers(stage, [['finance'], ['finance']], async (people) => {
        const [maker] = people
        const about = await aboutTransfer(stage, person)
        await stage.armed()
        await together(stage, people, () => maker.call(officeCalls.requestRefund, about))
        await untilReturned(stage, person, 2)
        // Staff can repay only after every provider event is handled.
        await untilTransfer(stage, person, 'not late_events_pending', () => stage.drive(person))
        const repaid = { ...about, body: { amount: await chargeOf(stage, person), reason } }
        await together(stage, people, () => maker.call(officeCalls.requestRepaid, repaid))
      })
    },
  },
  {
    name: 'staff lock and unlock an account, sign out one account and all, and unlock its number',
    movers: ['worker'],
    play: (stage) =>
      withMembers(stage, [['support']], async ([member]) => {
        const { phone } = await stage.newPerson()
        await stage.world.database.sql(
          `insert into wrong_codes values (sha256(convert_to($1, 'UTF8')), 100)`,
          [phone],
        )
        const account = { params: { id: await userOf(stage, phone) }, body: { reason } }
        await stage.armed()
        await member.ask(officeCalls.showCustomer, { params: account.params })
        await member.call(officeCalls.lockAccount, account)
        await member.call(officeCalls.unlockAccount, account)
        await member.call(officeCalls.signOutAccount, account)
        await member.call(officeCalls.unlockNumber, { body: { phone, reason } })
        await member.call(officeCalls.signOutEveryone, { body: { reason } })
      }),
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
      await withMembers(stage, [['finance']], ([member]) => explainAll(member, breaks))
    },
  },
]

async function explainAll(member: Member, breaks: readonly { readonly id: number }[]): Promise<void> {
  for (const { id } of breaks)
    await member.call(officeCalls.explainBreak, { params: { id: String(id) }, body: { reason } })
}
