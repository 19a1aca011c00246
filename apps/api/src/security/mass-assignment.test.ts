import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from './testing/client.ts'
import { takeEverywhere } from './testing/itinerary.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { columnNames, personalRows } from './testing/rows.ts'
import { Tour } from './testing/tour.ts'

let world: ProductWorld
let tour: Tour
let client: Client

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  client = (await takeEverywhere(tour)).client
}, 180_000)
afterAll(() => world.close())

/** Fields that a careless merge of objects would accept. */
const TEMPTING = ['constructor', 'isAdmin', 'admin', 'role', 'roles', 'verified', 'balance']

it('a database field that a call does not accept is refused, and nothing is stored', async () => {
  const names = [...(await columnNames(world.database.owner)), ...TEMPTING]
  const before = await personalRows(world.database.owner)
  const wrong: string[] = []
  let sent = 0
  for (const operation of tour.operations) {
    if (!operation.body) continue
    const own = operation.body.properties ?? {}
    const valid = tour.takenBody(operation.id)
    for (const name of names.filter((each) => !Object.hasOwn(own, each))) {
      const response = await world.app.inject({
        method: operation.method,
        // A path may name a thing that does not exist: the fields of the body are checked before it is looked for.
        url: operation.path.replace(/\{\w+\}/g, () => randomUUID()),
        headers: { authorization: `Bearer ${client.bearer}` },
        payload: { ...valid, [name]: 'x' },
      })
      sent++
      const { error } = response.json<{ error?: { code: string; field?: string } }>()
      if (response.statusCode !== 400 || error?.code !== 'unknown_field' || error.field !== name)
        wrong.push(`${operation.id} with ${name}: ${response.statusCode} ${response.body.slice(0, 120)}`)
    }
  }
  console.log(`${sent} bodies with one of ${names.length} names too many refused`)
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(2_000)
  expect(await personalRows(world.database.owner)).toEqual(before)
}, 600_000)

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
