import { calls } from '@sesa/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi, tryCall } from './api.ts'
import { startScriptedServer, type ScriptedServer } from '@sesa/test-kit/scripted-server'
import { onSessionLost, replaceSession, setToken } from './token.ts'

const FAILED = { error: { code: 'internal', message: 'Our mistake.', requestId: 'r' } }
const REFUSED = { error: { code: 'unauthenticated', message: 'Sign in.', requestId: 'r' } }
const NOT_FOUND = { error: { code: 'not_found', message: 'Not here.', requestId: 'r' } }
const DRAFT = { draft: {}, updatedAt: '2026-11-21T00:00:00.000Z' }
const INTENT = {
  amount: 1000,
  currency: 'LRD',
  country: 'GH',
  name: 'Ama',
  phone: '+233241234567',
  method: 'momo',
  receiveCurrency: 'GHS',
  receiveAmount: 50,
} as const

let server: ScriptedServer
let duringPause = (): void => undefined

beforeAll(async () => {
  server = await startScriptedServer()
  // Skips the two pauses between attempts; other timers run in real time.
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number, ...rest: []) => {
    const isPause = ms === 500 || ms === 2000
    if (isPause) duringPause()
    return setTimeout(work, isPause ? 0 : ms, ...rest)
  })
  vi.stubGlobal('document', { querySelector: () => ({ content: server.origin }) })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})
afterEach(() => {
  setToken(null)
  duringPause = () => undefined
})

const soon = () => new Date(Date.now() + 1000).toISOString()
const far = () => new Date(Date.now() + 600_000).toISOString()
const token = (idToken: string, expiresAt = far(), uid = 'u-1') => ({
  idToken,
  expiresAt,
  user: { uid, phoneNumber: null, email: null, displayName: null, passkeyOffered: false },
})

const tries = () => server.received.map(({ method, path }) => `${method} ${path}`)

describe('a call that may be repeated', () => {
  test('delivers a PUT on the third attempt after a lost connection and an error', async () => {
    server.next('drop', { status: 503, body: FAILED }, { status: 200, body: DRAFT })
    expect(await tryCall(calls.putDraft, { body: {} })).toEqual({ data: DRAFT })
    expect(tries()).toEqual(['PUT /user/draft', 'PUT /user/draft', 'PUT /user/draft'])
  })

  test('repeats a POST with the same idempotency key, even while the first attempt is still in progress', async () => {
    const busy = { error: { code: 'idempotency_key_in_progress', message: 'Wait.', requestId: 'r' } }
    server.next('drop', { status: 409, body: busy }, { status: 200, body: { id: 'pi_1' } })
    const { data } = await tryCall(calls.createPaymentIntent, { body: INTENT, idempotencyKey: 'key-1' })
    expect(data).toEqual({ id: 'pi_1' })
    expect(server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'key-1',
      'key-1',
    ])
  })

  test('repeats a POST without a key when the contract calls it idempotent', async () => {
    server.next('drop', { status: 200, body: { status: 'sent' } })
    expect((await tryCall(calls.sendMoney, { body: { id: 'pi_1' } })).data).toEqual({ status: 'sent' })
    expect(tries()).toHaveLength(2)
  })

  test('counts a DELETE as done when its second attempt finds nothing', async () => {
    server.next('drop', { status: 404, body: NOT_FOUND })
    expect(await tryCall(calls.deleteDraft, {})).toEqual({ data: undefined })
    server.next({ status: 404, body: NOT_FOUND })
    expect(await tryCall(calls.deleteDraft, {})).toMatchObject({ error: { code: 'not_found' } })
  })

  test('gives up after three attempts', async () => {
    server.next('drop', 'drop', 'drop')
    expect(await tryCall(calls.putDraft, { body: {} })).toMatchObject({ error: { code: 'network' } })
    expect(tries()).toHaveLength(3)
  })
})

describe('a call that is sent once', () => {
  test('is any other POST, since the server may have received it', async () => {
    server.next('drop')
    const { error } = await tryCall(calls.startPhone, { body: { phoneNumber: '+231770123456' } })
    expect(error?.code).toBe('network')
    expect(tries()).toHaveLength(1)
  })

  test('is a refused call, since the server would refuse it again', async () => {
    server.next({ status: 404, body: NOT_FOUND })
    expect(await tryCall(calls.putDraft, { body: {} })).toMatchObject({ error: { code: 'not_found' } })
    expect(tries()).toHaveLength(1)
  })

  test('is any call on a device that reports being offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    server.next('drop')
    expect(await tryCall(calls.putDraft, { body: {} })).toMatchObject({ error: { code: 'network' } })
    expect(tries()).toHaveLength(1)
    vi.stubGlobal('navigator', { onLine: true })
  })
})

