import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { createPawapayTerms, createPawapayUnknownCarriers } from './terms.ts'
import { useSandbox } from '../testing/sandbox.ts'

const sandbox = useSandbox()
const baseUrl = (): string => `${sandbox.url}/sandbox/pawapay`

const terms = (fetchFn = fetch) =>
  createPawapayTerms({ baseUrl: baseUrl(), token: 'token', timeout: 2_000 }, fetchFn)()

describe('what pawaPay’s active configuration allows', () => {
  test('includes every network of the sandbox, with its bounds', async () => {
    const all = (await terms()) ?? []
    expect(all).toHaveLength(8)
    expect(all).toContainEqual({
      country: 'GH',
      network: 'airtel/tigo',
      open: true,
      minimum: money(100, 'GHS'),
      maximum: money(1_000_000, 'GHS'),
    })
  })

  test('for remittances includes only what the account has enabled', async () => {
    const settings = { baseUrl: baseUrl(), token: 'token', timeout: 2_000 }
    const all = await createPawapayTerms(settings, fetch, 'REMITTANCE')()
    expect(all).toEqual(await terms())
    const without = odd(orange('SLE', { PAYOUT: payout }))
    expect(await createPawapayTerms(settings, without, 'REMITTANCE')()).toEqual([])
  })

  const odd = (provider: object) => async () =>
    Response.json({ countries: [{ country: 'SLE', providers: [provider] }], signatureConfiguration: {} })
  const payout = { minAmount: '1', maxAmount: '15000', status: 'OPERATIONAL', decimalsInAmount: 'TWO_PLACES' }
  const orange = (currency: string, operationTypes: object) => ({
    provider: 'ORANGE_SLE',
    currencies: [{ currency, operationTypes }],
  })

  test.each([
    [
      'a network that pawaPay has closed',
      orange('SLE', { PAYOUT: { ...payout, status: 'CLOSED' } }),
      [false],
    ],
    [
      'one that takes whole amounts alone',
      orange('SLE', { PAYOUT: { ...payout, decimalsInAmount: 'NONE' } }),
      [false],
    ],
    ['one that takes cents', orange('SLE', { PAYOUT: payout }), [true]],
    ['one that is slow', orange('SLE', { PAYOUT: { ...payout, status: 'DELAYED' } }), [false]],
    ['one without pay-outs', orange('SLE', { DEPOSIT: payout }), []],
    ['the old leone', orange('SLL', { PAYOUT: payout }), []],
    ['a network that is none of ours', { ...orange('SLE', { PAYOUT: payout }), provider: 'WAVE_SEN' }, []],
    ['bounds that cannot be read', orange('SLE', { PAYOUT: { ...payout, maxAmount: 'much' } }), []],
  ])('%s', async (_what, provider, open) => {
    expect((await terms(odd(provider)))?.map((one) => one.open)).toEqual(open)
  })

  test.each([
    ['an error', async () => Response.json({ failureReason: {} }, { status: 403 })],
    ['no JSON', async () => new Response('<html>')],
    ['another shape', async () => Response.json({ countries: {} })],
    ['nothing', () => Promise.reject(new Error('down'))],
  ])('%s proves nothing', async (_what, fetchFn) => {
    expect(await terms(fetchFn)).toBeNull()
  })
})

describe('carriers that pawaPay has under a code unknown to us', () => {
  const settings = () => ({ baseUrl: baseUrl(), token: 'token', timeout: 2_000 })
  const unknown = (fetchFn: typeof fetch = fetch, ...type: ['REMITTANCE'?]) =>
    createPawapayUnknownCarriers(settings(), fetchFn, ...type)()

  const terms = { minAmount: '1', maxAmount: '15000', status: 'OPERATIONAL' }
  const provider = (name: string, currency: string, operationTypes: object = { PAYOUT: terms }) => ({
    provider: name,
    currencies: [{ currency, operationTypes }],
  })
  const account = (country: string, ...providers: object[]) => [{ country, providers }]

  test('the sandbox has none', async () => {
    expect(await unknown()).toEqual([])
    expect(await unknown(fetch, 'REMITTANCE')).toEqual([])
  })

  const lonestar = { country: 'LBR', code: 'LONESTAR_LBR' }
  const both = { PAYOUT: terms, REMITTANCE: terms }
  test.each([
    ['a carrier under another name', account('LBR', provider('LONESTAR_LBR', 'LRD')), [lonestar]],
    [
      'the unknown ones beside those we know',
      [
        ...account('LBR', provider('MTN_MOMO_LBR', 'LRD'), provider('LONESTAR_LBR', 'USD')),
        ...account('GHA', provider('TELECEL_GHA', 'GHS'), provider('ZEEPAY_GHA', 'GHS')),
        ...account('SLE', provider('ORANGE_SLE', 'SLE')),
      ],
      [lonestar, { country: 'GHA', code: 'TELECEL_GHA' }, { country: 'GHA', code: 'ZEEPAY_GHA' }],
    ],
    [
      'one that is closed for now',
      account('LBR', provider('LONESTAR_LBR', 'LRD', { PAYOUT: { ...terms, status: 'CLOSED' } })),
      [lonestar],
    ],
    [
      'nothing of a country that we do not pay out to',
      [...account('SEN', provider('WAVE_SEN', 'XOF')), ...account('USA', provider('VENMO_USA', 'USD'))],
      [],
    ],
    [
      'nothing that takes deposits alone',
      account('LBR', provider('LONESTAR_LBR', 'LRD', { DEPOSIT: terms })),
      [],
    ],
    ['nothing in the old leone', account('SLE', provider('SPLASH_SLE', 'SLL')), []],
  ])('include %s', async (_what, countries, expected) => {
    expect(await unknown(async () => Response.json({ countries }))).toEqual(expected)
  })

  test('are those of the account’s permission', async () => {
    const only = (operations: object) => async () =>
      Response.json({ countries: account('LBR', provider('LONESTAR_LBR', 'LRD', operations)) })
    expect(await unknown(only({ PAYOUT: terms }), 'REMITTANCE')).toEqual([])
    expect(await unknown(only(both), 'REMITTANCE')).toEqual([lonestar])
  })

  test.each([
    ['an error', async () => Response.json({ failureReason: {} }, { status: 403 })],
    [
      'a code that cannot be shown',
      async () => Response.json({ countries: account('LBR', provider('LONE\u001b[2J', 'LRD')) }),
    ],
    ['nothing', () => Promise.reject(new Error('down'))],
  ])('%s proves nothing', async (_what, fetchFn) => {
    expect(await unknown(fetchFn)).toBeNull()
  })
})
