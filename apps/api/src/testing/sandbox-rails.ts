import { within } from '@sesa/test-kit/patience'
import { money } from '@sesa/money'
import { createMomoFloat, createMomoTerms } from '../providers/mtn-momo/account.ts'
import { createMtnMomo } from '../providers/mtn-momo/index.ts'
import { createMomoWallets } from '../providers/mtn-momo/wallets.ts'
import { createPawapayFloat } from '../providers/pawapay/float.ts'
import { createPawapay } from '../providers/pawapay/index.ts'
import { createPawapayPrediction } from '../providers/pawapay/predict.ts'
import { createPawapayRemittances } from '../providers/pawapay/remittances.ts'
import { createPawapayTerms } from '../providers/pawapay/terms.ts'
import type { Rail } from '../domains/payouts/index.ts'

/** The secret of MTN's callback addresses. */
export const MOMO_CALLBACK_SECRET = Buffer.alloc(32, 7)

/** Creates the rails: pawaPay pay-outs and remittances for every network, and MTN directly in Liberia. */
export function sandboxRails(sandboxUrl: string): Map<string, Rail> {
  const pawapay = { baseUrl: `${sandboxUrl}/sandbox/pawapay`, token: 'sandbox', timeout: within(3) }
  const momo = {
    baseUrl: `${sandboxUrl}/sandbox/mtn-momo`,
    product: 'remittance',
    subscriptionKey: 'sandbox',
    apiUser: '00000000-0000-4000-8000-000000000001',
    apiKey: 'sandbox',
    targetEnvironment: 'mtnliberia',
    timeout: within(3),
  } as const
  const [minimum, maximum] = [money(10_000, 'LRD'), money(50_000_000, 'LRD')]
  return new Map([
    [
      'pawapay',
      {
        payouts: createPawapay(pawapay, fetch),
        terms: createPawapayTerms(pawapay, fetch),
        float: createPawapayFloat(pawapay, fetch),
        prediction: createPawapayPrediction(pawapay, fetch),
      },
    ],
    [
      'pawapay-remittance',
      {
        payouts: createPawapayRemittances({ ...pawapay, countries: 'alpha-3', noPostalCode: '00000' }, fetch),
        terms: createPawapayTerms(pawapay, fetch, 'REMITTANCE'),
        needsSender: true,
      },
    ],
    [
      'mtn-momo-lr',
      {
        payouts: createMtnMomo({ ...momo, currency: 'LRD' }, fetch),
        terms: createMomoTerms({ ...momo, country: 'LR', minimum, maximum }, fetch),
        wallets: createMomoWallets(momo, fetch),
        float: createMomoFloat({ ...momo, country: 'LR', currency: 'LRD' }, fetch),
      },
    ],
  ])
}
