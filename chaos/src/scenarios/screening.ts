import { REVIEWED } from '../world/cards.ts'
import type { Person } from '../world/person.ts'
import { runJob, SIGNED, untilTransfer, type Scenario, type Stage } from './stage.ts'

/** On the sandbox's list, without a birth date. */
const LISTED = 'Dauda Koroma'
const SECOND = ['--by', 'Kofi Owusu', '--reason', 'compared both records'] as const
/** Above what leaves without the list, in cents. */
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

/** Runs a command that is refused when it is repeated, because a crash cut it off after its commit. */
export const once = (stage: Stage, ...command: readonly string[]): Promise<void> =>
  stage.operate(...command).catch((error: unknown) => stage.world.log.note(String(error)))

/** Reads a case, and returns the options of a decision about what it shows. */
async function read(stage: Stage, number: string): Promise<readonly string[]> {
  await stage.operate('cases', 'show', number)
  return ['--version', /Version ([0-9a-f]{12})/.exec(stage.world.staff.lastWords)?.[1] ?? '']
}

const propose = async (stage: Stage, number: string, decision: string): Promise<void> =>
  once(stage, 'cases', 'propose', number, '--decision', decision, ...(await read(stage, number)), ...SIGNED)

const decide = async (stage: Stage, number: string, decision: string): Promise<void> => {
  await propose(stage, number, decision)
  await once(stage, 'cases', 'confirm', number, ...(await read(stage, number)), ...SECOND)
}

/** Screening before a pay-out, and the cases that it opens. */
export const screening: readonly Scenario[] = [
  {
    name: 'a sender who is on the list is stopped until two people find another person',
    // Only the worker moves a held transfer.
    movers: ['worker'],
    async play(stage) {
      const person = await listed(stage)
      await stage.armed()
      await person.pay()
      await untilTransfer(stage, person, "hold_reason = 'screening'")
      const number = await caseOf(stage, person)
      await once(stage, 'cases', 'assign', number, '--to', 'Kofi Owusu', ...SIGNED)
      await once(stage, 'cases', 'note', number, ...SIGNED)
      await propose(stage, number, 'blocked')
      await once(stage, 'cases', 'refuse', number, ...SECOND)
      await decide(stage, number, 'different_person')
      await stage.drive(person)
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
      await stage.armed()
      await decide(stage, await caseOf(stage, person), 'returned')
      await stage.drive(person)
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
      await decide(stage, await caseOf(stage, person), 'different_person')
      await stage.drive(person)
      await changeList(stage)
      await stage.armed()
      await runJob(stage, 'screening')
      await once(
        stage,
        ...['cases', 'set-deadline', '--kind', 'screening', '--stage', 'review', '--amount', '5'],
        ...['--unit', 'business_days', '--source', 'our choice', '--from', '2026-11-26', ...SIGNED],
      )
    },
  },
]
