import { patchOf, SEEDED_BUGS, type SeededBug } from './seeded-bugs.ts'
import { startWorld, type World } from '../world/world.ts'
import { TRIALS } from './index.ts'
import type { Outcome, Trial } from './trial.ts'

/** The outcome of a trial, or why it was skipped. */
export interface Made extends Outcome {
  readonly trial: string
  readonly skipped?: string
}

export function trialsNamed(name: string): readonly Trial[] {
  const chosen = name === 'all' ? TRIALS : TRIALS.filter((trial) => trial.name === name)
  if (chosen.length > 0) return chosen
  throw new Error(
    `No trial is called ${name}; there are: ${TRIALS.map((trial) => trial.name).join(', ')}, all`,
  )
}

export function seededBug(name: string): SeededBug {
  const bug = SEEDED_BUGS.find((one) => one.name === name)
  if (bug) return bug
  throw new Error(
    `No seeded bug is called ${name}; there are: ${SEEDED_BUGS.map((one) => one.name).join(', ')}`,
  )
}

/** Runs a trial in its own world, with or without a seeded bug. */
export async function makeTrial(trial: Trial, bug?: SeededBug): Promise<Made> {
  const skipped = await trial.missing?.()
  if (skipped !== undefined) return { trial: trial.name, skipped, figures: [], problems: [] }
  let world: World | undefined
  try {
    world = await startWorld({ ...trial.world, ...(bug?.patch && { patch: patchOf(bug.patch) }) })
    await bug?.prepare?.(world)
    return await runTrial(trial, world)
  } catch (error) {
    return failed(trial, error)
  } finally {
    await world?.close()
    await trial.clear?.()
  }
}

/** Runs trials one after another, each in its own world, and prints their findings. Returns whether all passed. */
export async function runTrials(trials: readonly Trial[], say: (line: string) => void): Promise<boolean> {
  const skipped: string[] = []
  let red = 0
  for (const trial of trials) {
    say(`${trial.name}: ${trial.what}`)
    const made = await makeTrial(trial)
    if (made.skipped !== undefined) skipped.push(`${trial.name} (${made.skipped})`)
    for (const line of [...made.figures, ...made.problems.map((problem) => `BROKEN ${problem}`)])
      say(`  ${line}`)
    red += made.problems.length > 0 ? 1 : 0
  }
  say(
    `${trials.length - skipped.length - red} trials held, ${red} did not, ${skipped.length} skipped: ${skipped.join(', ') || 'none'}`,
  )
  return red === 0
}

/** Runs a trial in a world that several trials share. The caller starts it with the options that the trial requires. */
export async function runTrial(trial: Trial, world: World): Promise<Made> {
  try {
    return { trial: trial.name, ...(await trial.run(world)) }
  } catch (error) {
    return failed(trial, error)
  }
}

const failed = ({ name }: Trial, error: unknown): Made => ({
  trial: name,
  figures: [],
  problems: [String(error)],
})

/** Returns true if the trial found the seeded bug and named a rule that it violates. */
export function isFound({ rules }: SeededBug, { problems }: Made): boolean {
  return problems.some((problem) => rules.test(problem))
}
