// Slow: 1,500 random requests.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from './testing/client.ts'
import { sendMoney } from './testing/itinerary.ts'
import { startProduct, type ProductWorld } from './testing/product.ts'
import { generateRequests, type Request, type Who } from './testing/requests.ts'
import { shapeProblem } from './testing/shapes.ts'
import { newDetails, profileOf, Tour } from './testing/tour.ts'

/** `npm run fuzz` sends more, from another seed. */
const COUNT = Number(process.env['FUZZ_REQUESTS'] ?? 1_500)
const SEED = Number(process.env['FUZZ_SEED'] ?? 42)
const AT_ONCE = 6

let world: ProductWorld
let tour: Tour
let known: string[]
const people = new Map<Who, Client>()

async function newcomer(): Promise<Client> {
  return tour.signIn(newDetails().phone)
}

async function sender(): Promise<Client> {
  const details = newDetails()
  const client = await tour.signIn(details.phone)
  await tour.call(client, 'createUser', { body: { phoneNumber: details.phone, country: 'LR' } })
  await tour.call(client, 'putProfile', { body: profileOf(details) })
  return client
}

beforeAll(async () => {
  world = await startProduct()
  tour = await Tour.start(world)
  const client = await sender()
  const { id } = await sendMoney(tour, client)
  const { sessions } = await tour.call(client, 'sessions')
  known = [id, ...(sessions as { id: string }[]).map((session) => session.id)]
  const forger = tour.client()
  forger.bearer = `${client.bearer?.slice(0, -4)}AAAA`
  people
    .set('a sender', client)
    .set('a newcomer', await newcomer())
    .set('nobody', tour.client())
    .set('a forger', forger)
})
afterAll(() => world.close())

interface Result {
  readonly status: number
  readonly id: string
  readonly problem: string
}

async function send({ operation, who, path, sent }: Request): Promise<Result> {
  const client = people.get(who) ?? tour.client()
  const answer = await client.request(operation.method, path, sent)
  // Requests also sign out and close accounts: a new person then takes their place.
  if (answer.status === 401 && who === 'a sender') people.set(who, await sender())
  if (answer.status === 401 && who === 'a newcomer') people.set(who, await newcomer())
  const shape = shapeProblem(operation, answer)
  const undocumented =
    answer.code !== undefined && !operation.codes.get(answer.status)?.includes(answer.code)
      ? `${operation.id}: ${answer.code} is not documented for ${answer.status}`
      : ''
  const problem = answer.status >= 500 ? `${answer.status} ${answer.text}` : shape || undocumented
  return {
    status: answer.status,
    id: operation.id,
    problem:
      problem &&
      `${problem}\n  ${operation.method} ${path.slice(0, 300)} by ${who} ${String(sent.raw).slice(0, 500)}`,
  }
}

it('every request is answered as documented, and never with an internal error', async () => {
  const requests = generateRequests(tour.operations, known, { count: COUNT, seed: SEED })
  const results: Result[] = []
  const waiting = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of waiting) results.push(await send(request))
    }),
  )
  const byStatus = Map.groupBy(results, ({ status }) => status)
  const counts = [...byStatus].sort(([a], [b]) => a - b).map(([status, list]) => `${status}: ${list.length}`)
  const failures = results.filter(({ status }) => status >= 500).length
  const problems = results.filter(({ problem }) => problem !== '').map(({ problem }) => problem)
  console.log(
    `${results.length} requests of ${new Set(results.map(({ id }) => id)).size} operations, seed ${SEED}: ` +
      `${failures} answers of 500 and above, ${problems.length - failures} unlike the document (${counts.join(', ')})`,
  )
  expect(problems).toEqual([])
  expect(results).toHaveLength(COUNT)
  expect(new Set(results.map(({ id }) => id)).size).toBe(tour.operations.length)
}, 3_600_000)
