import { describe, expect, test } from 'vitest'
import { createMomoWallets } from './wallets.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()

const ask = (
  phone: string,
  fetchFunction: typeof fetch = fetch,
  { apiKey = 'sandbox', timeout = 10_000 } = {},
) =>
  createMomoWallets(
    {
      baseUrl: `${sandbox.url}/sandbox/mtn-momo`,
      apiKey,
      product: 'disbursement',
      subscriptionKey: 'sandbox',
      apiUser: '00000000-0000-4000-8000-000000000001',
      targetEnvironment: 'mtnghana',
      timeout,
    },
    fetchFunction,
  )(phone)

describe('the holder of a number at MTN', () => {
  test('is returned by name', async () => {
    expect(await ask('+233241112233')).toEqual({ account: 'active', name: 'Kofi Kamara' })
  })

  // The documented numbers of “account-holder active”, six of six.
  test.each([
    ['450', 'inactive'],
    ['451', 'inactive'],
    ['452', 'unknown'],
    ['453', 'unknown'],
    ['454', 'unknown'],
    ['455', 'unknown'],
  ])('of test number …%s is %s', async (ending, account) => {
    expect(await ask(`+46733123${ending}`)).toEqual({ account })
  })

  test('is unknown with a wrong key', async () => {
    expect(await ask('+233241112233', fetch, { apiKey: 'wrong' })).toEqual({ account: 'unknown' })
  })

  const answering =
    (body: string, status: number): typeof fetch =>
    async (url, init) =>
      typeof url === 'string' && url.includes('/token/') ? fetch(url, init) : new Response(body, { status })

  test.each([
    ['an answer without a name', '{"status":"ACTIVE"}', 200, { account: 'active', name: null }],
    ['one name of two', '{"given_name":"Ama"}', 200, { account: 'active', name: 'Ama' }],
    ['words', 'not JSON at all', 200, { account: 'unknown' }],
    ['another shape', '{"given_name":7}', 200, { account: 'unknown' }],
    ['a list', '[]', 500, { account: 'unknown' }],
    ['an address that a gateway does not know', '{"statusCode":404}', 404, { account: 'unknown' }],
    ['a gateway that is down', '<html>', 502, { account: 'unknown' }],
  ])('%s', async (_what, body, status, expected) => {
    expect(await ask('+233241112233', answering(body, status))).toEqual(expected)
  })

  test('is unknown when the answer is late or missing', async () => {
    const silent: typeof fetch = (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new Error('late'))),
      )
    expect(await ask('+233241112233', silent, { timeout: 100 })).toEqual({ account: 'unknown' })
    const cut: typeof fetch = () => Promise.reject(new Error('cut'))
    expect(await ask('+233241112233', cut)).toEqual({ account: 'unknown' })
  })
})