describe('the token', () => {
  test('is sent, and replaced once for all calls that were refused with it', async () => {
    setToken(token('old'))
    server.next({ status: 401, body: REFUSED }, { status: 200, body: token('new') })
    server.next({ status: 200, body: { user: null } })
    expect(await callApi(calls.getUser, {})).toEqual({ user: null })
    expect(tries()).toEqual(['GET /user/auth', 'POST /auth/token', 'GET /user/auth'])
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      undefined,
      'Bearer new',
    ])
  })

  test('is replaced before it expires, by one request for concurrent calls', async () => {
    setToken(token('old', soon()))
    server.next({ status: 200, body: token('new') })
    server.next({ status: 200, body: DRAFT }, { status: 200, body: DRAFT })
    await Promise.all([callApi(calls.getDraft, {}), callApi(calls.getDraft, {})])
    expect(tries()).toEqual(['POST /auth/token', 'GET /user/draft', 'GET /user/draft'])
  })

  test('is dropped, and the app notified, when the session has ended', async () => {
    let lost = 0
    onSessionLost(() => lost++)
    setToken(token('old'))
    server.next({ status: 401, body: REFUSED }, { status: 401, body: REFUSED })
    await expect(callApi(calls.getUser, {})).rejects.toMatchObject({ failure: { code: 'unauthenticated' } })
    expect(lost).toBe(1)
    server.next({ status: 401, body: REFUSED })
    await expect(callApi(calls.getUser, {})).rejects.toThrow()
    expect(server.received.at(-1)?.headers.authorization).toBeUndefined()
  })

  test('waits for the sign-in that replaces its session, whose end the server knows first', async () => {
    let lost = 0
    onSessionLost(() => lost++)
    setToken(token('old'))
    const signedIn = Promise.withResolvers<{ data: ReturnType<typeof token> }>()
    const replaced = replaceSession(() => signedIn.promise)
    server.next({ status: 401, body: REFUSED }, { status: 401, body: REFUSED })
    server.next({ status: 200, body: { user: null } })
    const answer = callApi(calls.getUser, {})
    await vi.waitFor(() => expect(tries()).toEqual(['GET /user/auth', 'POST /auth/token']))
    signedIn.resolve({ data: token('new') })
    await replaced
    expect(await answer).toEqual({ user: null })
    expect(server.received.at(-1)?.headers.authorization).toBe('Bearer new')
    expect(lost).toBe(0)
  })

  test('is kept when the server cannot be reached', async () => {
    setToken(token('old', soon()))
    server.next('drop', 'drop', 'drop')
    await expect(callApi(calls.getUser, {})).rejects.toMatchObject({ status: 0 })
    server.next({ status: 200, body: token('new') }, { status: 200, body: { user: null } })
    expect(await callApi(calls.getUser, {})).toEqual({ user: null })
  })
})

describe('a call of a customer who has signed out', () => {
  const other = () => token('theirs', far(), 'u-2')

  test('is not repeated for the next customer', async () => {
    setToken(token('old'))
    duringPause = () => setToken(other())
    server.next('drop')
    expect(await tryCall(calls.putDraft, { body: {} })).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(tries()).toHaveLength(1)
  })

  test('is repeated without a token when it was made while signed out', async () => {
    duringPause = () => setToken(other())
    server.next('drop', { status: 401, body: REFUSED })
    expect(await tryCall(calls.putDraft, { body: {} })).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined])
  })

  test('returns no answer that the next customer could see', async () => {
    setToken(token('old'))
    server.next({ status: 200, body: DRAFT })
    const answer = tryCall(calls.putDraft, { body: {} })
    setToken(other())
    expect(await answer).toMatchObject({ error: { code: 'unauthenticated' } })
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(['Bearer old'])
  })
})

test('does not repeat a call that its caller aborted', async () => {
  const caller = new AbortController()
  caller.abort()
  expect(await tryCall(calls.putDraft, { body: {}, signal: caller.signal })).toMatchObject({
    error: { code: 'network' },
  })
  expect(tries()).toEqual([])
})
