import fc from 'fast-check'
import type { Member } from '../world/office.ts'
import type { Person } from '../world/person.ts'
import { quiesce } from '../world/quiesce.ts'
import { problems, verify } from '../world/verify.ts'
import { openEveryCollector } from '../world/wallets.ts'
import { startWorld, type World } from '../world/world.ts'
import { commandsOf, RUNS, type Pays } from './commands.ts'
import { newConditions, unexpectedEnds } from './expected.ts'
import { readSentences, type Sentences } from './sentences.ts'
import type { Real } from './steps.ts'
import { fillFloats, registerWallet, walletOf } from './wallets.ts'
import { watch, type Reads } from './watch.ts'

export interface ModelOptions {
  /** The first seed; the next ones count up from it. */
  readonly seed: number
  /** Called before each seed; false ends the run. */
  shouldContinue(): boolean
  /** Seeds divisible by this number also kill processes; 1: every seed. */
  readonly killsEvery: number
  /** How customers pay; by card by default. */
  readonly pays?: Pays
  readonly lanes?: number
  say(line: string): void
}

export interface ModelTotals {
  seeds: number
  withKills: number
  transfers: number
  kills: number
  commands: number
  /** Office orders. */
  orders: number
  /** Requests to pay from wallets: all by collector, those that paid, those that paid too late or twice, and those given back. */
  readonly collections: Collections
  /** Sentences about their money that customers read, and those that were untrue. */
  readonly sentences: { read: number; untrue: number }
  readonly reads: Reads
  /** Descriptions of the problems, each with the seed that replays it. */
  readonly failures: string[]
}

/** After this many seeds a new world starts, because checks slow down as transfers accumulate. */
const SEEDS_IN_A_WORLD = { card: 40, wallet: 5 } as const
const PROVIDER_TIMEOUT_MS = 500
/** How many customers sign up at once. */
const SIGN_UPS = 5

/** Runs seed after seed in several worlds at once, until a seed fails or `shouldContinue` returns false. */
export async function runModel(options: ModelOptions): Promise<ModelTotals> {
  const totals: ModelTotals = {
    ...{ seeds: 0, withKills: 0, transfers: 0, kills: 0, commands: 0, orders: 0, failures: [] },
    collections: { by: {}, asked: 0, paid: 0, extra: 0, returned: 0 },
    sentences: { read: 0, untrue: 0 },
    reads: { checked: 0, broken: 0, ledger: 0, unbalanced: 0, problems: [] },
  }
  const { pays = 'card' } = options
  let next = options.seed
  const lane = async (): Promise<void> => {
    let isOver = false
    while (!isOver) {
      const world = await startWorld({ providerTimeoutMs: PROVIDER_TIMEOUT_MS })
      try {
        const { others } = await world.members.staff([['support', 'compliance'], ['finance']])
        const [maker, checker] = others as [Member, Member]
        if (pays === 'wallet') await openEveryCollector(world)
        for (let seeds = 0; seeds < SEEDS_IN_A_WORLD[pays] && !isOver; seeds++) {
          isOver = totals.failures.length > 0 || !options.shouldContinue()
          if (!isOver) await runSeed({ world, office: { maker, checker } }, next++, options, totals)
        }
        if (pays === 'wallet') await count(totals.collections, world)
      } finally {
        await world.close()
      }
      // Printed now, so that an interrupted run has already reported its totals.
      if (!isOver) options.say(summary(totals))
    }
  }
  await Promise.all(Array.from({ length: options.lanes ?? 2 }, lane))
  return totals
}

/** Returns true by the seed alone, so that a replay behaves the same. */
const killsIn = (seed: number, every: number): boolean => seed % every === 0

async function newCustomer(world: World, pays: Pays, at: number): Promise<Person> {
  if (pays === 'card') return world.person(at % 2 ? 'US' : 'LR')
  const { home, ending } = walletOf(at)
  const person = await world.person(home, ending)
  await registerWallet(person)
  return person
}

/** Reads every transfer's page once the world is quiet: nothing changes any more between the books and the page. */
async function readEverything({ world, people }: Real, sentences: Sentences): Promise<void> {
  const books = await world.providers.books()
  for (const person of people)
    for (const id of person.payments) await readSentences(world, person, id, sentences, books)
}

interface Collections {
  readonly by: Record<string, number>
  asked: number
  paid: number
  extra: number
  returned: number
}

