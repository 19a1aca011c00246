import { PATIENCE } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import { describe, expect, it, test, vi } from 'vitest'
import type { Collector, CollectionRefund } from '../domains/transfers/mobile-money/ports.ts'
import { createMonimeCollector } from './monime/index.ts'
import { createMomoCollector } from './mtn-momo/collections.ts'
import { createPawapayCollector } from './pawapay/deposits.ts'
import {
  codeRefund,
  momoCollector,
  monimeCollector,
  PAYOUT,
  pawapayCollector,
  refundId,
  refundRequest,
  scripted,
  sentCodeRefund,
  sentRefund,
} from './testing/collecting.ts'
import { useSandbox } from './testing/sandbox.ts'

/** A refund to another wallet than the one that paid: a pay-out with the refund's id. */

const OTHER = { phone: '+233241119999', network: 'mtn' } as const

test('pawaPay pays it out and is asked about a pay-out; its refunds stay what they are', async () => {
  const { ask, asked } = scripted({
    'POST /v2/payouts': () => [200, { status: 'ACCEPTED' }],
    [`GET /v2/payouts/${refundId}`]: () => [
      200,
      { status: 'FOUND', data: { payoutId: refundId, status: 'COMPLETED' } },
    ],
  })
  const pawapay = pawapayCollector(ask)
  expect(await pawapay.refund({ ...refundRequest, elsewhere: OTHER })).toEqual({
    ok: true,
    value: { providerId: null },
  })
  expect(await pawapay.refundStatus({ ...sentRefund, elsewhere: OTHER })).toEqual({ status: 'succeeded' })
  expect(await pawapay.refundStatus(sentRefund)).toEqual({ status: 'unknown' })
  expect(asked[0]?.body).toEqual({
    ...{ payoutId: refundId, amount: '120.50', currency: 'GHS' },
    recipient: { type: 'MMO', accountDetails: { phoneNumber: '233241119999', provider: 'MTN_MOMO_GHA' } },
    ...{ clientReferenceId: 'S-7K2M9P4Q', customerMessage: 'Sesa S7K2M9P4Q' },
  })
  const unserved = await pawapay.refund({ ...refundRequest, elsewhere: { ...OTHER, network: 'orange' } })
  expect(unserved).toEqual({ ok: false, reason: 'refused', code: 'INVALID_PROVIDER' })
  expect(asked).toHaveLength(3)
})

test('MTN transfers it out of the account of its refunds', async () => {
  const { ask, asked } = scripted({
    'POST /disbursement/v1_0/transfer': () => [202],
    [`GET /disbursement/v1_0/transfer/${refundId}`]: () => [
      200,
      { externalId: refundId, status: 'FAILED', reason: 'PAYEE_NOT_FOUND' },
    ],
  })
  const momo = momoCollector(ask)
  await momo.refund({ ...refundRequest, elsewhere: OTHER })
  expect(await momo.refundStatus({ ...sentRefund, elsewhere: OTHER })).toEqual({
    ...{ status: 'failed', code: 'PAYEE_NOT_FOUND' },
  })
  expect(asked[0]).toMatchObject({ headers: { 'x-reference-id': refundId } })
  expect(asked[0]?.body).toEqual({
    ...{ amount: '120.50', currency: 'GHS', externalId: refundId },
    payee: { partyIdType: 'MSISDN', partyId: '233241119999' },
    ...{ payerMessage: 'Sesa S-7K2M9P4Q', payeeNote: 'Sesa S-7K2M9P4Q' },
  })
})

test('Monime pays it out to the other network and number', async () => {
  const found = { id: PAYOUT, status: 'completed', metadata: { attempt: refundId } }
  const { ask, asked } = scripted({
    'POST /v1/payouts': () => [200, { success: true, result: { ...found, status: 'pending' } }],
    [`GET /v1/payouts/${PAYOUT}`]: () => [200, { success: true, result: found }],
  })
  const elsewhere = { phone: '+23230123456', network: 'afrimoney' } as const
  const monime = monimeCollector(ask)
  await monime.refund({ ...codeRefund, elsewhere })
  expect(await monime.refundStatus({ ...sentCodeRefund, elsewhere })).toEqual({ status: 'succeeded' })
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
    destination: { type: 'momo', providerId: 'm3', phoneNumber: '+23230123456' },
  })
})

describe('against the sandbox', () => {
  const sandbox = useSandbox()
  const terms = { minimum: money(100n, 'GHS'), maximum: money(1_000_000n, 'GHS') }
  const user = {
    subscriptionKey: 'sandbox',
    apiUser: '00000000-0000-4000-8000-000000000001',
    apiKey: 'sandbox',
  }
  const makers: Readonly<Record<string, () => Collector>> = {
    pawaPay: () =>
      createPawapayCollector({ baseUrl: `${sandbox.url}/sandbox/pawapay`, token: 'sandbox' }, fetch),
    MTN() {
      const client = {
        ...{ baseUrl: `${sandbox.url}/sandbox/mtn-momo`, targetEnvironment: 'mtnghana', ...user },
      }
      return createMomoCollector(
        {
          ...{ country: 'GH', currency: 'GHS', ...terms },
          ...{
            collection: { ...client, product: 'collection' },
            refunds: { ...client, product: 'disbursement' },
          },
        },
        fetch,
      )
    },
    Monime: () =>
      createMonimeCollector(
        {
          ...{ baseUrl: `${sandbox.url}/sandbox/monime`, token: 'sandbox', spaceId: 'spc-sandbox' },
          ...{ minimum: money(100n, 'SLE'), maximum: money(1_000_000n, 'SLE') },
        },
        fetch,
      ),
  }
  const to = (name: string, ending: string): CollectionRefund => {
    const isMonime = name === 'Monime'
    const asked = isMonime ? codeRefund : refundRequest
    const elsewhere = isMonime
      ? ({ phone: `+2327612${ending}`, network: 'orange' } as const)
      : ({ phone: `+23324111${ending}`, network: 'mtn' } as const)
    return { ...asked, id: randomUUID(), elsewhere }
  }

  it.each(Object.keys(makers))('%s pays once, however often it is asked', async (name) => {
    const collector = makers[name]?.()
    const refund = to(name, '9876')
    const first = await collector?.refund(refund)
    expect(first?.ok).toBe(true)
    expect((await collector?.refund(refund))?.ok).toBe(true)
    const providerId = first?.ok ? first.value.providerId : null
    await vi.waitFor(
      async () =>
        expect(await collector?.refundStatus({ ...refund, providerId })).toEqual({ status: 'succeeded' }),
      PATIENCE,
    )
    const answer = await sandbox.app.inject({ method: 'GET', url: '/sandbox/books' })
    const { payouts } = answer.json<{ payouts: { reference: string }[] }>()
    const ids = [refund.id, providerId]
    expect(payouts.filter(({ reference }) => ids.includes(reference)).length).toBe(1)
  })

  it.each(Object.keys(makers))('%s says that the other number has no wallet', async (name) => {
    const collector = makers[name]?.()
    const refund = to(name, '0001')
    const sent = await collector?.refund(refund)
    const providerId = sent?.ok ? sent.value.providerId : null
    await vi.waitFor(
      async () =>
        expect(await collector?.refundStatus({ ...refund, providerId })).toMatchObject({ status: 'failed' }),
      PATIENCE,
    )
  })
})
