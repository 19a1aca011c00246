import { PLANTS, type Plant } from './seeded-bugs.ts'
import { startWorld, type World } from '../world/world.ts'
import { TRIALS } from './index.ts'
import type { Outcome, Trial } from './trial.ts'

/** A trial that was made, or why it was not. */
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

export function plantNamed(name: string): Plant {
  const plant = PLANTS.find((one) => one.name === name)
  if (plant) return plant
  throw new Error(`No plant is called ${name}; there are: ${PLANTS.map((one) => one.name).join(', ')}`)
}

/** Makes a trial in a world of its own, with a planted bug or without. */
export async function makeTrial(trial: Trial, plant?: Plant): Promise<Made> {
  const skipped = await trial.missing?.()
  if (skipped !== undefined) return { trial: trial.name, skipped, figures: [], problems: [] }
  let world: World | undefined
  try {
    world = await startWorld({ ...trial.world, ...(plant?.patches && { patches: plant.patches }) })
    await plant?.prepare?.(world)
    return { trial: trial.name, ...(await trial.run(world)) }
  } catch (error) {
    return { trial: trial.name, figures: [], problems: [String(error)] }
  } finally {
    await world?.close()
    await trial.clear?.()
  }
}

/** True when the planted bug was found, under the name of the rule that it breaks. */
export function isFound({ rules }: Plant, { problems }: Made): boolean {
  return problems.some((problem) => rules.test(problem))
}
