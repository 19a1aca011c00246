import { createECDH, createPrivateKey, sign } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox } from '../testing/sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9')
})
afterEach(() => sandbox.close())

/** Returns a sender of push messages with its own key. */
function sender() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const point = pair.getPublicKey()
  // A key whose first bytes are 0 is given without them.
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const publicKey = point.toString('base64url')
  return {
    publicKey,
    authorization(claims: object = {}) {
      const soon = Math.floor(Date.now() / 1000) + 3_600
      const body = { aud: sandbox.url, exp: soon, sub: 'mailto:push@sesa.example', ...claims }
      const text = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(body)}`
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`
    },
  }
}

async function subscribe(applicationServerKey?: string): Promise<{ id: string; endpoint: string }> {
  const { status, json } = await sandbox.call('POST', '/sandbox/push/subscriptions', {
    ...(applicationServerKey && { applicationServerKey }),
  })
  expect(status).toBe(201)
  return json
}

async function push(endpoint: string, headers: Record<string, string | undefined> = {}, bytes = 100) {
  const all = {
    authorization: sender().authorization(),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: '60',
    ...headers,
  }
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const body = new Uint8Array(bytes)
  return fetch(endpoint, { method: 'POST', headers: Object.fromEntries(given), body })
}

const received = async (id: string) =>
  (await sandbox.call('GET', `/sandbox/push/messages?subscription=${id}`)).json.messages

describe('the push service', () => {
  it('accepts a signed and encrypted message, and shows its size only', async () => {
    const { id, endpoint } = await subscribe()
    const answer = await push(endpoint, { urgency: 'high', topic: 'transfer-1' })
    expect([answer.status, await answer.text()]).toEqual([201, ''])
    expect(answer.headers.get('location')).toMatch(/^\/sandbox\/push\/messages\/[\w-]+$/)
    expect(answer.headers.get('ttl')).toBe('60')
    expect(await received(id)).toMatchObject([{ size: 100, ttl: 60, urgency: 'high', topic: 'transfer-1' }])
    expect((await sandbox.call('GET', '/sandbox')).text).toContain('100 bytes, encrypted')
  })

  it('lets a newer message of a topic replace the older one', async () => {
    const { id, endpoint } = await subscribe()
    for (const [topic, bytes] of [
      ['a', 10],
      ['b', 20],
      ['a', 30],
    ] as const)
      expect((await push(endpoint, { topic }, bytes)).status).toBe(201)
    expect((await received(id)).map(({ size }: { size: number }) => size)).toEqual([30, 20])
  })

  it('knows subscriptions that never were and that ended', async () => {
    const { id, endpoint } = await subscribe()
    expect((await push(endpoint.replace(id, 'nothing'))).status).toBe(404)
    await sandbox.call('DELETE', `/sandbox/push/subscriptions/${id}`)
    expect((await push(endpoint)).status).toBe(410)
  })

  it('accepts 4,096 bytes and no more', async () => {
    const { endpoint } = await subscribe()
    expect((await push(endpoint, {}, 4_096)).status).toBe(201)
    expect((await push(endpoint, {}, 4_097)).status).toBe(413)
  })

  it.each([
    ['no TTL', { ttl: undefined }, 400],
    ['a TTL that is no number', { ttl: 'soon' }, 400],
    ['no encryption', { 'content-encoding': undefined }, 400],
    ['an urgency that is none', { urgency: 'extreme' }, 400],
    ['a topic of 33 characters', { topic: 'x'.repeat(33) }, 400],
    ['no signature', { authorization: undefined }, 401],
  ])('refuses a message with %s', async (_what, headers, status) => {
    const { id, endpoint } = await subscribe()
    expect((await push(endpoint, headers)).status).toBe(status)
    expect(await received(id)).toEqual([])
  })

  it.each([
    ['another origin', { aud: 'https://fcm.googleapis.com' }],
    ['more than a day', { exp: Math.floor(Date.now() / 1000) + 90_000 }],
    ['the past', { exp: Math.floor(Date.now() / 1000) - 10 }],
    ['no contact', { sub: undefined }],
  ])('refuses a signature for %s', async (_what, claims) => {
    const { endpoint } = await subscribe()
    expect((await push(endpoint, { authorization: sender().authorization(claims) })).status).toBe(401)
  })

  it('refuses a signature of another key, and one that was forged', async () => {
    const [ours, theirs] = [sender(), sender()]
    const { endpoint } = await subscribe(ours.publicKey)
    expect((await push(endpoint, { authorization: ours.authorization() })).status).toBe(201)
    expect((await push(endpoint, { authorization: theirs.authorization() })).status).toBe(403)
    const forged = theirs.authorization().replace(theirs.publicKey, ours.publicKey)
    expect((await push(endpoint, { authorization: forged })).status).toBe(401)
  })
})
