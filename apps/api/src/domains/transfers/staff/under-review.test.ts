import { describe, expect, it } from 'vitest'
import { HOLDS, type HoldReason } from '../state/holds.ts'
import { accountHoldAsSeen, eventsAsSeen, holdAsSeen, UNDER_REVIEW } from './under-review.ts'

const REASONS = Object.keys(HOLDS) as HoldReason[]
const REVIEWS: readonly string[] = ['screening', 'screening_unavailable', 'fraud_suspected']
const reviewers = new Set(['ama compliance'])
const WITHOUT = { seesCases: false, reviewers }

type Event = [kind: string, reason: string | null, by?: string | null, detail?: string | null]
const eventsOf = (events: readonly Event[]) =>
  events.map(([kind, hold_reason, staff = null, detail = null]) => ({
    kind,
    hold_reason,
    staff,
    detail,
  }))
const seen = (events: readonly Event[], seesCases = false) =>
  eventsAsSeen(eventsOf(events), { ...WITHOUT, seesCases }).map(
    ({ kind, hold_reason: reason, staff, detail }) => [kind, reason, staff, detail],
  )

describe('a hold', () => {
  it.each(REASONS)('of %s is the neutral one while it is under review, and only without cases', (reason) => {
    const hold = { reason, owner: HOLDS[reason].owner, means: HOLDS[reason].means }
    expect(holdAsSeen(hold, { underReview: true, seesCases: false })).toEqual(UNDER_REVIEW)
    expect(holdAsSeen(hold, { underReview: true, seesCases: true })).toBe(hold)
    expect(holdAsSeen(hold, { underReview: false, seesCases: false })).toBe(hold)
  })

  it.each(REASONS)('of %s is neutral in a history when compliance decides it', (reason) => {
    const shown = REVIEWS.includes(reason) ? 'under_review' : reason
    expect(seen([['held', reason]])).toEqual([['held', shown, null, null]])
    expect(seen([['held', reason]], true)).toEqual([['held', reason, null, null]])
  })

  it('of an account has no cause, name or word without cases', () => {
    const at = new Date(0)
    const hold = {
      ...{
        cause: 'fraud_warning' as const,
        openedBy: 'card provider',
        reason: 'fraud_warning',
        openedAt: at,
      },
      ...{ reference: 'S-1', liftedAt: at, liftedBy: 'Ama Compliance', liftReason: 'No fraud' },
    }
    expect(accountHoldAsSeen(hold, { seesCases: true })).toBe(hold)
    expect(accountHoldAsSeen(hold, { seesCases: false })).toEqual({
      ...{ cause: 'under_review', openedBy: null, reference: null, reason: null },
      ...{ openedAt: at, liftedAt: at, liftedBy: null, liftReason: null },
    })
  })
})

describe('a history without cases', () => {
  it.each<[string, readonly Event[], readonly Event[]]>([
    [
      'shows one review, whatever followed what',
      [
        ['held', 'screening_unavailable'],
        ['held', 'screening'],
        ['released', null, null, 'screening decided'],
      ],
      [
        ['held', 'under_review', null, null],
        ['released', null, null, null],
      ],
    ],
    [
      'hides what compliance put on hold, the name of a lower-case spelling too',
      [
        ['held', 'staff', 'AMA Compliance', 'Alert K-000001'],
        ['moved', 'staff'],
        ['released', null, 'Kofi Compliance', 'No suspicion'],
      ],
      [
        ['held', 'under_review', null, null],
        ['moved', 'under_review', null, null],
        ['released', null, null, null],
      ],
    ],
    [
      'keeps what others put on hold, with their words',
      [
        ['held', 'staff', 'Esi Support', 'The customer called'],
        ['released', null, 'Efua Finance', 'It is theirs'],
      ],
      [
        ['held', 'staff', 'Esi Support', 'The customer called'],
        ['released', null, 'Efua Finance', 'It is theirs'],
      ],
    ],
    [
      'hides a hold of compliance that is in force again after another',
      [
        ['held', 'staff', 'Ama Compliance', 'Alert'],
        ['held', 'disputed'],
        ['released', null, null, 'won'],
        ['held', 'staff'],
      ],
      [
        ['held', 'under_review', null, null],
        ['held', 'disputed', null, null],
        ['released', null, null, 'won'],
        ['held', 'under_review', null, null],
      ],
    ],
    [
      'has no notes of the engine about fraud, and no words of compliance',
      [
        ['noted', null, null, 'fraud_warning'],
        ['noted', null, null, 'review'],
        ['noted', null, null, 'refunded'],
        ['noted', null, 'Ama Compliance', 'The list was right'],
        ['cancel_requested', null, 'screening'],
      ],
      [
        ['noted', null, null, 'refunded'],
        ['noted', null, null, null],
        ['cancel_requested', null, null, null],
      ],
    ],
    [
      'takes a reason that this version does not know for a review',
      [['held', 'something_new']],
      [['held', 'under_review', null, null]],
    ],
  ])('%s', (_name, events, expected) => {
    expect(seen(events)).toEqual(expected)
    expect(seen(events, true)).toEqual(seenAsIs(events))
  })
})

const seenAsIs = (events: readonly Event[]) =>
  events.map(([kind, reason, staff = null, detail = null]) => [kind, reason, staff, detail])
