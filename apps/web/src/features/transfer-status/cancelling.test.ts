import type { TransferDetail } from '@sesa/contract'
import { expect, test } from 'vitest'
import { cancelAnswer, cancelQuestion } from './cancelling.ts'

const at = '2026-11-21T10:00:00.000Z'
const step = (name: 'paid' | 'paying_out', when: string | null) =>
  ({ step: name, at: when, text: name }) as const
const transfer = (
  payingOutAt: string | null,
  status: TransferDetail['status'] = 'processing',
): Pick<TransferDetail, 'charge' | 'recipient' | 'status' | 'timeline'> => ({
  status,
  charge: { amount: 4_250, currency: 'USD', rate: '0.085' },
  recipient: 'Ama Mensah',
  timeline: [step('paid', at), step('paying_out', payingOutAt)],
})

test('promises the whole charge before the pay-out, in the charged currency', () => {
  const { text, confirm } = cancelQuestion(transfer(null))
  expect(text).toContain('We’ll refund USD 42.50 to your card, fee included')
  expect(confirm).toBe('Cancel the transfer')
})

test('promises a refund during the pay-out only if the money does not arrive', () => {
  const { text, confirm } = cancelQuestion(transfer(at))
  expect(text).toContain('If it’s been delivered, we cannot cancel. Otherwise, we’ll refund USD 42.50')
  expect(confirm).toBe('Ask to cancel')
})

test.each([null, at])('promises no refund while a hold may keep the money', (payingOutAt) => {
  const { text, confirm } = cancelQuestion(transfer(payingOutAt, 'held'))
  expect(text).toContain('We’ll record your request to cancel and tell you what happens.')
  expect(confirm).toBe('Ask to cancel')
  const answer = cancelAnswer('recorded', transfer(payingOutAt, 'held'))
  expect(answer).toEqual({ title: 'We have your request to cancel', text: 'We’ll tell you what happens.' })
  expect(JSON.stringify([text, answer])).not.toMatch(/refund|back|arriv/i)
})

test('states each outcome', () => {
  expect(cancelAnswer('cancelled', transfer(null)).text).toBe('Your card was not charged.')
  expect(cancelAnswer('refund', transfer(null)).text).toContain('We’ll refund USD 42.50')
  expect(cancelAnswer('refund_if_not_delivered', transfer(at)).text).toContain(
    'If it doesn’t arrive, we’ll refund USD 42.50',
  )
})
