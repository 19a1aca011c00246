import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { FAULT_MODES, FAULT_TARGETS, type Fault } from '../world/providers.ts'
import type { Answer } from '../world/http.ts'
import type { Member } from '../world/office.ts'
import type { Person } from '../world/person.ts'
import { timeOf } from '../world/time.ts'
import type { World } from '../world/world.ts'
import { DECLINED, DISPUTED } from '../world/cards.ts'
import { NEW_FACTS, type Conditions, type Facts } from './expected.ts'

/** Subjects of the commands. */
export interface Real {
  readonly world: World
  readonly people: readonly Person[]
  /** A member of support and compliance, and one of finance, who approves the first one's requests. */
  readonly office: { readonly maker: Member; readonly checker: Member }
  /** Calls and restarts that run in the background. */
  readonly background: Promise<unknown>[]
}

type Command = fc.AsyncCommand<Conditions, Real>

const PEOPLE = 5
const ENDINGS = ['1234', '1234', '1234', '0001', '0002', '0003', '0004', '0005']
const CHALLENGED = '4000000000003220'
const REFUNDED_LATER = '4000000000007726'
const GOOD = '4242424242424242'
const CARDS = [GOOD, GOOD, GOOD, GOOD, DECLINED, CHALLENGED, REFUNDED_LATER, DISPUTED]

/** Creates a command from its description and its action. It can run in any state. */
function command(words: string, act: (conditions: Conditions, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(conditions, real) {
      real.world.log.note(`* ${words}`)
      await act(conditions, real)
    },
    toString: () => words,
  }
}

function byPerson(words: string, act: (person: Person, conditions: Conditions, real: Real) => Promise<void>) {
  return (who: number): Command =>
    command(`person ${who} ${words}`, async (conditions, real) => {
      const person = real.people[who]
      if (person !== undefined) await act(person, conditions, real)
    })
}

const factsOf = (person: Person, { transfers }: Conditions) => transfers.get(person.intent?.id ?? '')

const open = (who: number, ending: string): Command =>
  byPerson(`opens a transfer to …${ending}`, async (person, conditions) => {
    const before = factsOf(person, conditions)
    if (before) before.closed = true
    const { body } = await person.open(ending)
    if (body) conditions.transfers.set(body.id, { ...NEW_FACTS, ending, sender: who, cards: [] })
  })(who)

const pay = (who: number, card: string): Command =>
  byPerson(`pays with ${card}`, async (person, conditions) => {
    factsOf(person, conditions)?.cards.push(card)
    await person.pay(card)
  })(who)

const cancel = byPerson('cancels', async (person, conditions, { background }) => {
  const facts = factsOf(person, conditions)
  if (facts) facts.cancelAsked = true
  background.push(person.cancel())
})

const send = byPerson('asks for the money to be sent', async (person, _, { background }) => {
  background.push(person.follow(calls.sendMoney))
})

const complete = byPerson('asks for the outcome', async (person) => {
  await person.follow(calls.complete)
})

const look = byPerson('looks at the history', async (person) => {
  await person.once(calls.listTransfers)
  const { intent } = person
  if (intent) await person.once(calls.getTransfer, { params: { payment_id: intent.id } })
})

const expire = (who: number, minutesAgo: number): Command =>
  byPerson(
    `waits until ${minutesAgo} minutes after the price has expired`,
    async (person, conditions, { world }) => {
      const facts = factsOf(person, conditions)
      if (facts) facts.closed = true
      if (person.intent) await timeOf(world.database).expireQuotes(person.intent.id, minutesAgo)
    },
  )(who)

const REASON = 'asked by the sender'

/**
 * Creates an office order about a person's transfer. It may be refused: the page shows what is possible, which this
 * command does not check.
 */
function byOffice(
  words: string,
  give: (
    office: Real['office'],
    params: { reference: string },
    facts: Facts,
  ) => Promise<Pick<Answer<unknown>, 'status'>>,
) {
  return (who: number): Command =>
    command(`the office ${words} the transfer of person ${who}`, async (conditions, real) => {
      const person = real.people[who]
      const facts = person && factsOf(person, conditions)
      if (facts === undefined) return
      const [row] = await real.world.database.sql<{ reference: string }>(
        'select reference from transfers where payment_intent_id = $1',
        [person?.intent?.id],
      )
      if (row === undefined) return
      const { status } = await give(real.office, row, facts)
      if (status < 300) conditions.orders++
    })
}

const holdIt = byOffice('holds', ({ maker }, params, facts) => {
  facts.heldByStaff = true
  return maker.call(officeCalls.holdTransfer, { params, body: { reason: REASON } })
})

const releaseIt = byOffice('releases', ({ maker }, params) =>
  maker.call(officeCalls.releaseHold, { params, body: { reason: REASON } }),
)

