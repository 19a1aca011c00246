import { money } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { createTransferStoredAs } from '../../../testing/transfer-row.ts'
import { HOLDS, holdMeaning } from '../state/holds.ts'
import { STATES, type State } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { lineOf, type StoryEvent } from './story-entries.ts'
import { storyOf, type StoryFacts } from './story.ts'
import { UNDER_REVIEW } from './under-review.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 28, 7, 0, seconds))
const FULL = 'WALLET_LIMIT_REACHED: The wallet is full.'

type Way = readonly State[]
/** How a transfer reaches each state. */
const WAYS: Readonly<Record<State, Way>> = {
  awaiting_payment: [],
  paid: ['paid'],
  paying_out: ['paid', 'paying_out'],
  payout_unknown: ['paid', 'paying_out', 'payout_unknown'],
  payout_failed: ['paid', 'paying_out', 'payout_failed'],
  sent: ['paid', 'paying_out', 'sent'],
  refunding: ['paid', 'paying_out', 'payout_failed', 'refunding'],
  refund_failed: ['paid', 'paying_out', 'payout_failed', 'refunding', 'refund_failed'],
  refunded: ['paid', 'paying_out', 'payout_failed', 'refunding', 'refunded'],
  cancelled: ['cancelled'],
}

const eventsOf = (way: Way): StoryEvent[] =>
  ['awaiting_payment' as const, ...way].map((to, index, all) => ({
    ...{ at: at(index * 10), kind: 'moved', from_state: all[index - 1] ?? null, to_state: to },
    ...{ hold_reason: null, staff: null, approvedBy: null, detail: to === 'payout_failed' ? FULL : null },
  }))

function factsOf(change: Partial<TransferRow>, over: Partial<StoryFacts> = {}): StoryFacts {
  const state = change.state ?? 'paid'
  const way = WAYS[state]
  const row = createTransferStoredAs({
    ...{ card_brand: 'visa', card_last4: '4242', state_changed_at: at(40), next_step_at: at(60) },
    ...{ deliver_by: at(1800), captured_at: way.includes('paid') ? at(10) : null },
    failure_code: way.includes('payout_failed') ? 'WALLET_LIMIT_REACHED' : null,
    ...change,
  })
  const events = eventsOf(way)
  return {
    ...{
      row,
      events,
      attempts: [],
      collections: [],
      providerEvents: [],
      postings: [],
      owed: null,
      cancelReason: row.cancel_reason,
    },
    history: events as StoryFacts['history'],
    hold:
      row.hold_reason === null
        ? null
        : {
            reason: row.hold_reason,
            owner: 'operations',
            means: holdMeaning(row.hold_reason)?.means ?? null,
            decided: false,
          },
    ...{ isHidden: false, isEmailed: true, rail: 'pawapay', now: at(60) },
    ...over,
  }
}

