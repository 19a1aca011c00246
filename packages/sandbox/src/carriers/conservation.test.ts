import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { payer, startPayments, WAIT } from '../testing/payments.ts'
import { depositRequest, payoutRequest } from '../testing/sandbox.ts'

type Headers = Record<string, string>
const OPENING = 1_000_000_000
const FLOAT = 10_000_000_000_000
/** Endings of numbers: ordinary, slow, full, unknown, and those whose calls are cut. */
const ENDINGS = ['1234', '0002', '0005', '0001', '0003', '0004', '5039', '5089']
let world: Awaited<ReturnType<typeof startPayments>>
beforeEach(async () => {
  world = await startPayments()
})
afterEach(() => world.close())

interface Row {
  amount: number
  currency: string
  status: string
  refunded: number
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
/** Sends a call as a business does: a cut one is sent again. */
const insist = async (send: () => Promise<unknown>) => send().catch(send)

async function momo(method: string, path: string, body: unknown, token: string, reference: string) {
  const headers: Headers = {
    'ocp-apim-subscription-key': 'any',
    'x-target-environment': 'mtnliberia',
    authorization: token,
    'x-reference-id': reference,
  }
  return world.sandbox.call(method, `/sandbox/mtn-momo${path}`, body, headers)
}

async function tokenFor(product: string): Promise<string> {
  const basic = `Basic ${Buffer.from('00000000-0000-4000-8000-000000000001:sandbox').toString('base64')}`
  const { json } = await momo('POST', `/${product}/token/`, undefined, basic, '')
  return `Bearer ${json.access_token}`
}

const monime = (method: string, path: string, body?: unknown, key = '') =>
  world.sandbox.call(method, `/sandbox/monime/v1${path}`, body, {
    authorization: 'Bearer test',
    'monime-space-id': 'spc-1',
    'idempotency-key': key,
  })

it('conserves money: what wallets paid and got back is what the floats gained and lost', async () => {
  const [collection, disbursement] = [await tokenFor('collection'), await tokenFor('disbursement')]
  const numbers = ENDINGS.map((ending) => ({
    gh: `23324111${ending}`,
    lr: `23188000${ending}`,
    sl: `2327612${ending}`,
  }))
  const deposits = numbers.map(({ gh }) => depositRequest(gh))
  const requests = numbers.map(({ lr }) => ({ reference: randomUUID(), lr }))
  const keys = numbers.map(({ sl }) => ({ key: randomUUID(), sl }))
  const note = { externalId: 'x', payerMessage: 'Sesa', payeeNote: 'Sesa' }

  for (const deposit of deposits) await insist(() => world.send(deposit))
  for (const { reference, lr } of requests) {
    const body = {
      ...{ amount: '500', currency: 'LRD', ...note },
      payer: { partyIdType: 'MSISDN', partyId: lr },
    }
    await insist(() => momo('POST', '/collection/v1_0/requesttopay', body, collection, reference))
  }
  for (const { key, sl } of keys) {
    const code = {
      ...{ name: 'Sesa', amount: { currency: 'SLE', value: 7_000 }, reference: key },
      ...{ authorizedPhoneNumber: sl, metadata: { transfer: key } },
    }
    await insist(() => monime('POST', '/payment-codes', code, key))
  }
  const { json: codes } = await monime('GET', '/payment-codes?limit=50')
  for (const { authorizedPhoneNumber: sl, ussdCode } of codes.result) await world.sandbox.dial(sl, ussdCode)
  const settled = () =>
    vi.waitFor(async () => {
      const open = (await world.books()).filter((row: Row) => row.status === 'pending')
      expect(open).toEqual([])
    }, WAIT)
  world.sandbox.skip(1_500)
  await vi.waitFor(async () => {
    const phones = await Promise.all(
      numbers.flatMap(({ gh, lr, sl }) => [gh, lr, sl].map(world.sandbox.phone)),
    )
    expect(phones.flatMap(({ prompts }) => prompts)).toEqual([])
  }, WAIT)
  world.sandbox.skip(60_000)
  await settled()

  for (const { depositId } of deposits) {
    const refund = { refundId: randomUUID(), depositId, amount: '20.50' }
    await insist(() => world.sandbox.pawapay('POST', '/refunds', refund))
  }
  for (const { reference } of requests) {
    const body = { amount: '200', currency: 'LRD', ...note, referenceIdToRefund: reference }
    const id = randomUUID()
    await insist(() => momo('POST', '/disbursement/v1_0/refund', body, disbursement, id))
  }
  for (const { key, sl } of keys) {
    const body = {
      amount: { currency: 'SLE', value: 3_000 },
      destination: { type: 'momo', providerId: 'm17', phoneNumber: sl },
      metadata: { transfer: key },
    }
    const id = randomUUID()
    await insist(() => monime('POST', '/payouts', body, id))
  }
  for (const { gh } of numbers) {
    const payout = payoutRequest(gh, { amount: '33.33', ...{ recipient: payer(gh, 'MTN_MOMO_GHA').payer } })
    await insist(() => world.sandbox.pawapay('POST', '/payouts', payout))
  }
  world.sandbox.skip(60_000)
  const books = () => world.sandbox.call('GET', '/sandbox/books').then(({ json }) => json)
  await vi.waitFor(async () => {
    const { payouts, collections } = await books()
    expect(payouts.filter(({ status }: Row) => status === 'pending')).toEqual([])
    const slow = collections.filter(({ msisdn }: { msisdn: string }) => msisdn.endsWith('0002'))
    expect(slow.map(({ refunded }: Row) => refunded > 0)).toEqual([true, true, true])
  }, WAIT)

  const { payouts, collections } = await books()
  const wallets = await Promise.all(
    numbers.flatMap(({ gh, lr, sl }) =>
      [gh, lr, sl].map(async (number) => (await world.sandbox.phone(number)).wallets),
    ),
  )
  const minor = (amount: string) => Number(amount.replace('.', ''))
  const momoBalance = async (product: string, token: string) =>
    minor((await momo('GET', `/${product}/v1_0/account/balance`, undefined, token, '')).json.availableBalance)
  const account = (await monime('GET', '/financial-accounts/fac-sandbox?withBalance=true')).json.result
  const gained: Record<string, number> = {
    GHS: minor(await world.float('GHA')) - FLOAT,
    LRD:
      (await momoBalance('collection', collection)) +
      (await momoBalance('disbursement', disbursement)) -
      FLOAT,
    SLE: account.balance.available.value - FLOAT,
  }
  for (const [currency, gain] of Object.entries(gained)) {
    const those = <T extends { currency: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.currency === currency)
    const paid = those(collections as Row[]).filter(({ status }) => status === 'completed')
    const out = those(payouts as Row[]).filter(({ status }) => status === 'completed')
    expect(paid.length, `payments in ${currency}`).toBeGreaterThan(4)
    expect(sum(paid.map(({ refunded }) => refunded))).toBeGreaterThan(0)
    const expected =
      sum(paid.map(({ amount, refunded }) => amount - refunded)) - sum(out.map(({ amount }) => amount))
    expect(gain, `float in ${currency}`).toBe(expected)
    const change = sum(those(wallets.flat()).map(({ balance }: { balance: number }) => balance - OPENING))
    expect(change, `wallets in ${currency}`).toBe(-gain)
  }
})
