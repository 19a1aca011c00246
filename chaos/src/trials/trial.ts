import { quiesce } from '../world/quiesce.ts'
import { problems, verify } from '../world/verify.ts'
import type { World, WorldOptions } from '../world/world.ts'

/** What a trial found. */
export interface Outcome {
  /** Figures with what they were counted from. */
  readonly figures: readonly string[]
  /** What is wrong, in words that name the rule. */
  readonly problems: readonly string[]
}

/** One attack that the product has to stand. */
export interface Trial {
  readonly name: string
  readonly what: string
  /** Why it cannot be made on this machine; undefined when it can. */
  missing?(): Promise<string | undefined>
  readonly world?: WorldOptions
  run(world: World): Promise<Outcome>
  /** Takes away what `missing` made. */
  clear?(): Promise<void>
}

/** Lets the world come to rest and adds what does not hold then to what was found already. */
export async function atRest(
  world: World,
  figures: readonly string[],
  found: readonly string[] = [],
): Promise<Outcome> {
  // What is broken already may never come to rest.
  if (found.length > 0) return { figures, problems: found }
  const unrest = await quiesce(world).then(
    () => [],
    (error: unknown) => [`I12 broken: ${String(error)}`],
  )
  const findings = (await verify(world)).filter(({ examined }) => examined > 0)
  const examined = findings.reduce((sum, one) => sum + one.examined, 0)
  return {
    figures: [...figures, `${findings.length} rules looked at ${examined} rows`],
    problems: [...found, ...unrest, ...problems(findings)],
  }
}
