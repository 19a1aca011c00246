import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SCENARIOS } from '../scenarios/index.ts'
import { PRODUCT_PROCESSES, startWorld, type World } from '../world/world.ts'
import { crash, explore, nameOf, playsOf, type CrashResult, type Play, type Target } from './crash.ts'
import { scanPoints } from './scan.ts'
import { shuffled } from '../seed.ts'

/** Points that no process can reach in the sandbox, and why. The run reports them, but does not fail. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^firebase\./, 'Firebase opens sessions only in hosted mode, which cannot run beside the sandbox'],
  [/^account\.forget_locked$/, 'forgets customers years after they left, which no chaos run has'],
  [/^archive\./, 'a nightly job, and commands about months of 18 months ago, which no chaos run has'],
  [/^daily_close\./, 'staff close days that are over, which no chaos run has'],
  [/^messages\.take_report$/, 'only real SMS vendors report deliveries'],
  [/^rails\.fix_route$/, 'pins the rail of a pay-out whose choice a restore lost, which no chaos run has'],
  [/^outbox\.put_off$/, 'no message about a transfer has an error'],
  [/^email\.give_mail_back$/, 'needs more concurrent sign-ups than the machine has slots for hashing'],
]

/**
 * The plays that always reach a point in a process: `{ "worker cards.refund:before": [names] }`. Points that
 * depend on which process is faster are missing here and left to the full run.
 * `npm run chaos -- --crash-points --most 0 --write` explores again.
 */
export type Reached = Readonly<Record<string, readonly string[]>>
const REACHED_FILE = path.join(import.meta.dirname, 'reached.json')
const MOST_PLAYS_KEPT = 2
/** A play counts as always reaching a point if it does so in each of this many explorations. */
const EXPLORATIONS = 3

export const readReached = (): Reached => JSON.parse(readFileSync(REACHED_FILE, 'utf8')) as Reached

/** Writes one line per target, so that a diff shows what changed. */
function writeReached(targets: readonly Target[], found: Found): void {
  const lines = targets.flatMap(({ process, point, plays }) => {
    const target = `${process} ${point}`
    const always = plays.filter((play) => found.get(target)?.get(play) === EXPLORATIONS)
    const names = always.slice(0, MOST_PLAYS_KEPT).map(nameOf)
    return names.length === 0 ? [] : [`  ${JSON.stringify(target)}: ${JSON.stringify(names)}`]
  })
  writeFileSync(REACHED_FILE, `{\n${lines.join(',\n')}\n}\n`)
}

/** Returns the points of the code that a sandbox can reach, and why it cannot reach the others. */
export function listReachablePoints(): {
  readonly points: readonly string[]
  readonly elsewhere: readonly string[]
} {
  const { names } = scanPoints()
  const reasonOf = (name: string) => ELSEWHERE.find(([pattern]) => pattern.test(name))?.[1]
  return {
    points: names
      .filter((name) => reasonOf(name) === undefined)
      .flatMap((name) => [`${name}:before`, `${name}:after`]),
    elsewhere: names
      .filter((name) => reasonOf(name) !== undefined)
      .map((name) => `${name}: ${reasonOf(name)}`),
  }
}

/** Returns the names of all plays, as in `reached.json`. */
export const playNames = (): readonly string[] => playsOf(SCENARIOS).map(nameOf)

export interface CrashRun {
  readonly results: readonly CrashResult[]
  /** Plays that failed without any crash. */
  readonly broken: readonly string[]
  /** Points of the code, before and after each name, that no scenario reached. */
  readonly unreached: readonly string[]
  /** Number of points in the code, and of targets: each process that reaches a point is one. */
  readonly points: number
  readonly targets: number
}

export interface CrashRunOptions {
  /** Number of targets to kill at; all by default. Only the seed selects them. */
  readonly atMost?: number
  readonly seed: number
  /** How many worlds run at once. */
  readonly lanes?: number
  /** Only points whose names contain this. */
  readonly only?: string
  /** The result of an earlier exploration; without it, the run plays every scenario first. */
  readonly reached?: Reached
  /** Explores several times and writes the result to `reached.json`. */
  readonly write?: boolean
  say(line: string): void
}