const COUNTED = `select a.collector, count(*) as asked, count(*) filter (where a.state = 'completed') as paid,
    count(*) filter (where exists (select from ledger_entries e where e.transfer_id = a.entry_id)) as extra,
    count(*) filter (where exists (
      select from collection_refunds r where r.attempt_id = a.id and r.state = 'succeeded')) as returned
  from collection_attempts a group by a.collector order by a.collector`

/** Adds what wallets were asked for in a world. */
async function count(totals: Collections, { database }: World): Promise<void> {
  const rows = await database.sql<
    Record<'asked' | 'paid' | 'extra' | 'returned', number> & { collector: string }
  >(COUNTED)
  for (const { collector, asked, paid, extra, returned } of rows) {
    totals.by[collector] = (totals.by[collector] ?? 0) + asked
    totals.asked += asked
    totals.paid += paid
    totals.extra += extra
    totals.returned += returned
  }
}

async function runSeed(
  { world, office }: Pick<Real, 'world' | 'office'>,
  seed: number,
  options: ModelOptions,
  totals: ModelTotals,
): Promise<void> {
  const kills = killsIn(seed, options.killsEvery)
  const { pays = 'card' } = options
  const commands = commandsOf(seed, kills, pays)
  const begin = world.log.length
  const conditions = newConditions()
  const stopWatching = watch(world, totals.reads)
  const wrong: string[] = []
  let given = 0
  try {
    const people: Person[] = []
    for (let at = 0; at < RUNS[pays].people; at += SIGN_UPS)
      people.push(
        ...(await Promise.all(
          Array.from({ length: SIGN_UPS }, (_, more) => newCustomer(world, pays, at + more)),
        )),
      )
    const begun: Promise<unknown>[] = []
    // Handled at once: a customer may give up long before the commands end.
    const push = (...work: readonly Promise<unknown>[]): void => {
      for (const one of work) begun.push(one.catch((error: unknown) => world.log.note(String(error))))
    }
    const real: Real = { world, people, office, background: { push } }
    await fc.asyncModelRun(() => ({ model: conditions, real }), commands)
    await Promise.all(begun)
    world.worker.signal('SIGCONT')
    given = [...commands].length
    if (pays === 'wallet') await fillFloats(world)
    await quiesce(world)
    const ends = await unexpectedEnds(world, conditions)
    const findings = await verify(world)
    wrong.push(...ends.problems, ...problems(findings.filter(({ examined }) => examined > 0)))
    if (pays === 'wallet') await readEverything(real, conditions.sentences)
    wrong.push(...conditions.sentences.untrue)
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  } finally {
    await stopWatching()
  }
  wrong.push(...totals.reads.problems)
  totals.seeds++
  totals.withKills += kills ? 1 : 0
  totals.transfers += conditions.transfers.size
  totals.kills += conditions.kills
  totals.commands += given
  totals.orders += conditions.orders
  totals.sentences.read += conditions.sentences.read
  totals.sentences.untrue += conditions.sentences.untrue.length
  if (wrong.length === 0) return
  const by = pays === 'wallet' ? ' --pays wallet' : ''
  const replay = `npm run chaos -- --seed ${seed} --seeds 1 --kills-every ${kills ? 1 : seed + 1}${by}`
  totals.failures.push(`seed ${seed}: ${wrong.join('\n')}`)
  options.say(`seed ${seed} FAILED; replay with: ${replay}\n${wrong.join('\n')}\n${world.log.since(begin)}`)
}

/** Describes the totals, with how much was checked. */
export function summary({
  seeds,
  withKills,
  transfers,
  kills,
  commands,
  orders,
  collections: { by, asked, paid, extra, returned },
  sentences,
  reads,
  failures,
}: ModelTotals): string {
  const wallets =
    asked === 0
      ? []
      : [
          `Requests to pay: ${asked} (${Object.entries(by)
            .map((one) => one.join(' '))
            .join(', ')}), ${paid} paid, ${extra} of them too late or twice, ${returned} given back`,
          `${sentences.untrue} of ${sentences.read} sentences untrue`,
        ]
  return [
    ...wallets,
    `R7 ${seeds - failures.length} of ${seeds} seeds held (${withKills} with kills: ${kills}; ${commands} commands, ${orders} orders of the office)`,
    `R1 ${failures.length === 0 ? 0 : 'see above'} double effects in ${transfers} transfers`,
    `R2 ${reads.unbalanced} of ${reads.ledger} ledger reads unbalanced; ${reads.broken} of ${reads.checked} rules broken in mid-run`,
  ].join('\n')
}
