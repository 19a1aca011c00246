import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { createPawapayTerms } from './terms.ts'
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
  ])('%s says nothing', async (_what, fetchFn) => {
    expect(await terms(fetchFn)).toBeNull()
  })
})
