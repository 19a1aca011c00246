import { money } from '@sesa/money'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { REFUSED_CALLBACK } from '../../domains/transfers/ports.ts'
import {
  attempt,
  collectionRequest,
  momoCollector,
  refundId,
  refundRequest,
  scripted,
  sentCollection,
  sentRefund,
  TOKEN,
} from '../testing/collecting.ts'
import { createMomoCallbacks } from './callbacks.ts'

const BALANCE = { availableBalance: '10.00', currency: 'GHS' }

test('a request to pay and its refund use the keys of their own products, and always have a message', async () => {
  const { ask, asked } = scripted({
    'POST /collection/v1_0/requesttopay': () => [202],
    'POST /disbursement/v1_0/refund': () => [202],
  })
  const momo = momoCollector(ask, (id, kind) => `https://sesa.example/${kind}/${id}`)
  const before = Date.now()
  const sent = await momo.start(collectionRequest)
  await momo.refund(refundRequest)
  const notes = { payerMessage: 'Sesa S-7K2M9P4Q', payeeNote: 'Sesa S-7K2M9P4Q' }
  expect(asked.map(({ body }) => body)).toEqual([
    {
      ...{ amount: '120.50', currency: 'GHS', externalId: attempt },
      payer: { partyIdType: 'MSISDN', partyId: '233241112233' },
      ...notes,
    },
    { amount: '120.50', currency: 'GHS', externalId: refundId, referenceIdToRefund: attempt, ...notes },
  ])
  expect(asked.map(({ headers }) => headers)).toMatchObject([
    {
      'ocp-apim-subscription-key': 'key',
      'x-reference-id': attempt,
      'x-target-environment': 'mtnghana',
      'x-callback-url': `https://sesa.example/collection/${attempt}`,
    },
    {
      'ocp-apim-subscription-key': 'other',
      'x-reference-id': refundId,
      'x-callback-url': `https://sesa.example/refund/${refundId}`,
    },
  ])
  // MTN waits five minutes for the payer.
  const waits = sent.outcome === 'accepted' ? (sent.endsAt?.getTime() ?? 0) - before : 0
  expect(Math.floor(waits / 60_000)).toBe(5)
})

test('its money arrives apart from pay-outs, and a request cannot be taken back', () => {
  const { name, clearing, stop } = momoCollector(scripted({}).ask)
  expect({ name, clearing, stop }).toEqual({
    ...{ name: 'mtn-momo-gh-collection', clearing: 'collection_float', stop: null },
  })
})

test('another currency than the market’s is refused before anything is sent', async () => {
  const { ask, asked } = scripted({})
  const sent = await momoCollector(ask).start({ ...collectionRequest, amount: money(100n, 'USD') })
  expect(sent).toEqual({ outcome: 'rejected', code: 'INVALID_CURRENCY', next: 'final' })
  expect(asked).toEqual([])
})

test('without a token nothing was sent', async () => {
  const { ask, asked } = scripted({ 'POST /collection/token/': () => [500] })
  const sent = await momoCollector(ask).start(collectionRequest)
  expect(sent).toMatchObject({ outcome: 'rejected', code: 'TOKEN_UNAVAILABLE', next: 'retry' })
  expect(asked).toEqual([])
})

test('a payment and a refund are asked for at their own products', async () => {
  const { ask, asked } = scripted({})
  const momo = momoCollector(ask)
  expect(await momo.status(sentCollection)).toEqual({ status: 'unknown' })
  expect(await momo.refundStatus(sentRefund)).toEqual({ status: 'unknown' })
  expect(asked.map(({ path }) => path)).toEqual([
    `/collection/v1_0/requesttopay/${attempt}`,
    `/disbursement/v1_0/refund/${refundId}`,
  ])
})

describe('the terms', () => {
  const terms = {
    ...{ collector: 'mtn-momo-gh-collection', country: 'GH', network: 'mtn' },
    ...{ minimum: money(100, 'GHS'), maximum: money(1_000_000, 'GHS'), wholeUnits: false },
    ...{ prompt: 'automatic', nameShown: null, instructions: [] },
  }
  const collection = { 'GET /collection/v1_0/account/balance': () => [200, BALANCE] as const }
  const disbursement = { 'GET /disbursement/v1_0/account/balance': () => [200, BALANCE] as const }

  test('are open while both products answer', async () => {
    const { ask } = scripted({ ...collection, ...disbursement })
    expect(await momoCollector(ask).terms()).toEqual([{ ...terms, open: true }])
  })

  test('are closed while money could not be given back', async () => {
    expect(await momoCollector(scripted(collection).ask).terms()).toEqual([{ ...terms, open: false }])
    const refused = { ...collection, ...disbursement, 'POST /disbursement/token/': () => [401] as const }
    expect(await momoCollector(scripted(refused).ask).terms()).toEqual([{ ...terms, open: false }])
  })

  test('are unknown while the collection product does not answer', async () => {
    expect(await momoCollector(scripted(disbursement).ask).terms()).toBeNull()
    const refused = { ...collection, ...disbursement, 'POST /collection/token/': () => [200, {}] as const }
    expect(await momoCollector(scripted(refused).ask).terms()).toBeNull()
    expect(TOKEN.expires_in).toBeGreaterThan(60)
  })
})

describe('a callback', () => {
  const callbacks = createMomoCallbacks([randomBytes(32)])
  const read = (path: string, externalId: string) =>
    callbacks.read({
      ...{ method: 'PUT', authority: 'sesa.example', query: '?', path, headers: {} },
      body: Buffer.from(JSON.stringify({ externalId, status: 'SUCCESSFUL', amount: '1000000' })),
    })

  test.each(['payout', 'collection', 'refund'] as const)('at the address of a %s is about it', (kind) => {
    expect(read(callbacks.pathFor(attempt, kind), attempt)).toEqual({ kind, reference: attempt })
  })

  test('at the address of another request is refused', () => {
    for (const kind of ['payout', 'collection', 'refund'] as const)
      expect(read(callbacks.pathFor(refundId, kind), attempt)).toBe(REFUSED_CALLBACK)
    expect(
      new Set((['payout', 'collection', 'refund'] as const).map((kind) => callbacks.pathFor(attempt, kind)))
        .size,
    ).toBe(3)
  })
})
