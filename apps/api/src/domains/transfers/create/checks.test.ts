import { money } from '@sesa/money'
import { describe, expect, it, test } from 'vitest'
import type { Rule } from '../../risk/fraud/rules.ts'
import { checkAll, type Checkable } from './checks.ts'
import { sharedLimitsOf } from './shared-limits.ts'
import type { OpeningFacts } from './opening-facts.ts'

const own = { per24Hours: money(100_000n, 'USD'), per30Days: money(200_000n, 'USD') }
const FACTS: OpeningFacts = {
  keyed: null,
  unpaid: [],
  isHeld: false,
  cards: null,
  ...{
    sent: true,
    known_device: true,
    known_recipient: true,
    foreign_card: null,
    known_payer: null,
    counted: [],
  },
  limits: { own, shared: sharedLimitsOf(own) },
  ...{ day: 0n, month: 0n },
  ...{ personDay: 0n, personMonth: 0n, walletDay: 0n, walletMonth: 0n },
  isSamePerson: true,
  isAsked: false,
}
const REFUSE_FIRST: Rule = {
  id: 'refuse-first',
  when: { firstTransfer: true },
  then: { outcome: 'refuse', code: 'payment_refused' },
}
const CHALLENGE_SAVED: Rule = {
  id: 'challenge-saved',
  when: { savedCard: true },
  then: { outcome: 'authenticate', request: 'challenge' },
}

function check(change: Partial<OpeningFacts>): unknown {
  const candidate = {
    opening: { userId: 'u', sessionId: 's', addressKey: null, proven: false },
    request: { from: 'US', to: 'GH', phone: '+233240000000' },
    price: { usd: money(50_000n, 'USD') },
    // No stored rules: the given ones are in force.
    current: { snapshot: { of: () => [] }, now: new Date() },
  }
  const given = {
    facts: { ...FACTS, ...change },
    fraudRules: { version: 0, rules: [REFUSE_FIRST, CHALLENGE_SAVED] },
  }
  try {
    return checkAll({ candidate, ...given } as unknown as Checkable)
  } catch (error) {
    return error
  }
}

/** Every obstacle, in the order in which it is found, with its finding. */
const OBSTACLES: readonly (readonly [string, Partial<OpeningFacts>, object])[] = [
  ['an account on hold', { isHeld: true }, { code: 'account_on_hold' }],
  ['saved cards that need a proof', { cards: { lock: 'proof', until: null } }, { code: 'step_up_required' }],
  [
    'a rule that refuses',
    { sent: false },
    { stop: { kind: 'refused', checked: { decision: { ruleId: 'refuse-first' } } } },
  ],
  ['another unpaid transfer', { unpaid: ['a', 'b'] }, { stop: { kind: 'unpaid', ids: ['a', 'b'] } }],
  ['an amount over the 24-hour limit', { day: 50_001n, month: 50_001n }, { code: 'limit_24_hours' }],
  ['an amount over the limit of a person', { personDay: 50_001n }, { code: 'limit_person' }],
  ['an amount over the limit of a wallet', { walletDay: 150_001n }, { code: 'limit_recipient' }],
]

describe('the checks of a new payment', () => {
  it('pass with the decision of the rules and whether it offers saved cards', () => {
    expect(check({ day: 50_000n, month: 150_000n })).toMatchObject({
      savedCard: false,
      checked: { decision: { outcome: 'allow' }, asked: { request_3ds: null, payout_delay_minutes: 0 } },
    })
    expect(check({ cards: { lock: 'none', until: null } })).toMatchObject({ savedCard: false })
    expect(check({ cards: { lock: 'open', until: null } })).toMatchObject({
      savedCard: true,
      checked: { facts: { savedCard: true }, asked: { request_3ds: 'challenge' } },
    })
  })

  test.each(OBSTACLES)('stop at %s, before everything that comes later', (name, _change, finding) => {
    const at = OBSTACLES.findIndex(([one]) => one === name)
    const later = OBSTACLES.slice(at).reduce((all, [, one]) => ({ ...all, ...one }), {})
    expect(check(later)).toMatchObject(finding)
  })

  it('refuse an amount over the 30-day limit, and say until when saved cards are locked', () => {
    expect(check({ day: 0n, month: 150_001n })).toMatchObject({ code: 'limit_30_days' })
    const until = new Date('2026-11-29T12:00:00Z')
    expect(check({ cards: { lock: 'wait', until } })).toMatchObject({
      code: 'saved_cards_locked',
      options: { details: { until: '2026-11-29T12:00:00.000Z' } },
    })
  })
})