const cancelIt = byOffice('cancels', ({ maker }, params, facts) => {
  facts.cancelAsked = true
  return maker.call(officeCalls.cancelTransfer, { params, body: { reason: REASON } })
})

/** If the answer with the request's id is lost, no one approves it. */
const refundIt = byOffice('refunds, by two people,', async ({ maker, checker }, params, facts) => {
  facts.cancelAsked = true
  const asked = await maker.call(officeCalls.requestRefund, { params, body: { reason: REASON } })
  const id = asked.body?.approval.id
  if (id === undefined) return asked
  return checker.call(officeCalls.approve, { params: { id }, body: { note: 'checked' } })
})

const fault = (one: Fault): Command =>
  command(`fault: ${one.target} ${one.mode} ×${one.count}`, async (conditions, { world }) => {
    if (one.target === 'payout') conditions.payoutFaults += one.count
    await world.providers.fault(one)
  })

const pause = (ms: number): Command => command(`${ms} ms pass`, () => sleep(ms))

const hurry = command('all waits end', (_, { world }) => timeOf(world.database).hurry())

const freeze = command('the worker freezes past its leases', async (conditions, { world, background }) => {
  conditions.kills++
  world.worker.signal('SIGSTOP')
  await timeOf(world.database).outliveLeases()
  background.push(sleep(400).then(() => world.worker.signal('SIGCONT')))
})

const restarting = new WeakMap<object, Promise<void>>()

const kill = (name: 'server' | 'worker' | 'sandbox' | 'office'): Command =>
  command(`kill -9 ${name}`, async (conditions, { world, background }) => {
    conditions.kills++
    const child = world[name]
    await restarting.get(child)
    await child.stop('SIGKILL')
    // If it does not start, `quiesce` restarts it.
    const started = child.start().catch((error: unknown) => world.log.note(String(error)))
    restarting.set(child, started)
    background.push(started)
  })

const crashDatabase = (how: 'kill' | 'immediate'): Command =>
  command(`the database crashes: ${how}`, async (conditions, { world }) => {
    conditions.kills++
    await world.database.crash(how)
    await world.database.start()
  })

const who = fc.nat({ max: PEOPLE - 1 })
const faults = fc
  .record({
    target: fc.constantFrom(...FAULT_TARGETS),
    mode: fc.constantFrom(...FAULT_MODES),
    count: fc.integer({ min: 1, max: 3 }),
    ms: fc.constant(600),
  })
  .filter(({ target, mode }) => target !== 'rates' || !['duplicate', 'reorder', 'drop'].includes(mode))
  .filter(({ target, mode }) => target === 'payout' || mode !== 'unavailable')

/** A command that is listed several times is more likely. */
const ordinary = [
  fc.tuple(who, fc.constantFrom(...ENDINGS)).map((of) => open(...of)),
  fc.tuple(who, fc.constantFrom(...ENDINGS)).map((of) => open(...of)),
  fc.tuple(who, fc.constantFrom(...ENDINGS)).map((of) => open(...of)),
  fc.tuple(who, fc.constantFrom(...CARDS)).map((of) => pay(...of)),
  fc.tuple(who, fc.constantFrom(...CARDS)).map((of) => pay(...of)),
  fc.tuple(who, fc.constant(GOOD)).map((of) => pay(...of)),
  fc.tuple(who, fc.constant(GOOD)).map((of) => pay(...of)),
  who.map(send),
  who.map(complete),
  who.map(look),
  who.map(cancel),
  fc.tuple(who, fc.constantFrom(0, 12)).map((of) => expire(...of)),
  who.map(holdIt),
  who.map(releaseIt),
  fc.oneof(who.map(cancelIt), who.map(refundIt)),
  faults.map(fault),
  faults.map(fault),
  fc.integer({ min: 5, max: 150 }).map(pause),
  fc.constant(hurry),
]
const violent = [
  fc.constantFrom<'server' | 'worker'>('server', 'worker').map(kill),
  fc
    .constantFrom<'server' | 'worker' | 'sandbox' | 'office'>('server', 'worker', 'sandbox', 'office')
    .map(kill),
  fc.constantFrom<'kill' | 'immediate'>('kill', 'immediate').map(crashDatabase),
  fc.constant(freeze),
]

/** Returns the commands of a seed, always the same for the same seed. */
export function commandsOf(seed: number, kills: boolean): Iterable<Command> {
  const arbitrary = fc.commands(kills ? [...ordinary, ...violent] : ordinary, {
    maxCommands: 80,
    size: 'max',
  })
  const [commands] = fc.sample(arbitrary, { seed, numRuns: 1 })
  if (commands === undefined) throw new Error('fast-check made no commands')
  return commands
}

export const PEOPLE_IN_A_SEED = PEOPLE
