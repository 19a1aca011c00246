import { money } from '@sesa/money'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { providerFetch, type ProviderFetch } from '../lib/provider-fetch.ts'
import { momo, payoutRequest, pawapay, stripe } from './testing/answering.ts'

/** A provider that closes a kept connection when the second request arrives on it, as when it restarts. */
let server: Server
let ask: ProviderFetch
let requests: string[]
let connections: number

beforeEach(async () => {
  requests = []
  connections = 0
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (requests.length === 1) response.end('{}')
    else request.socket.destroy()
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  ask = (url, request) => {
    const { pathname, search } = new URL(url)
    return providerFetch(`http://127.0.0.1:${port}${pathname}${search}`, request)
  }
  await ask('http://provider.example/')
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const payment = {
  transferId: 't',
  reference: 'S',
  amount: money(500n, 'USD'),
  attempt: 1,
  people: null,
  customerId: null,
  request3ds: null,
  record: 'c2VhbGVk',
}

it.each([
  ['pawaPay', () => pawapay(ask).send(payoutRequest), { outcome: 'unknown' }],
  ['MTN MoMo', () => momo(ask).send(payoutRequest), { outcome: 'unknown' }],
  ['Stripe', () => stripe(ask).createPayment(payment), { ok: false, reason: 'unknown' }],
])('leaves the outcome at %s open, and sends nothing twice', async (_name, send, outcome) => {
  expect(await send()).toMatchObject(outcome)
  expect(requests).toEqual(['GET /', expect.stringMatching(/^POST /)])
  expect(connections).toBe(1)
})