describe('the story of a transfer', () => {
  it.each<readonly [State, string, string | null, string | null]>([
    ['awaiting_payment', 'We’re still checking', null, 'whether the customer paid'],
    [
      'paid',
      'On its way. Arrives by 28 Nov, 07:30 GMT (29 minutes left).',
      null,
      'We send the pay-out to pawaPay',
    ],
    [
      'paying_out',
      'On its way. Arrives by',
      null,
      'We ask pawaPay again. Without a final answer by 29 Nov, 07:00 GMT it stops for a person.',
    ],
    ['payout_unknown', 'On its way. Arrives by', null, 'We ask pawaPay again.'],
    [
      'payout_failed',
      'MTN MoMo reported a problem',
      `MTN MoMo answered ${FULL}`,
      'once more, then refund USD 50.00',
    ],
    [
      'sent',
      'Arrived. The money is in the recipient’s MTN MoMo wallet. USD 50.00 sent. GHS 550.00',
      null,
      'late events',
    ],
    [
      'refunding',
      'Refunding. The recipient’s wallet is full. You paid USD 50.00.',
      FULL,
      'We refund USD 50.00 to Visa',
    ],
    ['refund_failed', 'Refunding. The recipient’s wallet is full.', FULL, 'We request the refund again'],
    ['refunded', 'Refunded. The recipient’s wallet is full. Your bank can take', FULL, 'late events'],
    ['cancelled', 'Cancelled. Your card was not charged. USD 50.00 to the recipient.', null, 'late events'],
  ])('in state %s: “%s…”', (state, headline, cause, next) => {
    const story = storyOf(factsOf({ state, charge_unknown: state === 'awaiting_payment' }))
    const said = story.headline.replaceAll('\u00A0', ' ')
    expect(said).toContain(headline)
    expect(said).not.toMatch(/Ama|\+233|1234/)
    if (cause === null) expect(story.cause).toBeNull()
    else expect(story.cause).toContain(cause)
    expect(story.next?.text).toContain(next)
    expect(story.next?.at).toEqual(at(60))
    expect(story.entries.map((entry) => entry.at)).toEqual(eventsOf(WAYS[state]).map((event) => event.at))
  })

  it.each(STATES.filter((state) => WAYS[state].includes('paid')))(
    'tells the customer of every hold in state %s the same, and staff what it means',
    (state) => {
      const stories = Object.keys(HOLDS).map((hold_reason) => storyOf(factsOf({ state, hold_reason })))
      const [first, ...others] = new Set(stories.map(({ headline }) => headline))
      expect(others).toEqual([])
      expect(first).toContain('We’re reviewing this transfer. We’ll email you when there’s news.')
      expect(stories.map(({ cause }) => cause)).toEqual(Object.values(HOLDS).map(({ means }) => means))
      for (const { next } of stories) expect(next?.text).toMatch(/decides\.|decides the dispute\.$/)
    },
  )

  describe('of a bank debit', () => {
    const debit = {
      ...({ pay_method: 'bank_debit', card_brand: null, card_last4: null } as const),
      ...{ debit_started_at: at(5), bank_name: 'Chase', bank_last4: '6789', quote_expires_at: at(3_600) },
    }
    const told = (change: Partial<TransferRow>, over: Partial<StoryFacts> = {}) => {
      const { headline, cause, next, entries } = storyOf(factsOf({ ...debit, ...change }, over))
      return { headline, cause, next: next?.text, entries: entries.map(({ text }) => text) }
    }

    it('says since when we wait for the bank, and from which account', () => {
      const { headline, next, entries } = told({ state: 'awaiting_payment' })
      expect(headline).toBe(
        'Waiting for the bank since 28 Nov, 07:00 GMT. We haven’t received the money yet.',
      )
      expect(next).toBe(
        'Waiting for the bank since 28 Nov, 07:00 GMT. We keep the price until 28 Nov, 08:00 GMT; money that comes later is refunded.',
      )
      expect(entries.at(-1)).toBe('Debit of the Chase account ending 6789 authorized, bank asked to pay')
      const unnamed = told({ state: 'awaiting_payment', bank_name: null, bank_last4: null })
      expect(unnamed.entries.at(-1)).toContain('the bank account authorized')
    })

    it('says that a cancelled one is refunded if the bank pays', () => {
      expect(told({ state: 'awaiting_payment', cancel_reason: 'user' }).next).toContain(
        'If it pays, we refund USD 50.00 to the Chase account ending 6789.',
      )
    })

    it('says that and why the bank did not pay', () => {
      const { cause, entries } = told({
        ...{ state: 'cancelled', cancel_reason: 'debit_failed', failure_code: 'insufficient_funds' },
      })
      expect(cause).toBe('The bank did not pay: insufficient_funds')
      expect(entries.at(-1)).toMatch(/^The bank did not pay: /)
    })

    it('names the account that was charged, and that the bank took the money back', () => {
      const attempts = [
        {
          ...({ kind: 'dispute', number: 1, at: at(50), endedAt: null } as const),
          outcome: 'du_1',
          answer: null,
        },
      ]
      const { entries } = told({ state: 'sent' }, { attempts })
      expect(entries).toContain('Charged USD 50.00 to the Chase account ending 6789')
      expect(entries.at(-1)).toBe('The bank took the debit back')
      expect(told({ state: 'sent', hold_reason: 'disputed' }).next).not.toContain('card issuer')
      expect(told({ state: 'refunded' }).headline).toContain('Your bank can take up to 5 banking days')
    })
  })

  it('tells a reader without cases only that compliance decides, whatever holds it', () => {
    const hidden = { hold: { ...UNDER_REVIEW, decided: false }, isHidden: true }
    const told = Object.entries(HOLDS)
      .filter(([, meaning]) => 'isReview' in meaning)
      .map(([hold_reason], index) =>
        storyOf(factsOf({ state: 'paid', hold_reason, next_step_at: at(index), failures: index }, hidden)),
      )
    expect(told).toHaveLength(3)
    expect(new Set(told.map((story) => JSON.stringify(story))).size).toBe(1)
    expect(told[0]).toMatchObject({
      cause: UNDER_REVIEW.means,
      next: { text: 'Nothing happens by itself. Compliance decides.', at: null },
    })
  })

  it('says that a blocked transfer stays, and that nothing happens after an end', () => {
    const hold = { reason: 'screening', owner: 'operations', means: 'Blocked.', decided: true }
    expect(storyOf(factsOf({ hold_reason: 'screening' }, { hold })).next).toEqual({
      text: 'Nothing happens by itself. The money stays with us.',
      at: null,
    })
    expect(storyOf(factsOf({ state: 'sent', next_step_at: null })).next).toBeNull()
  })

  it('says who cancelled, when a delay ends, and how often a step failed', () => {
    const cancelled = storyOf(
      factsOf({ state: 'refunding', failure_code: 'cancelled', cancel_reason: 'user' }, { events: [] }),
    )
    expect(cancelled.cause).toBe('Customer request')
    const delayed = factsOf({ state: 'paid', payout_delay_minutes: 30, failures: 2 })
    expect(storyOf(delayed).next?.text).toBe(
      'The pay-out to pawaPay begins after the safety delay. 2 tries in a row failed.',
    )
  })

  it('does not call a wallet of another name the recipient’s', () => {
    const { headline } = storyOf(factsOf({ state: 'sent', name_check: 'different' }))
    expect(headline.replaceAll('\u00A0', ' ')).toContain(
      'The money is in the chosen number’s MTN MoMo wallet.',
    )
  })

  it('names both people, and puts answers and postings under their step, in the order of time', () => {
    const facts = factsOf({ state: 'payout_failed' })
    const { entries } = storyOf({
      ...facts,
      events: [
        ...facts.events,
        {
          ...{ at: at(50), kind: 'held', from_state: 'payout_failed', to_state: 'payout_failed' },
          ...{ hold_reason: 'staff', staff: 'Efua', approvedBy: null, detail: 'A look' },
        },
        {
          ...{ at: at(55), kind: 'released', from_state: 'payout_failed', to_state: 'payout_failed' },
          ...{ hold_reason: null, staff: 'Ama', approvedBy: 'Kofi', detail: 'The bank confirmed it' },
        },
      ],
      attempts: [
        { kind: 'payout', number: 1, at: at(21), endedAt: at(29), outcome: 'rejected', answer: FULL },
        { kind: 'refund', number: 1, at: at(52), endedAt: null, outcome: null, answer: null },
      ],
      providerEvents: [{ at: at(9), provider: 'stripe', type: 'payment_intent.succeeded', id: 'evt_1' }],
      postings: [
        {
          ...{ at: at(10), entry: 'capture', from: 'card_clearing:USD', to: 'customer:USD' },
          ...{ amount: 5_000n, currency: 'USD' },
        },
      ],
    })
    expect(
      entries.map((entry) => [lineOf(entry).slice(11), ...entry.details.map(({ text }) => text)]),
    ).toEqual([
      ['07:00:00.000Z Price locked, USD 100 = GHS 1,100.00'],
      [
        '07:00:10.000Z Charged USD 50.00 to Visa ••••\u00A04242',
        'Stripe: payment_intent.succeeded evt_1',
        'Charged: USD 50.00 from Card provider, USD to Owed to customers, USD',
      ],
      ['07:00:21.000Z Sent to pawaPay, attempt 1', `pawaPay: Refused: ${FULL}`],
      ['07:00:30.000Z MTN MoMo refused: The recipient’s wallet is full.', FULL],
      ['07:00:50.000Z On hold, Stopped by staff: A look (by Efua)'],
      ['07:00:52.000Z Refund requested from the card provider, attempt 1'],
      ['07:00:55.000Z Hold released: The bank confirmed it (by Ama, approved by Kofi)'],
    ])
  })

  it('knows what is due to the customer, from a provider and to a provider', () => {
    const posting = (
      entry: string,
      from: string,
      to: string,
      amount: bigint,
      currency: 'USD' | 'GHS' = 'USD',
    ) => ({
      ...{ at: at(10), entry, amount, currency },
      ...{ from: `${from}:${currency}`, to: `${to}:${currency}` },
    })
    const dues = (facts: StoryFacts) => storyOf(facts).dues.map(({ of, amount }) => [of, amount])
    expect(dues(factsOf({ state: 'paying_out' }, { owed: money(5_000n, 'USD') }))).toEqual([
      ['to_customer', money(5_000n, 'USD')],
      ['to_provider', money(55_000n, 'GHS')],
    ])
    const lost = [
      posting('dispute', 'disputes', 'card_clearing', 5_000n),
      posting('late_payout', 'fx', 'payout_float', 55_000n, 'GHS'),
    ]
    expect(dues(factsOf({ state: 'refunded' }, { owed: money(0n, 'USD'), postings: lost }))).toEqual([
      ['from_provider', money(5_000n, 'USD')],
      ['from_provider', money(55_000n, 'GHS')],
    ])
    const won = [
      ...lost,
      posting('dispute_won', 'card_clearing', 'disputes', 5_000n),
      posting('late_payout_undone', 'payout_float', 'fx', 55_000n, 'GHS'),
    ]
    expect(dues(factsOf({ state: 'sent' }, { postings: won }))).toEqual([])
  })
})
