import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { answering, momo, payoutRequest, pawapay, reference, stripe } from './testing/answering.ts'

/** Network trouble that no provider documents: the outcome stays unknown, and nothing throws. */
const WRONG: readonly (readonly [string, typeof fetch])[] = [
  ['no answer in time', (_url, init) => new Promise((_resolve, reject) => listen(init?.signal, reject))],
  ['a cut connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['500 without a body', answering(500, undefined)],
  ['a gateway’s page', answering(502, '<html>Bad gateway</html>')],
  ['words for JSON', answering(200, 'not JSON at all')],
  ['a list for an object', answering(200, [])],
  ['nothing', answering(200, 'null')],
  ['a status that is not known', answering(200, { status: 'SIDEWAYS', externalId: reference })],
]

function listen(signal: AbortSignal | null | undefined, reject: (error: Error) => void): void {
  signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')))
}

describe.each(WRONG)('%s', (_what, wrong) => {
  test.each([
    ['pawaPay', pawapay],
    ['MTN MoMo', momo],
  ])('of %s leaves the outcome open', async (_name, rail) => {
    expect(await rail(wrong).send(payoutRequest)).toEqual({ outcome: 'unknown' })
    expect(await rail(wrong).status(reference)).toEqual({ status: 'unknown' })
  })

  test('of Stripe leaves the outcome open', async () => {
    const cards = stripe(wrong)
    const amount = money(500n, 'USD')
    const asked = [
      cards.createPayment({
        transferId: 't',
        reference: 'S',
        amount,
        attempt: 1,
        people: null,
        customerId: null,
        request3ds: null,
        record: 'c2VhbGVk',
      }),
      cards.readPayment('pi_1'),
      cards.cancelPayment('pi_1'),
      cards.listRefunds('pi_1'),
      cards.listDisputes('pi_1'),
      cards.listFraudWarnings('pi_1'),
      cards.findPayment('t'),
    ]
    for (const answer of await Promise.all(asked)) {
      expect(answer).toMatchObject({ ok: false, reason: 'unknown' })
    }
  })
})
