import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { createSandbox, type Sandbox } from '@sesa/sandbox'
import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { REFUSED_CALLBACK } from '../../domains/transfers/ports.ts'
import { createMomoCallbacks } from './callbacks.ts'
import { createMtnMomo, type MomoSettings } from './index.ts'

let skipped = 0
let sandbox: Sandbox
let product: Server
let settings: MomoSettings
const callbacks: { method: string | undefined; path: string; body: string }[] = []

async function post(path: string, headers: Record<string, string>, body?: object): Promise<Response> {
  return fetch(settings.baseUrl + path, {
    method: 'POST',
    headers: { 'ocp-apim-subscription-key': 'key', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

beforeAll(async () => {
  product = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      callbacks.push({ method: request.method, path: request.url ?? '', body })
      response.end()
    })
  })
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  sandbox = await createSandbox({
    dataFile: ':memory:',
    publicUrl: 'http://localhost:3000/sandbox',
    webhookBase: `http://127.0.0.1:${(product.address() as AddressInfo).port}`,
    stripeWebhookSecret: 'whsec_test',
    now: () => Date.now() + skipped,
  })
  const url = await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const apiUser = randomUUID()
  settings = {
    baseUrl: `${url}/sandbox/mtn-momo`,
    product: 'disbursement',
    subscriptionKey: 'key',
    apiUser,
    apiKey: '',
    targetEnvironment: 'mtnghana',
    currency: 'GHS',
    callbackUrl: (reference) => `https://sesa.example${calledAt.pathFor(reference)}`,
    timeout: 3_000,
  }
  await post('/v1_0/apiuser', { 'x-reference-id': apiUser }, { providerCallbackHost: 'sesa.example' })
  const { apiKey } = (await (await post(`/v1_0/apiuser/${apiUser}/apikey`, {})).json()) as { apiKey: string }
  settings = { ...settings, apiKey }
})
afterAll(async () => {
  await sandbox.close()
  product.closeAllConnections()
  product.close()
})

const rail = (more: Partial<MomoSettings> = {}) => createMtnMomo({ ...settings, ...more }, fetch)

const sender = (name: string, phone = '+231770000111') => ({
  name,
  phone,
  gender: null,
  dob: null,
  identity: null,
})

function order(phone: string, reference = randomUUID()) {
  return {
    reference,
    transferReference: 'S-7K2M9P4Q',
    amount: money(12_050n, 'GHS'),
    phone,
    country: 'GH' as const,
    network: 'mtn' as const,
    recipientName: 'Ama Mensah',
    sender: sender('Moses Tamba Kollie'),
    senderCountry: 'LR' as const,
    sent: money(178_000n, 'LRD'),
    rate: '0.0677',
    fee: money(5_000n, 'LRD'),
    declaration: null,
    isFresh: () => true,
  }
}

const secret = randomBytes(32)
const calledAt = createMomoCallbacks([secret])
const read = (body: string, path: string, { read: take } = calledAt) =>
  take({
    method: 'PUT',
    authority: 'sesa.example',
    query: '?',
    path,
    headers: {},
    body: Buffer.from(body),
  })

interface Book {
  reference: string
  status: string
  attempts: number
  amount: number
}

async function bookOf(reference: string): Promise<Book | undefined> {
  const { payouts } = (await (await fetch(`${settings.baseUrl.replace('/mtn-momo', '')}/books`)).json()) as {
    payouts: Book[]
  }
  return payouts.find((row) => row.reference === reference)
}

