import { SCENARIOS } from '../scenarios/index.ts'
import { OURS, startWorld, type World } from '../world/world.ts'
import { crash, explore, nameOf, playsOf, type CrashResult, type Play, type Target } from './crash.ts'
import { scanPoints } from './scan.ts'
import { shuffled } from '../seed.ts'

/** Points that no process in a sandbox can reach, and why: they are reported, not failures. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [/^firebase\./, 'Firebase opens a session in hosted mode alone, which is refused beside the sandbox'],
  [/^email\.give_mail_back$/, 'needs more sign-ups at once than the machine has slots for hashes'],
]

export interface CrashRun {
  readonly results: readonly CrashResult[]
  /** Plays that went wrong without any crash. */
  readonly broken: readonly string[]
  /** Points of the code, before and after each name, that no scenario reached. */
  readonly unreached: readonly string[]
  /** All points of the code, and all as each process reaches them. */
  readonly points: number
  readonly targets: number
}

export interface CrashRunOptions {
  /** How many of the targets are killed; all by default. Which ones depends on the seed alone. */
  readonly atMost?: number
  readonly seed: number
  /** Worlds at once. */
  readonly lanes?: number
  /** Only scenarios and points whose names contain this. */
  readonly only?: string
  say(line: string): void
}

/** Takes from one list with several worlds at once. */
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

/** Plays all scenarios to see which points they reach, then kills a process at each of the points (or some of them). */
export async function runCrashPoints(options: CrashRunOptions): Promise<CrashRun> {
  const { say, seed, lanes = 2, atMost = Infinity, only = '' } = options
  const { names } = scanPoints()
  const elsewhere = names.filter((name) => ELSEWHERE.some(([pattern]) => pattern.test(name)))
  for (const name of elsewhere)
    say(`not here: ${name}: ${ELSEWHERE.find(([pattern]) => pattern.test(name))?.[1]}`)
  const points = names
    .filter((name) => !elsewhere.includes(name))
    .flatMap((name) => [`${name}:before`, `${name}:after`])
  const worlds: World[] = []
  try {
    for (let lane = 0; lane < lanes; lane++) worlds.push(await startWorld())
    const found = new Map<string, Play[]>()
    const broken: string[] = []
    await inLanes(worlds, playsOf(SCENARIOS), async (world, play) => {
      const { reached, problems } = await explore(world, play)
      say(`reached ${reached.size} points: ${nameOf(play)}`)
      for (const problem of problems) say(`  BROKEN without a crash: ${problem}`)
      if (problems.length > 0) broken.push(nameOf(play))
      for (const key of reached) found.set(key, [...(found.get(key) ?? []), play])
    })
    const targets = targetsOf(found, points)
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
      unreached: points.filter((point) => !reachedPoints.has(point)),
      points: points.length,
      targets: targets.length,
    }
  } finally {
    await Promise.all(worlds.map((world) => world.close()))
  }
}

/** In the order of the code's names, so that a seed chooses the same ones again. */
function targetsOf(found: ReadonlyMap<string, readonly Play[]>, points: readonly string[]): Target[] {
  return points.flatMap((point) =>
    OURS.flatMap((process) => {
      const plays = found.get(`${process} ${point}`)
      return plays === undefined ? [] : [{ process, point, plays }]
    }),
  )
}
