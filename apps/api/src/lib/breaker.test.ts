import { PATIENCE } from '@sesa/test-kit/patience'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withBreaker, type BreakerChange } from './breaker.ts'

let server: Server
let url: string
let answers: (number | 'reset')[]
let usual: number | 'reset'
let asked: number

beforeEach(async () => {
  answers = []
  usual = 200
  asked = 0
  server = createServer((request, response) => {
    asked++
    const answer = answers.shift() ?? usual
    if (answer === 'reset') request.socket.destroy()
    else response.writeHead(answer).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Creates a provider behind a breaker, and a list of its events. */
function provider() {
  const changes: BreakerChange[] = []
  const call = withBreaker(fetch, (change) => changes.push(change))
  const ask = () =>
    call(url).then(
      ({ status }) => status,
      () => 'no answer' as const,
    )
  return { changes, ask }
}

it.each([500, 503, 429, 'reset'] as const)('stops calling a provider that answers %s', async (answer) => {
  usual = answer
  const { ask, changes } = provider()
  for (let call = 0; call < 30; call++) await ask()
  expect(asked).toBe(8)
  expect(changes).toEqual(['down'])
  expect(await ask()).toBe('no answer')
})

it('opens when three calls in ten fail, but not when one in ten does', async () => {
  const flapping = provider()
  for (let call = 0; call < 200; call++) answers.push([1, 4, 7].includes(call % 10) ? 503 : 200)
  for (let call = 0; call < 200 && flapping.changes.length === 0; call++) await flapping.ask()
  expect(flapping.changes).toEqual(['down'])
  answers = Array.from({ length: 200 }, (_, call) => (call % 10 === 5 ? 503 : 200))
  const steady = provider()
  for (let call = 0; call < 200; call++) await steady.ask()
  expect(steady.changes).toEqual([])
})

it('counts a refusal as an answer', async () => {
  usual = 402
  const { ask, changes } = provider()
  for (let call = 0; call < 30; call++) expect(await ask()).toBe(402)
  expect(changes).toEqual([])
})

it('probes after a while, one call at a time, and closes on an answer', async () => {
  usual = 'reset'
  const { ask, changes } = provider()
  for (let call = 0; call < 10; call++) await ask()
  usual = 200
  await vi.waitFor(async () => expect(await ask()).toBe(200), PATIENCE)
  expect(changes).toEqual(['down', 'probed', 'back'])
  expect(asked).toBe(9)
  for (let call = 0; call < 30; call++) expect(await ask()).toBe(200)
})
