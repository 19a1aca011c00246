import { quiesce } from '../world/quiesce.ts'
import { problems, verify } from '../world/verify.ts'
import type { World, WorldOptions } from '../world/world.ts'

/** A trial's findings. */
export interface Outcome {
  /** Figures, each with its total. */
  readonly figures: readonly string[]
  /** Problems, each naming the violated rule. */
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
  /** Removes the trial's leftovers. */
  clear?(): Promise<void>
}

/** Waits for a quiet world and adds the rules violated then to the earlier findings. */
export async function quiesceAndVerify(
  world: World,
  figures: readonly string[],
  found: readonly string[] = [],
): Promise<Outcome> {
  // A broken world may never become quiet.
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