const setFault = (fault: object) =>
  fetch(`${settings.baseUrl.replace('/mtn-momo', '')}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })

describe.each(['disbursement', 'remittance'] as const)('a transfer by %s', (product) => {
  test('is accepted, paid, and called back once by an unsigned PUT', async () => {
    const before = callbacks.length
    const sent = order('+233241112233')
    expect(await rail({ product }).send(sent)).toEqual({ outcome: 'accepted' })
    expect(await rail({ product }).status(sent.reference)).toEqual({
      status: 'completed',
      amount: sent.amount,
    })
    expect(await bookOf(sent.reference)).toMatchObject({ status: 'completed', amount: 12_050, attempts: 1 })
    await vi.waitFor(() => expect(callbacks.length).toBe(before + 1), PATIENCE)
    const { method, path, body } = callbacks.at(-1) ?? { method: '', path: '', body: '{}' }
    expect(method).toBe('PUT')
    expect(read(body, path)).toEqual({ kind: 'payout', reference: sent.reference })
  })

  test('sent again under its reference is paid once', async () => {
    const sent = order('+233241112233')
    await rail({ product }).send(sent)
    expect(await rail({ product }).send(sent)).toEqual({ outcome: 'accepted' })
    expect(await bookOf(sent.reference)).toMatchObject({ status: 'completed', attempts: 2 })
  })

  test.each([
    ['450', 'INTERNAL_PROCESSING_ERROR'],
    ['451', 'APPROVAL_REJECTED'],
    ['452', 'EXPIRED'],
    ['455', 'NOT_ENOUGH_FUNDS'],
    ['456', 'PAYER_LIMIT_REACHED'],
    ['457', 'PAYEE_NOT_FOUND'],
  ])('to test number …%s ends failed with %s', async (ending, code) => {
    const sent = order(`+46733123${ending}`)
    expect(await rail({ product }).send(sent)).toEqual({ outcome: 'accepted' })
    expect(await rail({ product }).status(sent.reference)).toMatchObject({ status: 'failed', code })
    expect(await bookOf(sent.reference)).toMatchObject({ status: 'failed' })
  })

  test.each([
    ['458', 'NOT_ALLOWED'],
    ['459', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['460', 'INVALID_CALLBACK_URL_HOST'],
    ['461', 'INVALID_CURRENCY'],
    ['464', 'TRANSFER_TYPE_UNKNOWN'],
  ])('to test number …%s is refused for %s, which we must fix', async (ending, code) => {
    const sent = order(`+46733123${ending}`)
    expect(await rail({ product }).send(sent)).toMatchObject({ outcome: 'rejected', code, next: 'retry' })
    expect(await rail({ product }).status(sent.reference)).toEqual({ status: 'not_found' })
    expect(await bookOf(sent.reference)).toBeUndefined()
  })

  test.each(['462', '463'])('to test number …%s has an unknown outcome', async (ending) => {
    expect(await rail({ product }).send(order(`+46733123${ending}`))).toEqual({ outcome: 'unknown' })
  })

  test('stays pending for an ongoing number, and arrives later for a delayed one', async () => {
    const [ongoing, delayed] = [order('+46733123453'), order('+46733123454')]
    await rail({ product }).send(ongoing)
    await rail({ product }).send(delayed)
    expect(await rail({ product }).status(delayed.reference)).toEqual({ status: 'pending' })
    skipped += 61_000
    await vi.waitFor(
      async () =>
        expect(await rail({ product }).status(delayed.reference)).toMatchObject({ status: 'completed' }),
      PATIENCE,
    )
    expect(await rail({ product }).status(ongoing.reference)).toEqual({ status: 'pending' })
  })

  test('whose answer is lost was paid; one whose request is lost is paid when sent again', async () => {
    const [answerLost, requestLost] = [order('+233241110003'), order('+233241110004')]
    expect(await rail({ product }).send(answerLost)).toEqual({ outcome: 'unknown' })
    expect(await rail({ product }).status(answerLost.reference)).toMatchObject({ status: 'completed' })
    expect(await rail({ product }).send(requestLost)).toEqual({ outcome: 'unknown' })
    expect(await rail({ product }).status(requestLost.reference)).toEqual({ status: 'not_found' })
    expect(await rail({ product }).send(requestLost)).toEqual({ outcome: 'accepted' })
    expect(await bookOf(requestLost.reference)).toMatchObject({ status: 'completed', attempts: 2 })
  })
})

/** Returns MTN's own record of a transfer. */
async function wireOf(product: string, path: string, reference: string): Promise<Record<string, unknown>> {
  const basic = Buffer.from(`${settings.apiUser}:${settings.apiKey}`).toString('base64')
  const token = await post(`/${product}/token/`, { authorization: `Basic ${basic}` })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${settings.baseUrl}/${product}/${path}/${reference}`, {
    headers: { 'ocp-apim-subscription-key': 'key', authorization: `Bearer ${bearer}` },
  })
  return (await answer.json()) as Record<string, unknown>
}

