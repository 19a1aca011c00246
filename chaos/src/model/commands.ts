import { calls } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import fc from 'fast-check'
import { setTimeout as sleep } from 'node:timers/promises'
import { FAULT_MODES, FAULT_TARGETS } from '../world/providers.ts'
import type { Answer } from '../world/http.ts'
import { timeOf } from '../world/time.ts'
import { DECLINED, DISPUTED } from '../world/cards.ts'
import { NEW_FACTS, type Facts } from './expected.ts'
import { byPerson, command, factsOf, fault, type Command, type Real } from './steps.ts'
import { walletCommands } from './wallets.ts'

const ENDINGS = ['1234', '1234', '1234', '0001', '0002', '0003', '0004', '0005']
const CHALLENGED = '4000000000003220'
const REFUNDED_LATER = '4000000000007726'
const GOOD = '4242424242424242'
const CARDS = [GOOD, GOOD, GOOD, GOOD, DECLINED, CHALLENGED, REFUNDED_LATER, DISPUTED]

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

const faults = fc
  .record({
    target: fc.constantFrom(...FAULT_TARGETS),
    mode: fc.constantFrom(...FAULT_MODES),
    count: fc.integer({ min: 1, max: 3 }),
    ms: fc.constant(600),
  })
  .filter(({ target, mode }) => target !== 'rates' || !['duplicate', 'reorder', 'drop'].includes(mode))
  .filter(({ target, mode }) => target === 'payout' || target === 'collection' || mode !== 'unavailable')

/** Returns the commands of `people` customers with cards. One that is listed several times is more likely. */
function cardCommands(people: number): fc.Arbitrary<Command>[] {
  const who = fc.nat({ max: people - 1 })
  const opens = fc.tuple(who, fc.constantFrom(...ENDINGS)).map((of) => open(...of))
  const good = fc.tuple(who, fc.constant(GOOD)).map((of) => pay(...of))
  const cards = fc.tuple(who, fc.constantFrom(...CARDS)).map((of) => pay(...of))
  return [...[opens, opens, opens], ...[cards, cards, good, good], who.map(look)]
}

/** Returns the commands that are the same whichever way `people` customers pay. */
function sharedCommands(people: number): fc.Arbitrary<Command>[] {
  const who = fc.nat({ max: people - 1 })
  return [
    ...[who.map(send), who.map(complete), who.map(cancel)],
    fc.tuple(who, fc.constantFrom(0, 12)).map((of) => expire(...of)),
    ...[who.map(holdIt), who.map(releaseIt), fc.oneof(who.map(cancelIt), who.map(refundIt))],
    ...[faults.map(fault), faults.map(fault)],
    ...[fc.integer({ min: 5, max: 150 }).map(pause), fc.constant(hurry)],
  ]
}

const violent = [
  fc.constantFrom<'server' | 'worker'>('server', 'worker').map(kill),
  fc
    .constantFrom<'server' | 'worker' | 'sandbox' | 'office'>('server', 'worker', 'sandbox', 'office')
    .map(kill),
  fc.constantFrom<'kill' | 'immediate'>('kill', 'immediate').map(crashDatabase),
  fc.constant(freeze),
]

/** How the customers of a run pay, how many there are in a seed, and how many commands it has at most. */
export const RUNS = {
  card: { people: 5, most: 80, commands: cardCommands },
  wallet: { people: 40, most: 2_000, commands: walletCommands },
} as const
export type Pays = keyof typeof RUNS

/** Returns the commands of a seed, always the same for the same seed. */
export function commandsOf(seed: number, kills: boolean, pays: Pays): Iterable<Command> {
  const { people, most, commands: own } = RUNS[pays]
  const ordinary = [...own(people), ...sharedCommands(people)]
  const arbitrary = fc.commands(kills ? [...ordinary, ...violent] : ordinary, {
    maxCommands: most,
    size: 'max',
  })
  const [commands] = fc.sample(arbitrary, { seed, numRuns: 1 })
  if (commands === undefined) throw new Error('fast-check made no commands')
  return commands
}
