import { afterAll, beforeAll, expect, it } from 'vitest'
import { leave, takeEverywhere } from './testing/itinerary.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { shapeProblem } from './testing/shapes.ts'
import { Tour } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  const { client } = await takeEverywhere(tour)
  await leave(tour, client)
}, 180_000)
afterAll(() => world.close())

it('answers exactly the documented fields, in every operation', () => {
  const problems = tour.visits
    .map(({ operation, answer }) => shapeProblem(operation, answer))
    .filter((problem) => problem !== '')
  console.log(`${tour.visits.length} answers of ${tour.operations.length} operations compared`)
  expect(problems).toEqual([])
  expect(tour.operations.length).toBeGreaterThan(40)
  expect(tour.missing).toEqual([])
})