/** Processes one list in several worlds at once. */
async function inLanes<T>(
  worlds: readonly World[],
  items: readonly T[],
  work: (world: World, item: T) => Promise<void>,
) {
  const waiting = [...items]
  await Promise.all(
    worlds.map(async (world) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(world, item)
    }),
  )
}

/** How often each play reached a target. */
type Found = ReadonlyMap<string, ReadonlyMap<Play, number>>

/** Plays every scenario `times` times without a crash. Returns the points reached and the problems. */
async function exploreAll(
  worlds: readonly World[],
  times: number,
  say: (line: string) => void,
): Promise<{ found: Found; broken: string[] }> {
  const found = new Map<string, Map<Play, number>>()
  const broken: string[] = []
  const plays = playsOf(SCENARIOS)
  await inLanes(worlds, Array.from({ length: times }, () => plays).flat(), async (world, play) => {
    const { reached, problems } = await explore(world, play)
    say(`reached ${reached.size} points: ${nameOf(play)}`)
    for (const problem of problems) say(`  BROKEN without a crash: ${problem}`)
    if (problems.length > 0) broken.push(nameOf(play))
    for (const target of reached) {
      const counts = found.get(target) ?? new Map<Play, number>()
      found.set(target, counts.set(play, (counts.get(play) ?? 0) + 1))
    }
  })
  return { found, broken }
}

function readFound(reached: Reached): Found {
  const plays = new Map(playsOf(SCENARIOS).map((play) => [nameOf(play), play]))
  return new Map(
    Object.entries(reached).map(([target, names]) => [
      target,
      new Map(names.flatMap((name) => plays.get(name) ?? []).map((play) => [play, EXPLORATIONS])),
    ]),
  )
}

/** Kills a process at each of the points that scenarios reach, or at some of them. */
export async function runCrashPoints(options: CrashRunOptions): Promise<CrashRun> {
  const { say, seed, lanes = 2, atMost = Infinity, only = '' } = options
  const { points, elsewhere } = listReachablePoints()
  for (const line of elsewhere) say(`cannot be reached here: ${line}`)
  const worlds: World[] = []
  try {
    for (let lane = 0; lane < lanes; lane++) worlds.push(await startWorld())
    const { found, broken } = options.reached
      ? { found: readFound(options.reached), broken: [] }
      : await exploreAll(worlds, options.write ? EXPLORATIONS : 1, say)
    const targets = targetsOf(found, points)
    if (options.write) writeReached(targets, found)
    const reachedPoints = new Set(targets.map(({ point }) => point))
    const chosen = shuffled(
      targets.filter(({ point }) => point.includes(only)),
      seed,
    ).slice(0, atMost)
    const results: CrashResult[] = []
    await inLanes(worlds, chosen, async (world, target) => {
      const result = await crash(world, target)
      results.push(result)
      const { play } = result
      const end = result.problems.length > 0 ? 'BROKEN' : play ? `recovered: ${nameOf(play)}` : 'NOT REACHED'
      say(`${results.length}/${chosen.length} ${target.process} at ${target.point}: ${end}`)
      for (const problem of result.problems) say(`  ${problem}`)
      if (result.events !== '') say(result.events)
    })
    return {
      results,
      broken,
      unreached: points.filter((point) => point.includes(only) && !reachedPoints.has(point)),
      points: points.length,
      targets: targets.length,
    }
  } finally {
    await Promise.all(worlds.map((world) => world.close()))
  }
}

/**
 * Lists the targets in the order of the code's names, so that a seed always selects the same ones. The plays that reach
 * a target most often come first.
 */
function targetsOf(found: Found, points: readonly string[]): Target[] {
  return points.flatMap((point) =>
    PRODUCT_PROCESSES.flatMap((process) => {
      const counts = [...(found.get(`${process} ${point}`) ?? [])].sort(([, one], [, other]) => other - one)
      return counts.length === 0 ? [] : [{ process, point, plays: counts.map(([play]) => play) }]
    }),
  )
}
