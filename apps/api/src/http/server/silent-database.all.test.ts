import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ANSWER_WITHIN_MS } from '../../db/index.ts'
import type { Client } from '../../security/testing/client.ts'
import { takeEverywhere } from '../../security/testing/itinerary.ts'
import { startProduct, type ProductWorld } from '../../security/testing/product.ts'
import { Tour } from '../../security/testing/tour.ts'
import { startDatabaseProxy, type DatabaseProxy } from '@sesa/test-kit/database-proxy'

/** Far longer than a response may take, for a busy machine; without a limit it would take 18 s. */
const PATIENCE_MS = 12_000

let way: DatabaseProxy
let world: ProductWorld
let tour: Tour
let sender: Client

beforeAll(async () => {
  world = await startProduct({
    pages: true,
    answerWithin: ANSWER_WITHIN_MS,
    over: async (url) => {
      way = await startDatabaseProxy(url)
      return way.url
    },
  })
  tour = await Tour.start(world)
  ;({ client: sender } = await takeEverywhere(tour))
  // The established connections are those that go silent.
  await Promise.all(Array.from({ length: 20 }, () => tour.call(sender, 'getUser')))
  way.freezeAll()
})
afterAll(async () => {
  way.close()
  await world.close()
})

/** Repeats a request that succeeded before and returns its answer; null without one. */
async function again(id: string, client: Client): Promise<string> {
  const visit = tour.visits.find((each) => each.operation.id === id && each.answer.status < 400)
  const answer = await Promise.race([
    tour.try(client, id, visit?.input),
    sleep(PATIENCE_MS, null, { ref: false }),
  ])
  return answer === null ? `${id}: nothing` : `${id}: ${answer.status} ${answer.code ?? ''}`.trim()
}

it('answers every operation with a valid bearer token', async () => {
  const ids = tour.operations.map(({ id }) => id)
  const answers = await Promise.all(ids.map((id) => again(id, sender)))
  expect(answers.filter((answer) => !answer.endsWith(': 503 unavailable')).sort()).toEqual(['healthz: 200'])
})

it('answers every operation that needs no token', async () => {
  const open = tour.operations.filter(({ guarded }) => !guarded).map(({ id }) => id)
  const answers = await Promise.all(open.map((id) => again(id, tour.client())))
  expect(answers.filter((answer) => answer.endsWith(': nothing'))).toEqual([])
})

it.each(['/', '/sign-in', '/me/profile', '/docs', '/openapi.json', '/metrics', '/robots.txt', '/nowhere'])(
  'answers %s',
  async (path) => {
    const answer = await Promise.race([
      sender.request('GET', path, { headers: { accept: 'text/html' } }),
      sleep(PATIENCE_MS, null, { ref: false }),
    ])
    expect(answer?.status).toBeLessThan(500)
  },
)
