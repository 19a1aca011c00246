// @vitest-environment happy-dom
import { calls, type TransferDetail } from '@sesa/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { textOf } from '../../testing/reads.ts'
import { sampleTransfer } from '../../testing/samples.ts'
import { isShareable } from './sharing.ts'

const step = (name: TransferDetail['timeline'][number]['step'], text = 'A text of the server') => ({
  ...{ step: name, at: new Date().toISOString(), text },
})

const SENT = sampleTransfer({
  ...{ status: 'sent', cancellable: false },
  timeline: [step('created'), step('paid'), step('paying_out'), step('sent')],
})
const LINE = 'LRD 10,000.00 → GHS 669.00 · Ama Mensah'
const TO_CARD = '{} LRD 10,000.00 to Visa •••• 4242'
/** Each state with its words: the line above, the headline, the sentence and the amounts. */
const STATES = {
  sent: [SENT, 'Payment Successful', 'Arrived', 'The money is in Ama’s MTN MoMo wallet.', LINE],
  'on its way': [
    sampleTransfer({
      delivery_estimate: new Date(Date.now() + 1_170_000).toISOString(),
      timeline: [step('created'), step('paid'), step('paying_out'), { ...step('sent'), at: null }],
    }),
    ...['Payment Successful', 'On its way', /^Arrives by \d\d:\d\d \(\d\d minutes left\)\.$/, LINE],
  ],
  'being cancelled': [
    sampleTransfer({ cancellable: false, notice: 'You asked to cancel. The money is already on its way.' }),
    ...['Payment Successful', 'In progress', 'You asked to cancel. The money is already on its way.', LINE],
  ],
  held: [
    sampleTransfer({
      ...{ status: 'held', notice: 'We’re reviewing this transfer. We’ll email you when there’s news.' },
      timeline: [step('created'), step('paid'), step('held', 'We’re reviewing this transfer.')],
    }),
    ...[
      'Payment Successful',
      'On hold',
      'We’re reviewing this transfer. We’ll email you when there’s news.',
      LINE,
    ],
  ],
  failed: [
    sampleTransfer({
      ...{ status: 'failed', cancellable: false, notice: 'The recipient’s wallet is full.' },
      timeline: [
        ...[step('created'), step('paid'), step('failed', 'The recipient’s wallet is full.')],
        step('refunding', TO_CARD.replace('{}', 'Refunding')),
      ],
    }),
    ...['Payment Failed', 'Refunding', 'The recipient’s wallet is full.'],
    'You paid LRD 10,000.00 · Refunding LRD 10,000.00 to Visa •••• 4242',
  ],
  refunded: [
    sampleTransfer({
      ...{ status: 'refunded', cancellable: false, notice: 'The recipient’s wallet is full.' },
      timeline: [
        ...[step('created'), step('paid'), step('failed', 'The recipient’s wallet is full.')],
        ...[step('refunding'), step('refunded', TO_CARD.replace('{}', 'Refunded'))],
      ],
    }),
    ...['Payment Failed', 'Refunded', 'The recipient’s wallet is full.'],
    'You paid LRD 10,000.00 · Refunded LRD 10,000.00 to Visa •••• 4242',
  ],
  cancelled: [
    sampleTransfer({
      ...{ status: 'cancelled', cancellable: false, notice: 'Your card was not charged.' },
      timeline: [step('created'), step('cancelled', 'Your card was not charged.')],
    }),
    ...['Payment Failed', 'Cancelled', 'Your card was not charged.', 'LRD 10,000.00 to Ama Mensah'],
  ],
} as const

async function openTransfer(transfer: TransferDetail) {
  const api = newApi()
  api.answer(calls.getTransfer, { transfer })
  await openApp({ at: '/transfer-status?payment_intent=pi_sample&intent=view', api })
}

/** Returns the page without what is folded or closed. */
function shownMain(): HTMLElement {
  const page = screen.getByRole('main').cloneNode(true) as HTMLElement
  for (const hidden of page.querySelectorAll('details > :not(summary), dialog')) hidden.remove()
  return page
}

/** Counts words by element: the text of neighbours has no space between. */
function wordsIn(page: HTMLElement): number {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  let count = 0
  while (texts.nextNode()) count += (texts.currentNode.nodeValue ?? '').split(/\s+/).filter(Boolean).length
  return count
}

it.each(Object.entries(STATES))(
  'says once how it stands, in few words: %s',
  async (_state, [transfer, line, headline, sentence, amounts]) => {
    await openTransfer(transfer)
    expect(textOf(await screen.findByRole('heading', { level: 1 }))).toBe(`${line} ${headline}`)
    const hero = screen.getByRole('region', { name: 'Your transfer' })
    const [said, money] = [...hero.querySelectorAll('p')].map(textOf)
    expect(said).toMatch(sentence)
    expect(money).toBe(amounts)
    if (isShareable(transfer.status)) await screen.findByRole('button', { name: 'Share' })
    const page = shownMain()
    const texts = [...page.querySelectorAll('h1 > span, p, ol > li, a, button, summary')].map(textOf)
    expect(texts.filter((text) => text === headline)).toHaveLength(1)
    expect(
      texts.filter((text, at) => texts.indexOf(text) !== at),
      'said twice',
    ).toEqual([])
    for (const one of (said ?? '').split(/(?<=\.) /)) expect(textOf(page).split(one)).toHaveLength(2)
    expect(wordsIn(page), texts.join(' | ')).toBeLessThanOrEqual(90)
  },
)

it.each([
  ['sent', true, true],
  ['held', false, true],
  ['failed', true, false],
  ['refunded', true, false],
  ['cancelled', true, false],
] as const)('of a %s transfer offers only what fits', async (state, sendsAgain, shares) => {
  await openTransfer(STATES[state][0])
  await screen.findByText(STATES[state][2])
  if (shares) await screen.findByRole('button', { name: 'Share' })
  else expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Send again' }) !== null).toBe(sendsAgain)
  expect(screen.queryByRole('link', { name: 'Receipt' }) !== null).toBe(state !== 'cancelled')
  for (const name of ['Stop sharing', 'Resend']) expect(screen.queryByText(name)).toBeNull()
})
