import { money } from '@sesa/money'
import { expect, it, test } from 'vitest'
import type { TrackedTransfer } from '../../transfers/index.ts'
import { linksEndAt } from './service.ts'
import { answerOf, pageWordsOf } from './words.ts'

const transfer = (change: Partial<TrackedTransfer> = {}): TrackedTransfer => ({
  state: 'arrived',
  since: new Date('2026-11-21T23:28:00Z'),
  endedAt: null,
  receive: money(50_000n, 'GHS'),
  network: { value: 'mtn', label: 'MTN MoMo' },
  senderName: 'Kofi Owusu Boateng',
  recipientPhone: '+233241234528',
  ...change,
})
const read = (change: Partial<TrackedTransfer>) => {
  const answer = answerOf(transfer(change), null)
  return { ...pageWordsOf(answer, transfer(change)), todo: answer.whatToDo }
}

it('shows only the first name and the last two digits of people', () => {
  expect(answerOf(transfer(), null)).toEqual({
    state: 'arrived',
    updatedAt: '2026-11-21T23:28:00.000Z',
    receive_amount: 50_000,
    receive_currency: 'GHS',
    network_label: 'MTN MoMo',
    senderFirstName: 'Kofi',
    walletEnding: '28',
    whatToDo: 'Check your MTN MoMo balance.',
  })
  expect(answerOf(transfer({ senderName: null }), 'Fatu Kamara').senderFirstName).toBe('Fatu')
  expect(answerOf(transfer({ senderName: 'evil.com Kofi' }), null).senderFirstName).toBeNull()
})

test.each([
  ['preparing', 'In progress', 'Kofi asked us to send GHS 500.00 to your MTN MoMo wallet ending in 28.'],
  ['on_its_way', 'On its way', 'GHS 500.00 from Kofi is on its way to your MTN MoMo wallet ending in 28.'],
  ['arrived', 'Arrived', 'GHS 500.00 from Kofi has arrived in your MTN MoMo wallet ending in 28.'],
  ['not_delivered', 'Not delivered', 'GHS 500.00 from Kofi was not delivered.'],
  ['cancelled', 'Cancelled', 'The transfer of GHS 500.00 from Kofi was cancelled.'],
] as const)('says in words that a transfer is %s', (state, heading, sentence) => {
  expect(read({ state })).toMatchObject({ heading, sentence, updated: '21 Nov 2026, 23:28 GMT' })
})

test('says what to do when the money was not delivered, without a reason', () => {
  expect(read({ state: 'not_delivered' }).todo).toMatch(/^Ask Kofi to check the number\./)
  expect(read({ state: 'not_delivered', senderName: null }).todo).toMatch(/^Ask the sender to check/)
})

test('links end 30 days after the final state', () => {
  expect(linksEndAt(null)).toBeNull()
  expect(linksEndAt(new Date('2026-11-01T00:00:00Z'))).toEqual(new Date('2026-12-01T00:00:00Z'))
})
