import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Home } from '../world/homes.ts'
import type { Person } from '../world/person.ts'
import type { Fault } from '../world/providers.ts'
import { timeOf } from '../world/time.ts'
import { deliverLost } from '../world/wallets.ts'
import type { World } from '../world/world.ts'
import { NEW_FACTS, type Conditions } from './expected.ts'
import { byPerson, command, factsOf, fault, type Command, type Real } from './steps.ts'
import { readSentences } from './sentences.ts'

// Customers who pay from wallets, over pawaPay, MTN and Monime.

/** Two of these pay over pawaPay, one of them with a request that its payer opens by a code; one over MTN, one over Monime. */
const WALLETS: readonly Home[] = ['LR', 'LR/mtn', 'SL', 'SL/afrimoney']
/** Endings of payers: as usual, the carrier reports a minute late, or a wallet that takes no refund. */
const ENDINGS: readonly (string | undefined)[] = [...Array<undefined>(6), '0002', '0005']

/** Returns the wallet of a customer, and its number's ending. Sierra Leone has too few numbers for endings. */
export function walletOf(who: number): { home: Home; ending: string | undefined } {
  const home = WALLETS[who % WALLETS.length] ?? 'LR'
  return { home, ending: home.startsWith('SL') ? undefined : ENDINGS[who % ENDINGS.length] }
}

const FULL = '100000000.00'
const FLOATS = [
  ['LBR', 'pawapay'],
  ['SLE', 'pawapay'],
  ['LRD', 'mtn-momo'],
  ['LRD', 'mtn-momo-disbursement'],
  ['LRD', 'mtn-momo-collection'],
  ['SLE', 'monime'],
] as const
type Float = (typeof FLOATS)[number]

/** Fills every float from which refunds are paid. */
export async function fillFloats({ providers }: World): Promise<void> {
  for (const [of, carrier] of FLOATS) await providers.setFloat(of, FULL, carrier)
}

/** Pause between the commands of all customers. */
const PACE_MS = 40
/** How long a customer waits for their phone before the next thing: it approves a little earlier. */
const APPROVAL_MS = 2_500

/** The command in progress of each customer. Customers act at the same time, and each one's commands run in order. */
const turns = new WeakMap<Person, Promise<unknown>>()

/** Creates a command whose action begins once the same customer's last one has ended. The run goes on meanwhile. */
function inTurn(
  words: string,
  act: (person: Person, conditions: Conditions, real: Real) => Promise<unknown>,
) {
  return byPerson(words, async (person, conditions, real) => {
    const turn = (turns.get(person) ?? Promise.resolve()).then(() => act(person, conditions, real))
    turns.set(
      person,
      turn.catch(() => undefined),
    )
    real.background.push(turn)
    await sleep(PACE_MS)
  })
}

async function begin(
  person: Person,
  conditions: Conditions,
  { who: sender, ending }: { readonly who: number; readonly ending: string },
): Promise<void> {
  const before = factsOf(person, conditions)
  const { body } = await person.open(ending, { wallet: true })
  if (body === undefined) return
  if (before) before.closed = true
  const isFull = person.phone.endsWith('0005')
  conditions.transfers.set(body.id, { ...NEW_FACTS, ending, sender, cards: [], isFull })
}

const open = (who: number, ending: string): Command =>
  inTurn(`opens a transfer to …${ending}, to pay from a wallet`, (person, conditions) =>
    begin(person, conditions, { who, ending }),
  )(who)

const openAndPay = (who: number, ending: string): Command =>
  inTurn(`opens a transfer to …${ending}, and asks the network to pay`, async (person, conditions) => {
    await begin(person, conditions, { who, ending })
    await person.payByPhone()
    await sleep(APPROVAL_MS)
  })(who)

const pay = inTurn('asks the network to pay', (person) => person.payByPhone())

const payTwice = inTurn('asks the network to pay, twice at once', (person) => {
  const key = randomUUID()
  return Promise.all([person.payByPhone(key), person.payByPhone(key)])
})

const payInTwoTabs = inTurn('asks the network to pay, in two tabs', (person) =>
  Promise.all([person.payByPhone(), person.payByPhone()]),
)

const setPhone = (who: number, prompts: 'auto' | 'ask' | 'ignore'): Command =>
  inTurn(`sets the phone to ${prompts}`, async (person) => {
    await person.handset.set(prompts)
  })(who)

const answer = (who: number, approve: boolean): Command =>
  inTurn(approve ? 'approves' : 'declines', (person) => person.handset.answer(approve))(who)

const dial = inTurn('dials the code', (person) => person.dial())

const stop = inTurn('takes the code back', (person) => person.stopPaying())

const look = inTurn('reads what the page says', async (person, conditions, { world }) => {
  if (person.intent) await readSentences(world, person, person.intent.id, conditions.sentences)
})

const setFloat = ([of, carrier]: Float, balance: string): Command =>
  command(`the float of ${carrier} ${of} is ${balance}`, async (conditions, { world }) => {
    if (balance !== FULL) conditions.floats.add(carrier)
    await world.providers.setFloat(of, balance, carrier)
  })

/** A request that the carrier still does not know is given up. */
const giveUp = command('16 minutes pass for requests without an answer', async (_, { world }) => {
  const time = timeOf(world.database)
  for (let looks = 0; looks < 2; looks++) {
    await time.ageRequests()
    await time.hurry()
    await sleep(150)
  }
})

const arriveLate = inTurn('has requests that reach the carrier late', (person, _, { world }) =>
  deliverLost(world, [...person.payments]),
)

const collectionFault = fc
  .record({
    target: fc.constant('collection' as const),
    mode: fc.constantFrom<Fault['mode']>(
      ...(['time_out_before', 'time_out_before', 'time_out_after', 'time_out_after', 'error_500'] as const),
      ...(['slow', 'duplicate', 'reorder', 'drop', 'unavailable'] as const),
    ),
    count: fc.integer({ min: 1, max: 3 }),
    ms: fc.constant(600),
  })
  .map(fault)

const PAYEES = ['1234', '1234', '1234', '1234', '1234', '0001', '0003', '0005']

/** Returns the commands of `people` customers with wallets. One that is listed several times is more likely. */
export function walletCommands(people: number): fc.Arbitrary<Command>[] {
  const who = fc.nat({ max: people - 1 })
  const opens = fc.tuple(who, fc.constantFrom(...PAYEES)).map((of) => open(...of))
  const pays = who.map(pay)
  const both = fc.tuple(who, fc.constantFrom(...PAYEES)).map((of) => openAndPay(...of))
  const floats = fc.tuple(fc.constantFrom(...FLOATS), fc.constantFrom('0.00', FULL))
  return [
    ...Array.from({ length: 20 }, () => both),
    ...[opens, pays, pays],
    ...[who.map(payTwice), who.map(payInTwoTabs)],
    fc
      .tuple(who, fc.constantFrom<'auto' | 'ask' | 'ignore'>('auto', 'auto', 'ask', 'ignore'))
      .map((of) => setPhone(...of)),
    fc.tuple(who, fc.boolean()).map((of) => answer(...of)),
    ...[who.map(dial), who.map(dial), who.map(stop), who.map(look)],
    ...[who.map(arriveLate), fc.constant(giveUp)],
    ...[collectionFault, collectionFault],
    floats.map((of) => setFloat(...of)),
  ]
}

/** Registers the wallet of a new customer. */
export const registerWallet = (person: Person): Promise<unknown> => person.handset.set('auto')
