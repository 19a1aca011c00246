import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { SmsSender } from '../../domains/record/messages/ports.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { createTwilio } from './twilio.ts'
import { checkAfricasTalking, checkTwilio } from './reach.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()

interface Change {
  readonly baseUrl?: string | undefined
  readonly timeout?: number
}

const africasTalking = (fetchFn = fetch, { baseUrl, timeout = 10_000 }: Change = {}) =>
  createAfricasTalking(
    {
      baseUrl: baseUrl ?? `${sandbox.url}/sandbox/africastalking`,
      username: 'sesa',
      apiKey: 'key',
      from: 'SESA',
      timeout,
    },
    fetchFn,
  )
const twilio = (fetchFn = fetch, { baseUrl, timeout = 10_000 }: Change = {}) =>
  createTwilio(
    {
      baseUrl: baseUrl ?? `${sandbox.url}/sandbox/twilio`,
      accountSid: 'AC1',
      authToken: 'token',
      from: 'MG1',
      timeout,
    },
    fetchFn,
  )

const VENDORS = [
  ['Africa’s Talking', africasTalking],
  ['Twilio', twilio],
] as const

let last = 100_000
const newNumber = (): string => `+23177${last++}`
const send = (sender: SmsSender, to: string) =>
  sender.send({ id: randomUUID(), to, text: 'Your code is 123456' })

async function received(to: string): Promise<number> {
  const response = await sandbox.app.inject({ url: '/sandbox/messages', query: { to } })
  return response.json<{ messages: unknown[] }>().messages.length
}

const setFault = (mode: string) =>
  sandbox.app.inject({ method: 'POST', url: '/sandbox/faults', payload: { target: 'sms', mode, count: 1 } })

describe.each(VENDORS)('an SMS through %s', (_name, vendor) => {
  test('that is accepted has the vendor’s id and reaches the phone', async () => {
    const to = newNumber()
    expect(await send(vendor(), to)).toMatchObject({
      outcome: 'sent',
      providerId: expect.stringMatching(/^(ATXid_|SM)/),
    })
    expect(await received(to)).toBe(1)
  })

  test.each([
    ['time_out_before', 0],
    ['time_out_after', 1],
    ['error_500', 0],
  ])('%s: the outcome is unknown, and the phone got %i', async (mode, count) => {
    const to = newNumber()
    await setFault(mode)
    expect(await send(vendor(fetch, { timeout: 500 }), to)).toEqual({ outcome: 'unknown' })
    expect(await received(to)).toBe(count)
  })

  test.each([
    ['no answer at all', 'http://127.0.0.1:9', undefined],
    ['words that are not JSON', undefined, new Response('<html>', { status: 201 })],
    ['JSON that does not hold it', undefined, Response.json({ ok: true }, { status: 201 })],
    [
      'a success without a recipient',
      undefined,
      Response.json({ SMSMessageData: { Recipients: [] } }, { status: 201 }),
    ],
  ])('%s is unknown', async (_what, baseUrl, answer) => {
    const odd = answer === undefined ? fetch : () => Promise.resolve(answer.clone())
    expect(await send(vendor(odd, { baseUrl }), newNumber())).toEqual({ outcome: 'unknown' })
  })

  test.each([401, 403, 429])('status %i leaves it to another vendor', async (status) => {
    const odd = () => Promise.resolve(Response.json({}, { status }))
    expect(await send(vendor(odd), newNumber())).toEqual({ outcome: 'unavailable' })
  })
})

describe('Africa’s Talking’s report on a recipient', () => {
  test.each([
    ['100', 'sent'],
    ['101', 'sent'],
    ['102', 'sent'],
    ['401', 'unavailable'],
    ['402', 'unavailable'],
    ['403', 'refused'],
    ['404', 'refused'],
    ['405', 'unavailable'],
    ['406', 'refused'],
    ['407', 'unavailable'],
    ['409', 'refused'],
    ['500', 'unavailable'],
    ['501', 'unavailable'],
    ['502', 'unavailable'],
  ])('%s: %s', async (status, outcome) => {
    const to = `+23177790${status}`
    expect(await send(africasTalking(), to)).toMatchObject({ outcome })
    expect(await received(to)).toBe(outcome === 'sent' ? 1 : 0)
  })
})

describe('Twilio’s refusals', () => {
  test.each([
    ['+15005550001', 'refused'],
    ['+15005550002', 'unavailable'],
    ['+15005550003', 'unavailable'],
    ['+15005550004', 'refused'],
    ['+15005550009', 'refused'],
  ])('%s: %s', async (to, outcome) => {
    expect(await send(twilio(), to)).toEqual({ outcome })
    expect(await received(to)).toBe(0)
  })

  test('a sender of our own is a number or a name', async () => {
    const to = newNumber()
    const settings = {
      baseUrl: `${sandbox.url}/sandbox/twilio`,
      accountSid: 'AC1',
      authToken: 'token',
      from: 'SESA',
    }
    expect(await send(createTwilio(settings, fetch), to)).toMatchObject({ outcome: 'sent' })
  })
})

describe('a check of our credentials with a vendor', () => {
  const asAfricasTalking = (fetchFn: typeof fetch = fetch, apiKey = 'key') =>
    checkAfricasTalking(
      { baseUrl: `${sandbox.url}/sandbox/africastalking`, username: 'sandbox', apiKey },
      fetchFn,
    )
  const asTwilio = (fetchFn: typeof fetch = fetch, accountSid = 'AC1') =>
    checkTwilio({ baseUrl: `${sandbox.url}/sandbox/twilio`, accountSid, authToken: 'auth' }, fetchFn)

  test('sends nothing', async () => {
    expect([await asAfricasTalking(), await asTwilio()]).toEqual([true, true])
    expect(await asAfricasTalking(fetch, '')).toBe(false)
  })

  test.each([
    ['a refusal', async () => Response.json({ code: 20003 }, { status: 401 })],
    ['an error', async () => new Response('<html>', { status: 502 })],
    ['words', async () => new Response('not JSON')],
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('fails on %s', async (_what, fetchFn) => {
    expect([await asAfricasTalking(fetchFn), await asTwilio(fetchFn)]).toEqual([false, false])
  })

  test('fails for a suspended Twilio account', async () => {
    expect(await asTwilio(async () => Response.json({ status: 'suspended' }))).toBe(false)
  })
})
