import { convert, money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOpenExchangeRates } from '../../../providers/rates/open-exchange-rates.ts'
import { createStripe } from '../../../providers/stripe/index.ts'
import { useSandbox } from '../../../providers/testing/sandbox.ts'
import { midRate, usdRates } from '../rates/index.ts'
import { boundsOf } from './bounds.ts'

const sandbox = useSandbox()
const PER_TRANSFER = money(200_000, 'USD')

test.each([
  ['LR', 'LRD', 'LRD'],
  ['SL', 'SLE', 'SLE'],
  ['GH', 'GHS', 'USD'],
  ['US', 'USD', 'USD'],
] as const)(
  'the card provider, at a rate of its own, charges the smallest transfer from %s',
  async (sender, sendCurrency, chargeCurrency) => {
    const url = `${sandbox.url}/sandbox/rates/latest`
    const source = createOpenExchangeRates(fetch, { url, source: 'sandbox', timeoutMs: 10_000 })
    const { usd, asOf } = await source.latest()
    const rateOf = (code: 'LRD' | 'GHS' | 'SLE') => ({ text: usd[code] ?? '', asOf, source: 'sandbox' })
    const rates = { LRD: rateOf('LRD'), GHS: rateOf('GHS'), SLE: rateOf('SLE') }
    const decimals = { LRD: rates.LRD.text, GHS: rates.GHS.text, SLE: rates.SLE.text }
    const snapshot = { id: 1n, asOf, usd: usdRates(decimals), rates }
    const none = money(0, sendCurrency)
    const bands = [{ from: none, fee: none, feeBps: 0n, marginBps: 100n }]
    const { minimum } = boundsOf(
      {
        ...{
          sender,
          recipient: 'GH',
          closedReason: null,
          sendCurrency,
          receiveCurrency: 'GHS',
          chargeCurrency,
          usualWay: 'card',
        },
        bands: { card: bands, momo: bands, bank_debit: bands },
        ...{ priceVersion: 1n, minReceive: null, maxReceive: null },
      },
      snapshot,
      PER_TRANSFER,
    )
    const cards = createStripe(
      { secretKey: 'sk_test_sandbox', webhookSecret: 'whsec_unused', baseUrl: sandbox.url, timeout: 3_000 },
      fetch,
    )
    const opened = await cards.createPayment({
      transferId: randomUUID(),
      reference: 'S-7K2M9P4Q',
      amount: convert(minimum, midRate(snapshot, sendCurrency, chargeCurrency), 'up'),
      attempt: 1,
      people: null,
      customerId: null,
      request3ds: null,
      record: 'c2VhbGVk',
    })
    expect(opened).toMatchObject({ ok: true })
  },
)
