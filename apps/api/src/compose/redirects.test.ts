import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProviders } from './providers.ts'

let server: Server
let base: string
const asked: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.startsWith('/elsewhere')) response.end('{}')
    else response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

it('no call to a provider follows a redirect', async () => {
  const providers = createProviders(
    { mode: 'sandbox', url: base, stripeWebhookSecret: 'whsec_x' },
    { publicUrl: base, timeout: 2_000 },
  )
  expect(await providers.cards.readPayment('pi_x')).toMatchObject({ ok: false })
  for (const rail of providers.rails.values()) {
    await rail.terms?.().catch(() => undefined)
  }
  for (const rates of providers.rates) await rates.latest().catch(() => undefined)
  await providers.sms.send({ id: 'm', to: '+231770000000', text: 'x' }).catch(() => undefined)
  expect(asked.length).toBeGreaterThanOrEqual(4)
  expect(asked.filter((url) => url.startsWith('/elsewhere'))).toEqual([])
})
