import type { AnswerOf, calls, Config, TransferDetail } from '@sesa/contract'
import { sampleConfig, sampleQuote, sampleTransfer } from './samples.ts'

type Methods = Config['payMethods'][number]['methods']
type Attempt = TransferDetail['pay']['attempts'][number]
type Opened = AnswerOf<typeof calls.createPaymentIntent>

const network = { open: true, minimum: 10_000, maximum: 15_000_000, prompt: 'automatic' } as const
const shown = { nameShown: 'Sesa', typicalSeconds: null }

export const CARD: Methods[number] = { method: 'card', open: true, reason: null }
export const MOMO = {
  ...{ method: 'momo', open: true, reason: null },
  networks: [
    { network: 'mtn', label: 'Lonestar MTN MoMo', ...network, ...shown },
    { network: 'orange', label: 'Orange Money', ...network, ...shown },
  ],
} satisfies Methods[number]

/** Returns the configuration with these ways to pay from Liberia, cheapest first. */
export const configWith = (...methods: Methods): Config =>
  sampleConfig({ payMethods: [{ country: 'LR', methods }] })

/** LRD 10,000.00 to Ghana with a fee of LRD 300.00 by mobile money, or of LRD 820.00 by card. */
const byPhone = () =>
  sampleQuote({ fee: 30_000, total: 1_030_000, charge: { amount: 1_030_000, currency: 'LRD', rate: '1' } })
const byCard = () =>
  sampleQuote({ fee: 82_000, total: 1_082_000, charge: { amount: 1_082_000, currency: 'LRD', rate: '1' } })

const wayOf = (method: 'momo' | 'card'): Opened['ways'][number] => {
  const { amount, fee, total, receiveAmount, rate, deliveryEstimate } =
    method === 'momo' ? byPhone() : byCard()
  return { method, amount, fee, total, receiveAmount, rate, deliveryEstimate }
}

/** Returns a payment by Orange Money that was not sent to the network yet. */
export const openedByPhone = (change: Partial<NonNullable<Opened['collection']>> = {}): Opened => ({
  ...{ id: 'mm_sample', clientSecret: null, customerSessionClientSecret: null, quote: byPhone() },
  collection: {
    ...{ amount: 1_030_000, currency: 'LRD', network: 'orange', networkLabel: 'Orange Money' },
    ...{ phone: '+231 77 ••• ••56', nameShown: 'Sesa', prompt: 'automatic' },
    ...{ minimum: 10_000, maximum: 15_000_000 },
    ...change,
  },
  ways: [wayOf('card')],
})

export const openedByCard = (): Opened => ({
  ...{ id: 'pi_sample', clientSecret: 'pi_sample_secret_1', customerSessionClientSecret: null },
  ...{ quote: byCard(), ways: [wayOf('momo')] },
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

/** Returns a request that Orange Money shows on the payer's phone for five more minutes. */
export const sampleAttempt = (change: Partial<Attempt> = {}): Attempt => ({
  ...{ number: 1, status: 'prompted', at: inMinutes(0), endsAt: inMinutes(5), endedAt: null },
  ...{
    text: 'Orange Money is waiting for your PIN. Approve the payment on your phone.',
    networkLabel: 'Orange Money',
  },
  ...{ phone: '+231 77 ••• ••56', nameShown: 'Sesa', code: null },
  instructions: ['Dial *144#.', 'Enter your PIN to approve.'],
  ...change,
})

/** Returns a transfer with these requests to pay, the last one newest. */
export function unpaidTransfer(
  attempts: readonly Attempt[],
  { minutes = 30, ...change }: Partial<TransferDetail> & { minutes?: number } = {},
): TransferDetail {
  const isOpen = attempts.some(({ endedAt }) => endedAt === null)
  const last = attempts.at(-1)
  return sampleTransfer({
    ...{ payment_id: 'mm_sample', status: 'awaiting_payment', card: null, timeline: [] },
    charge: { amount: 1_030_000, currency: 'LRD', rate: '1' },
    pay: {
      ...{ method: 'momo', networkLabel: last?.networkLabel ?? null, phone: last?.phone ?? null },
      ...{ attempts: [...attempts], canTry: !isOpen && minutes > 6, expiresAt: inMinutes(minutes) },
      ...{ bank: null, asksRefundNumber: false },
    },
    ...change,
  })
}