describe('the sender of the money', () => {
  const origin = { orginatingCountry: 'LR', originalAmount: '1780.00', originalCurrency: 'LRD' }

  test.each([
    [
      'two names and a number',
      sender('Moses Tamba Kollie'),
      { payerFirstName: 'Moses Tamba', payerSurName: 'Kollie', payerMsisdn: '231770000111' },
    ],
    ['one name', sender('Moses'), { payerFirstName: 'Moses', payerMsisdn: '231770000111' }],
    ['an apostrophe', sender('Ama N’Da'), { payerSurName: 'N’Da' }],
    ["a typewriter's apostrophe", sender("Ama N'Da"), { payerSurName: 'N’Da' }],
    ['nothing that is known', null, {}],
  ])('is included in a cash transfer: %s', async (_what, from, fields) => {
    const sent = { ...order('+233241112233'), sender: from }
    expect(await rail({ product: 'remittance' }).send(sent)).toEqual({ outcome: 'accepted' })
    const wire = await wireOf('remittance', 'v2_0/cashtransfer', sent.reference)
    expect(wire).toMatchObject({ ...origin, ...fields })
    if (!('payerMsisdn' in fields) && from === null) expect(wire).not.toHaveProperty('payerMsisdn')
  })

  test('is refused by the sandbox when a field cannot be read', async () => {
    const sent = { ...order('+233241112233'), sender: sender('Moses Kollie', '+12') }
    expect(await rail({ product: 'remittance' }).send(sent)).toMatchObject({
      outcome: 'rejected',
      code: 'BAD_REQUEST',
    })
  })

  test('is not sent in a disbursement, which has no field for it', async () => {
    const sent = order('+233241112233')
    await rail({ product: 'disbursement' }).send(sent)
    const wire = await wireOf('disbursement', 'v1_0/transfer', sent.reference)
    expect(Object.keys(wire).filter((name) => /^payer[A-Z](?!essage)|^or/.test(name))).toEqual([])
  })
})

const isTokenCall = (url: Parameters<typeof fetch>[0]): boolean =>
  typeof url === 'string' && url.includes('/token/')

