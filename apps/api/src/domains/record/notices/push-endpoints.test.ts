import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Refused } from '../../../lib/refused.ts'
import { PUSH_SERVICES } from '../../../providers/web-push/index.ts'
import { pushServiceOf, readSubscription } from './push-endpoints.ts'

const SANDBOX = 'http://127.0.0.1:4010'
const ACCEPTED = { services: PUSH_SERVICES, sandboxUrl: SANDBOX }

describe('an endpoint', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/abc:def', 'fcm.googleapis.com'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'updates.push.services.mozilla.com'],
    ['https://web.push.apple.com/QabC', '*.push.apple.com'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', '*.notify.windows.com'],
    [`${SANDBOX}/sandbox/push/to/abc`, 'sandbox'],
  ])('%s belongs to %s', (endpoint, service) => {
    expect(pushServiceOf(endpoint, ACCEPTED)).toBe(service)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/fcm',
    'https://evil-fcm.googleapis.com/fcm',
    'https://sub.fcm.googleapis.com/fcm',
    'https://push.apple.com/abc',
    'https://.push.apple.com/abc',
    'https://evil.example/.push.apple.com',
    'https://evilpush.apple.com/abc',
    'https://user@fcm.googleapis.com/fcm',
    'https://fcm.googleapis.com@evil.example/fcm',
    'https://fcm.googleapis.com/fcm#part',
    'https://127.0.0.1/fcm',
    'https://[::1]/fcm',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'fcm.googleapis.com/fcm',
    '',
    `${SANDBOX}/sandbox/faults`,
    `${SANDBOX}/sandbox/push/to/../../faults`,
    `${SANDBOX}0/sandbox/push/to/abc`,
    // Browsers write the host in the form that every parser reads alike.
    ' https://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com/fcm/send/abc ',
    'https://fcm。googleapis.com/fcm/send/abc',
    'https://ⓕcm.googleapis.com/fcm/send/abc',
    'https://FCM.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:443/fcm/send/abc',
    'https://fcm.googleapis.com\\@evil.example/',
    'https:\\\\fcm.googleapis.com\\fcm',
    'https:fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com/fcm/../send/abc',
    'https://fcm.goo\tgleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com/fcm/send/a b',
    'https://fcm.googleapis.com',
  ])('%s belongs to no push service', (endpoint) => {
    expect(pushServiceOf(endpoint, ACCEPTED)).toBeNull()
  })

  it('of the sandbox is accepted only in the sandbox', () => {
    expect(pushServiceOf(`${SANDBOX}/sandbox/push/to/abc`, { services: PUSH_SERVICES })).toBeNull()
  })
})

describe('a subscription', () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const good = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
    keys: { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  const offPoint = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
  const refusal = (change: object): unknown => {
    try {
      return readSubscription({ ...good, ...change }, ACCEPTED)
    } catch (error) {
      return error instanceof Refused ? [error.code, error.options.field] : error
    }
  }

  it('has a point on the curve and 16 bytes', () => {
    expect(readSubscription(good, ACCEPTED)).toEqual({
      endpoint: good.endpoint,
      p256dh: pair.getPublicKey(),
      auth: Buffer.from(good.keys.auth, 'base64url'),
    })
  })

  it.each([
    [{ endpoint: 'https://evil.example/' }, ['push_refused', 'endpoint']],
    [{ keys: { ...good.keys, p256dh: offPoint } }, ['invalid_field', 'keys.p256dh']],
    [{ keys: { ...good.keys, p256dh: 'not base64 at all' } }, ['invalid_field', 'keys.p256dh']],
    [{ keys: { ...good.keys, p256dh: good.keys.auth } }, ['invalid_field', 'keys.p256dh']],
    [{ keys: { ...good.keys, auth: 'abc' } }, ['invalid_field', 'keys.auth']],
  ])('%j is refused as %j', (change, expected) => {
    expect(refusal(change)).toEqual(expected)
  })
})
