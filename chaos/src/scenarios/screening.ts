import { REVIEWED } from '../world/cards.ts'
import type { Person } from '../world/person.ts'
import { officeCalls } from '@sesa/contract/office'
import type { Member } from '../world/office.ts'
import { reason, userOf, withMembers } from './members.ts'
import { runJob, untilTransfer, type Scenario, type Stage } from './stage.ts'

/** On the sandbox's list, without a birth date. */
const LISTED = 'Dauda Koroma'
const BOTH = [['compliance'], ['compliance']] as const
/** Above the limit for pay-outs without the list, in cents. */
const LARGE_CENTS = 30_000

let versions = 0
const changeList = ({ world }: Stage) => world.providers.changeScreeningList(`chaos-${versions++}`)

async function listed(stage: Stage): Promise<Person> {
  const person = await stage.newPerson()
  await person.fillProfile(LISTED)
  await person.open()
  return person
}

async function caseOf({ world }: Stage, person: Person): Promise<string> {
  const [row] = await world.database.sql<{ number: string }>(
    `select c.number from cases c join transfers t on t.user_id::text = c.subject_id
      where t.payment_intent_id = $1 order by c.id desc limit 1`,
    [person.intent?.id],
  )
  return row?.number ?? ''
}

/** Returns the version of a case that a member reads. */
const versionOf = async (member: Member, number: string): Promise<string> =>
  (await member.ask(officeCalls.showCase, { params: { number } })).version

// Each of these is refused when it is repeated, because a crash interrupted it after its commit.
const propose = async (member: Member, number: string, decision: string): Promise<void> => {
  const body = { decision, reason, version: await versionOf(member, number) }
  await member.call(officeCalls.proposeCase, { params: { number }, body })
}

const decide = async (
  [one, other]: readonly [Member, Member],
  number: string,
  decision: string,
): Promise<void> => {
  await propose(one, number, decision)
  const body = { reason, version: await versionOf(other, number) }
  await other.call(officeCalls.confirmCase, { params: { number }, body })
}

/** Screening before a pay-out, and the resulting cases. */
export const screening: readonly Scenario[] = [
  {
    name: 'a sender who is on the list is stopped until two people find another person',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await listed(stage)
      await withMembers(stage, BOTH, async (people) => {
        await stage.armed()
        await person.pay()
        await untilTransfer(stage, person, "hold_reason = 'screening'")
        const [one, other] = people
        const number = await caseOf(stage, person)
        const said = { params: { number }, body: { reason } }
        await one.call(officeCalls.take, { body: { kind: 'cases', id: number, from: null, to: 'me' } })
        await one.call(officeCalls.takeCase, said)
        await one.call(officeCalls.noteCase, said)
        const until = new Date(Date.now() + 3_600_000).toISOString()
        await one.call(officeCalls.waitCase, { params: { number }, body: { until, reason } })
        const customer = { params: { id: await userOf(stage, person.phone) }, body: { reason } }
        await other.call(officeCalls.openCase, customer)
        await propose(one, number, 'blocked')
        await other.call(officeCalls.refuseCase, said)
        await decide(people, number, 'different_person')
        await stage.drive(person)
      })
    },
  },
  {
    name: 'a sender who is on the list gets the money back',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await listed(stage)
      await person.pay()
      await untilTransfer(stage, person, "hold_reason = 'screening'")
      await withMembers(stage, BOTH, async (people) => {
        await stage.armed()
        await decide(people, await caseOf(stage, person), 'returned')
        await stage.drive(person)
      })
    },
  },
  {
    name: 'a review of the card ends, and the sender is on the list',
    movers: ['worker'],
    async play(stage) {
      const person = await listed(stage)
      await person.pay(REVIEWED)
      await untilTransfer(stage, person, "hold_reason = 'fraud_suspected'", () => stage.drive(person))
      await stage.armed()
      await stage.world.providers.reportFraud(person.intent?.id ?? '', 'review_closed')
      await untilTransfer(stage, person, "hold_reason = 'screening'", () => stage.drive(person))
    },
  },
  {
    name: 'a large pay-out waits while the screening list is away',
    movers: ['worker'],
    async play(stage) {
      const person = await stage.newPerson('US')
      await stage.world.providers.fault({ target: 'screening', mode: 'error_500', count: 1_000 })
      await stage.armed()
      await person.open(undefined, { amount: LARGE_CENTS })
      await person.pay()
      await untilTransfer(stage, person, "hold_reason = 'screening_unavailable'")
      await stage.world.providers.clearFaults()
      await untilTransfer(stage, person, "state = 'sent'", () => stage.drive(person))
    },
  },
  {
    name: 'the worker screens everyone again for a new version of the list',
    movers: ['worker'],
    async play(stage) {
      const person = await listed(stage)
      await person.pay()
      await untilTransfer(stage, person, "hold_reason = 'screening'")
      await withMembers(stage, BOTH, async (people) => {
        await decide(people, await caseOf(stage, person), 'different_person')
        await stage.drive(person)
        await changeList(stage)
        await stage.armed()
        await runJob(stage, 'screening')
        const deadline = {
          ...({ kind: 'screening', stage: 'review', amount: 5, unit: 'business_days' } as const),
          ...{ isConfirmed: false, source: 'our choice', validFrom: '2026-11-26', reason },
        }
        await people[0].call(officeCalls.setCaseDeadline, { body: deadline })
      })
    },
  },
]
