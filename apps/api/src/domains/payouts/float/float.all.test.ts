import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAndVerify } from '../../../testing/books.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { raceForFloat } from './testing/float-race.ts'

let world: EngineWorld
beforeAll(async () => {
  world = await startEngineWorld()
  await world.rails.refresh()
})
afterAll(async () => expect(await closeAndVerify(world)).toBeGreaterThan(5))

test('charges none of 200 transfers, and only those that a float for 50 covers', () =>
  raceForFloat(world, { transfers: 200, covered: 50 }))
