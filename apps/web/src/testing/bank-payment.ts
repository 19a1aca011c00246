import type { AnswerOf, calls, Config, Draft, TransferDetail } from '@sesa/contract'
import { sampleConfig, sampleProfile, sampleQuote, sampleTransfer } from './samples.ts'

type Methods = Config['payMethods'][number]['methods']
type Opened = AnswerOf<typeof calls.createPaymentIntent>
type Bank = NonNullable<TransferDetail['pay']['bank']>

const BANK: Methods[number] = { method: 'bank_debit', open: true, reason: null }
const CARD: Methods[number] = { method: 'card', open: true, reason: null }

/** Returns the configuration with these ways to pay from the United States, cheapest first. */
export const configOfUS = (...methods: Methods): Config =>
  sampleConfig({
    payMethods: [{ country: 'US', methods: methods.length === 0 ? [BANK, CARD] : methods }],
  })

export const profileOfUS = () =>
  sampleProfile({ name: 'Hawa Kollie', phoneNumber: '+12135550123', country: 'US' })

/** USD 100.00 to Ama Mensah in Ghana. */
export const FROM_US: Draft = {
  ...{ sendAmount: '100.00', receiveAmount: '1,070.00', fix: 'send', country: 'GH' },
  ...{ name: 'Ama Mensah', method: 'momo', phone: '+233241111234', network: 'mtn' },
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** A fee of USD 1.00 from a bank account, or of USD 4.00 by card. */
const quoteBy = (fee: number, deliveryEstimate?: string) =>
  sampleQuote({
    ...{ amount: 10_000, currency: 'USD', rate: '10.7', midRate: '10.8', margin: 100 },
    ...{ fee, total: 10_000 + fee, receiveAmount: 107_000, receiveCurrency: 'GHS' },
    charge: { amount: 10_000 + fee, currency: 'USD', rate: '1' },
    ...(deliveryEstimate !== undefined && { deliveryEstimate }),
  })
const fromBank = () => quoteBy(100, inDays(7))
const byCard = () => quoteBy(400)

const wayOf = (method: 'bank_debit' | 'card'): Opened['ways'][number] => {
  const { amount, fee, total, receiveAmount, rate, deliveryEstimate } =
    method === 'card' ? byCard() : fromBank()
  return { method, amount, fee, total, receiveAmount, rate, deliveryEstimate }
}

const opened = { id: 'pi_sample', clientSecret: 'pi_sample_secret_1', customerSessionClientSecret: null }

export const openedFromBank = (): Opened => ({ ...opened, quote: fromBank(), ways: [wayOf('card')] })
export const openedByCard = (): Opened => ({ ...opened, quote: byCard(), ways: [wayOf('bank_debit')] })

/** Returns a transfer whose bank is being asked, or was asked. */
export function bankTransfer(change: Partial<TransferDetail> = {}, bank: Partial<Bank> = {}): TransferDetail {
  return sampleTransfer({
    ...{ status: 'awaiting_payment', card: null, sender_country: 'US', timeline: [] },
    ...{ amount: 10_000, fee: 100, total: 10_100, currency: 'USD', receive_amount: 107_000 },
    ...{ charge: { amount: 10_100, currency: 'USD', rate: '1' }, rate: '10.7' },
    delivery_estimate: '2026-12-14T15:00:00.000Z',
    pay: {
      ...{ method: 'bank_debit', networkLabel: null, phone: null, attempts: [], canTry: false },
      ...{ expiresAt: inDays(7), asksRefundNumber: false },
      bank: {
        ...{ name: 'STRIPE TEST BANK', last4: '6789' },
        ...{ startedAt: '2026-12-07T15:00:00.000Z', answerBy: '2026-12-11T15:00:00.000Z' },
        ...bank,
      },
    },
    ...change,
  })
}
