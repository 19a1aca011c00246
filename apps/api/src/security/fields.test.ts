import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from './testing/client.ts'
import { leave, takeEverywhere } from './testing/itinerary.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { shapeProblem } from './testing/shapes.ts'
import { Tour } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour
let client: Client

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  client = (await takeEverywhere(tour)).client
})
afterAll(() => world.close())

// Fields that a call does not accept: mass-assignment.all.test.ts.
it('a query that a call does not accept is refused', async () => {
  // Google may add parameters to its answer.
  const withQuery = tour.operations.filter(
    ({ id, parameters }) => id !== 'endGoogle' && parameters.some((each) => each.in === 'query'),
  )
  expect(withQuery.length).toBeGreaterThan(4)
  for (const { id, method, path, body } of withQuery) {
    const address = path.replace(/\{\w+\}/g, 'LRD')
    const { status, code } = await client.request(method, `${address}?user_id=1&role=admin`, {
      ...(body && { body: tour.takenBody(id) }),
    })
    expect([status, code], id).toEqual([400, expect.stringMatching(/^(unknown|missing)_field$/)])
  }
})

it('answers exactly the documented fields, in every operation', async () => {
  await leave(tour, client)
  const problems = tour.visits
    .map(({ operation, answer }) => shapeProblem(operation, answer))
    .filter((problem) => problem !== '')
  console.log(`${tour.visits.length} answers of ${tour.operations.length} operations compared`)
  expect(problems).toEqual([])
  expect(tour.operations.length).toBeGreaterThan(40)
  expect(tour.missing).toEqual([])
})
