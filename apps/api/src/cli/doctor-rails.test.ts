import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { money } from '@sesa/money'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPawapayCallbackSetup } from '../providers/pawapay/callback-setup.ts'
import { useSandbox } from '../providers/testing/sandbox.ts'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import type { Rail } from '../domains/payouts/index.ts'
import { checkCallbacks, checkRail } from './doctor-rails.ts'
import { runCli } from './run.ts'

const bounds = { minimum: money(100, 'LRD'), maximum: money(50_000_000, 'LRD') }
const mtn = { country: 'LR', network: 'mtn', open: true, ...bounds } as const
const lonestar = { country: 'LBR', code: 'LONESTAR_LBR' }

type Answers = {
  terms: Awaited<ReturnType<Rail['terms']>>
  unknown?: Awaited<ReturnType<NonNullable<Rail['unknownCarriers']>>>
}

it.each<[string, Answers, string[]]>([
  ['that names no carriers of its own', { terms: [mtn] }, ['ok: pays out to LR/mtn']],
  ['whose carriers are all known', { terms: [mtn], unknown: [] }, ['ok: pays out to LR/mtn']],
  [
    'with unknown carriers',
    { terms: [mtn], unknown: [lonestar, { country: 'GHA', code: 'TELECEL_GHA' }] },
    [
      'ok: pays out to LR/mtn',
      'problem: LBR has LONESTAR_LBR, which Sesa doesn’t support, so customers can’t send to it',
      'problem: GHA has TELECEL_GHA, which Sesa doesn’t support, so customers can’t send to it',
    ],
  ],
  [
    'with closed networks alone',
    { terms: [{ ...mtn, open: false }], unknown: [] },
    ['problem: answers, but pays out to none of our networks'],
  ],
  ['that does not answer', { terms: null, unknown: null }, ['problem: isn’t answering or refuses our keys']],
  ['that stops answering', { terms: [mtn], unknown: null }, ['problem: isn’t answering or refuses our keys']],
])('reports a rail %s', async (_what, { terms, unknown }, lines) => {
  const findings = await checkRail('pawapay', {
    terms: async () => terms,
    ...(unknown !== undefined && { unknownCarriers: async () => unknown }),
  })
  expect(findings.map(({ state, words }) => `${state}: ${words}`)).toEqual(lines)
  expect(new Set(findings.map(({ what }) => what))).toEqual(new Set(['pawapay']))
})

const sandbox = useSandbox()
const OURS = 'http://127.0.0.1:9/webhooks/pawapay'
const SIGNED = { callbackUrl: OURS, signedCallbacks: true }

it.each<[string, { callbackUrl: string | null; signedCallbacks: boolean }, boolean, string[]]>([
  ['signed callbacks that we verify', SIGNED, true, [`ok: calls back to ${OURS}`]],
  [
    'signed callbacks that we do not verify',
    SIGNED,
    false,
    [
      `ok: calls back to ${OURS}`,
      'problem: signs its callbacks, but Sesa can’t verify them without PAWAPAY_CALLBACK_KEY: set it to pawaPay’s public key (GET /v2/public-key/http)',
    ],
  ],
  [
    'unsigned callbacks that we refuse',
    { ...SIGNED, signedCallbacks: false },
    true,
    [
      `ok: calls back to ${OURS}`,
      'problem: doesn’t sign its callbacks, and Sesa refuses unsigned ones while PAWAPAY_CALLBACK_KEY is set: turn on signed callbacks in pawaPay’s dashboard or remove the key',
    ],
  ],
  [
    'unsigned callbacks that we accept',
    { ...SIGNED, signedCallbacks: false },
    false,
    [
      `ok: calls back to ${OURS}`,
      'note: callbacks aren’t signed: turn on signed callbacks in pawaPay’s dashboard and set PAWAPAY_CALLBACK_KEY',
    ],
  ],
  [
    'another address',
    { ...SIGNED, callbackUrl: `${OURS}/` },
    true,
    [`problem: calls back to ${OURS}/, not to ${OURS}: correct it in pawaPay’s dashboard`],
  ],
  [
    'no address',
    { ...SIGNED, callbackUrl: null },
    true,
    [`problem: has no callback URL: set ${OURS} in pawaPay’s dashboard`],
  ],
])('reports an account with %s', async (_what, settings, hasKey, lines) => {
  await sandbox.app.inject({ method: 'PUT', url: '/sandbox/pawapay/callbacks', payload: settings })
  for (const type of ['PAYOUT', 'REMITTANCE'] as const) {
    const account = { baseUrl: `${sandbox.url}/sandbox/pawapay`, token: 'token', timeout: 2_000 }
    const rail = { callbackSetup: createPawapayCallbackSetup(account, fetch, type) }
    const findings = await checkCallbacks('pawapay', rail, { url: OURS, hasKey })
    expect(findings.map(({ state, words }) => `${state}: ${words}`)).toEqual(lines)
  }
})

it('says nothing about callbacks of a rail that does not answer, or that gets our address with each request', async () => {
  const ours = { url: OURS, hasKey: true }
  expect(await checkCallbacks('pawapay', { callbackSetup: async () => null }, ours)).toEqual([])
  expect(await checkCallbacks('mtn-momo-gh', {}, ours)).toEqual([])
})

/** Answers as pawaPay for an account with one provider in Liberia; everything else is missing. */
let pawapay: Server
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const terms = { minAmount: '1', maxAmount: '500000', status: 'OPERATIONAL' }
  pawapay = createServer(({ url = '' }, response) => {
    const type = /\/active-conf\?operationType=(\w+)$/.exec(url)?.[1]
    if (type === undefined) return void response.writeHead(404).end()
    const currencies = [{ currency: 'LRD', operationTypes: { [type]: terms } }]
    const providers = [{ provider: 'LONESTAR_LBR', currencies }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ countries: [{ country: 'LBR', providers }] }))
  })
  await new Promise<void>((resolve) => pawapay.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise((resolve) => pawapay.close(resolve))
  await database.drop()
})

it('doctor names the providers that Sesa does not know, for each rail', async () => {
  let out = ''
  const code = await runCli(['doctor'], {
    env: {
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      SANDBOX_URL: `http://127.0.0.1:${(pawapay.address() as AddressInfo).port}`,
      SANDBOX_STRIPE_WEBHOOK_SECRET: 'whsec_doctor',
      SESA_SECRET: randomBytes(32).toString('base64'),
    },
    processes: [],
    writeOut: (text) => (out += text),
    writeErr: (text) => (out += text),
  })
  expect(code).toBe(1)
  const words = 'LBR has LONESTAR_LBR, which Sesa doesn’t support, so customers can’t send to it'
  expect(out.split('\n')).toEqual(
    expect.arrayContaining([`PROBLEM pawapay: ${words}`, `PROBLEM pawapay-remittance: ${words}`]),
  )
})