describe('trouble with MTN', () => {
  test('an expired token is renewed', async () => {
    const kept = rail()
    await kept.send(order('+233241112233'))
    skipped += 3_700_000
    // The first call detects the expiry by the refusal; nothing was sent, and the next call succeeds.
    const sent = order('+233241112233')
    expect(await kept.send(sent)).toMatchObject({ outcome: 'rejected', next: 'retry' })
    expect(await kept.send(sent)).toEqual({ outcome: 'accepted' })
    expect(await bookOf(sent.reference)).toMatchObject({ attempts: 1 })
  })

  test('a request that grew old while its token was fetched is not sent', async () => {
    let age = 0
    const sent = { ...order('+233241112233'), isFresh: () => age < 30_000 }
    const slow: typeof fetch = async (url, init) => {
      if (isTokenCall(url)) age += 40_000
      return fetch(url, init)
    }
    const stale = { outcome: 'rejected', code: 'STALE_REQUEST', next: 'retry' }
    expect(await createMtnMomo(settings, slow).send(sent)).toEqual(stale)
    expect(await bookOf(sent.reference)).toBeUndefined()
  })

  test('a wrong key sends nothing, and we must fix it', async () => {
    const sent = order('+233241112233')
    const refused = { outcome: 'rejected', next: 'retry' }
    expect(await rail({ apiKey: 'wrong' }).send(sent)).toMatchObject(refused)
    expect(await bookOf(sent.reference)).toBeUndefined()
  })

  test.each([
    ['time_out_before', 'unknown', undefined],
    ['time_out_after', 'unknown', 'completed'],
    ['error_500', 'unknown', undefined],
  ])('%s: the outcome is %s, and the books say %s', async (mode, outcome, status) => {
    const sent = order('+233241112233')
    await setFault({ target: 'payout', mode, count: 1 })
    expect(await rail({ timeout: 500 }).send(sent)).toEqual({ outcome })
    expect((await bookOf(sent.reference))?.status).toBe(status)
  })

  test.each([
    ['words', 'not JSON at all', 200],
    ['another transfer', JSON.stringify({ externalId: randomUUID(), status: 'SUCCESSFUL' }), 200],
    [
      'an unknown status',
      (reference: string) => JSON.stringify({ externalId: reference, status: 'DONE' }),
      200,
    ],
    ['a gateway that is down', '<html>', 502],
    ['an address that a gateway does not know', '{"statusCode":404,"message":"Resource not found"}', 404],
    ['nothing', '', 404],
  ])('a status answer with %s proves nothing', async (_what, text, status) => {
    const reference = randomUUID()
    const odd: typeof fetch = async (url, init) =>
      isTokenCall(url)
        ? fetch(url, init)
        : new Response(typeof text === 'string' ? text : text(reference), { status })
    expect(await createMtnMomo(settings, odd).status(reference)).toEqual({ status: 'unknown' })
  })

  test('both shapes of a reason are read', async () => {
    for (const reason of ['EXPIRED', { code: 'EXPIRED', message: 'x' }]) {
      const reference = randomUUID()
      const odd: typeof fetch = async (url, init) =>
        isTokenCall(url)
          ? fetch(url, init)
          : Response.json({ externalId: reference, status: 'FAILED', reason })
      expect(await createMtnMomo(settings, odd).status(reference)).toEqual({
        status: 'failed',
        code: 'EXPIRED',
        ...(typeof reason === 'string' ? {} : { words: 'x' }),
      })
    }
  })

  test('another currency than the market’s is refused before anything is sent', async () => {
    const sent = { ...order('+233241112233'), amount: money(100n, 'USD') }
    expect(await rail().send(sent)).toEqual({ outcome: 'rejected', code: 'INVALID_CURRENCY', next: 'final' })
  })

  test('a callback at an address that MTN was not given for that payout is refused', () => {
    const [one, other] = [randomUUID(), randomUUID()]
    const body = JSON.stringify({ externalId: one })
    const path = calledAt.pathFor(one)
    expect(path).toMatch(/^\/webhooks\/mtn-momo\/[\w-]{43}$/)
    expect(read(body, path)).toEqual({ kind: 'payout', reference: one })
    const wrong = [
      '/webhooks/mtn-momo',
      `${path}x`,
      path.slice(0, -1),
      path.toUpperCase(),
      calledAt.pathFor(other),
    ]
    const stranger = createMomoCallbacks([randomBytes(32)]).pathFor(one)
    for (const at of [...wrong, stranger]) expect(read(body, at), at).toBe(REFUSED_CALLBACK)
    for (const told of [null, {}, { externalId: 'S-1' }, 'x'])
      expect(read(JSON.stringify(told), path)).toBe(REFUSED_CALLBACK)
  })

  test('a callback address from before a change of the secret stays valid', () => {
    const reference = randomUUID()
    const body = JSON.stringify({ externalId: reference })
    const changed = createMomoCallbacks([randomBytes(32), secret])
    expect(read(body, calledAt.pathFor(reference), changed)).toEqual({ kind: 'payout', reference })
    expect(changed.pathFor(reference)).not.toBe(calledAt.pathFor(reference))
  })
})
