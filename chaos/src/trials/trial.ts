import { quiesce } from '../world/quiesce.ts'
import { problems, verify } from '../world/verify.ts'
import type { World, WorldOptions } from '../world/world.ts'

/** What a trial found. */
export interface Outcome {
  /** Figures, each with the total that it was counted from. */
  readonly figures: readonly string[]
  /** Problems, each naming the broken rule. */
  readonly problems: readonly string[]
}

/** One attack that the product must withstand. */
export interface Trial {
  readonly name: string
  readonly what: string
  /** Prepares the trial. Returns why it cannot run on this machine; undefined if it can. */
  missing?(): Promise<string | undefined>
  readonly world?: WorldOptions
  run(world: World): Promise<Outcome>
  /** Removes what the trial left behind. */
  clear?(): Promise<void>
}

/** Lets the world come to rest and adds the rules that are broken then to what was already found. */
export async function quiesceAndVerify(
  world: World,
  figures: readonly string[],
  found: readonly string[] = [],
): Promise<Outcome> {
  // A broken world may never come to rest.
  if (found.length > 0) return { figures, problems: found }
  const unrest = await quiesce(world).then(
    () => [],
    (error: unknown) => [`I12 broken: ${String(error)}`],
  )
  const escaped = [...world.servers, ...world.workers].flatMap(({ name, escapes }) =>
    escapes.map((line) => `nothing caught an error of ${name}: ${line}`),
  )
  const findings = (await verify(world)).filter(({ examined }) => examined > 0)
  const examined = findings.reduce((sum, one) => sum + one.examined, 0)
  return {
    figures: [...figures, `${findings.length} rules checked ${examined} rows`],
    problems: [...found, ...unrest, ...escaped, ...problems(findings)],
  }
}
