import { describe, expect, it } from 'vitest'
import { decide, delayMinutes, requested3ds, type Facts } from './decide.ts'
import { replayDecisions } from './replay.ts'
import { readRules, SANDBOX_RULES, SHIPPED_RULES, type Rule } from './rules.ts'

const facts = (change: Partial<Facts> = {}): Facts => ({
  amountUsd: 20_000,
  senderCountry: 'US',
  recipientCountry: 'GH',
  firstTransfer: false,
  newDevice: false,
  foreignCard: null,
  counts: {},
  ...change,
})
const authenticate = (request: 'any' | 'challenge') => ({ outcome: 'authenticate', request }) as const
const delay = (minutes: number) => ({ outcome: 'delay', minutes }) as const
const refuse = (code: 'payment_refused' | 'cards_declined') => ({ outcome: 'refuse', code }) as const
const rule = (when: Rule['when'], then: Rule['then'] = delay(10), id = 'the-rule'): Rule => ({
  id,
  when,
  then,
})
const decided = (rules: readonly Rule[], change: Partial<Facts> = {}) =>
  decide({ version: 7, rules }, facts(change))

describe('a condition', () => {
  const counting = (count: Rule['when']['count'] & object) => ({ count })
  const perDay = { per: 'account', hours: 24 } as const
  it.each<[string, Rule['when'], Partial<Facts>, boolean]>([
    ['an amount below', { amountAtLeast: 20_001 }, {}, false],
    ['an amount at least', { amountAtLeast: 20_000 }, {}, true],
    ['a first transfer', { firstTransfer: true }, { firstTransfer: true }, true],
    ['a later transfer', { firstTransfer: true }, {}, false],
    ['a new browser', { newDevice: true }, { newDevice: true }, true],
    ['a known browser', { newDevice: true }, {}, false],
    ['a foreign card', { foreignCard: true }, { foreignCard: true }, true],
    ['a card of the country', { foreignCard: true }, { foreignCard: false }, false],
    ['an unknown card', { foreignCard: true }, {}, false],
    ['a saved card', { savedCard: true }, { savedCard: true }, true],
    ['a typed card', { savedCard: true }, { savedCard: false }, false],
    ['a saved card in a decision of an earlier release', { savedCard: true }, {}, false],
    ['a new recipient', { newRecipient: true }, { newRecipient: true }, true],
    ['a known recipient', { newRecipient: true }, { newRecipient: false }, false],
    ['a recipient in a decision of an earlier release', { newRecipient: true }, {}, false],
    ['a new paying wallet', { newPayer: true }, { newPayer: true }, true],
    ['a known paying wallet', { newPayer: true }, { newPayer: false }, false],
    ['a card instead of a wallet', { newPayer: true }, { newPayer: null }, false],
    ['all conditions', { firstTransfer: true, newDevice: true }, { firstTransfer: true }, false],
    [
      'this transfer is the third',
      counting({ what: 'transfers', ...perDay, atLeast: 3 }),
      { counts: { 'transfers.account.24': 2 } },
      true,
    ],
    [
      'this transfer is the second',
      counting({ what: 'transfers', ...perDay, atLeast: 3 }),
      { counts: { 'transfers.account.24': 1, 'transfers.account.168': 9 } },
      false,
    ],
    [
      'the amount with this transfer',
      counting({ what: 'amount', per: 'recipient', hours: 1, atLeast: 50_000 }),
      { counts: { 'amount.recipient.1': 30_000 } },
      true,
    ],
    [
      'the amount below with this transfer',
      counting({ what: 'amount', per: 'card', hours: 1, atLeast: 50_001 }),
      { counts: { 'amount.card.1': 30_000 } },
      false,
    ],
    [
      'declines before this payment',
      counting({ what: 'declines', ...perDay, atLeast: 10 }),
      { counts: { 'declines.account.24': 10 } },
      true,
    ],
    [
      'fewer declines',
      counting({ what: 'declines', ...perDay, atLeast: 10 }),
      { counts: { 'declines.account.24': 9 } },
      false,
    ],
  ])('%s', (_name, when, change, isMet) => {
    expect(decided([rule(when)], change).ruleId).toBe(isMet ? 'the-rule' : null)
  })
})

describe('a decision', () => {
  const all = { amountAtLeast: 1 }
  it('allows without a rule that applies, and names the version', () => {
    expect(decided([])).toEqual({ version: 7, outcome: 'allow', ruleId: null, applied: [] })
  })

  it.each<[string, readonly Rule[], string, string]>([
    [
      'a delay over 3-D Secure',
      [rule(all, authenticate('any'), 'a-1'), rule(all, delay(5), 'b-2')],
      'delay',
      'b-2',
    ],
    [
      'a refusal over all',
      [rule(all, refuse('payment_refused'), 'a-1'), rule(all, delay(5), 'b-2')],
      'refuse',
      'a-1',
    ],
    ['the first of equals', [rule(all, delay(5), 'a-1'), rule(all, delay(9), 'b-2')], 'delay', 'a-1'],
  ])('prefers %s', (_name, rules, outcome, ruleId) => {
    expect(decided(rules)).toMatchObject({ outcome, ruleId })
  })

  it('applies every rule: the strongest 3-D Secure and the longest delay', () => {
    const decision = decided([
      rule(all, authenticate('any'), 'a-1'),
      rule(all, delay(5), 'b-2'),
      rule(all, authenticate('challenge'), 'c-3'),
      rule(all, delay(9), 'd-4'),
    ])
    expect([requested3ds(decision), delayMinutes(decision)]).toEqual(['challenge', 9])
    expect([requested3ds(decided([])), delayMinutes(decided([]))]).toEqual([null, 0])
  })
})

describe('the shipped rules', () => {
  it.each([SHIPPED_RULES, SANDBOX_RULES])('are valid', ({ rules }) => {
    expect(readRules({ rules })).toEqual({ ok: true, value: rules })
  })

  it.each<[string, Partial<Facts>, string, string]>([
    ['a first large transfer', { firstTransfer: true, amountUsd: 50_000 }, 'delay', 'authenticate'],
    ['a first small transfer', { firstTransfer: true }, 'authenticate', 'authenticate'],
    ['a later small transfer', {}, 'allow', 'allow'],
    ['a saved card for a known recipient', { savedCard: true, newRecipient: false }, 'allow', 'allow'],
    ['a typed card for a new recipient', { savedCard: false, newRecipient: true }, 'allow', 'allow'],
    ['ten declines of the account', { counts: { 'declines.account.24': 10 } }, 'refuse', 'refuse'],
    ['a hundred declines of the address', { counts: { 'declines.address.24': 100 } }, 'refuse', 'allow'],
  ])('decide about %s', (_name, change, live, sandbox) => {
    expect(decide(SHIPPED_RULES, facts(change)).outcome).toBe(live)
    expect(decide(SANDBOX_RULES, facts(change)).outcome).toBe(sandbox)
  })

  it.each<Partial<Facts>>([
    { newRecipient: true },
    { newDevice: true },
    { newRecipient: true, newDevice: true },
  ])('ask the bank to challenge a saved card of any amount, and delay its pay-out: %o', (change) => {
    const payment = facts({ savedCard: true, amountUsd: 1, ...change })
    const [live, sandbox] = [decide(SHIPPED_RULES, payment), decide(SANDBOX_RULES, payment)]
    expect([requested3ds(live), delayMinutes(live)]).toEqual(['challenge', 30])
    expect([requested3ds(sandbox), delayMinutes(sandbox)]).toEqual(['challenge', 0])
  })
})

describe('rules that are not valid', () => {
  const valid = rule({ amountAtLeast: 1 })
  it.each<[string, unknown, RegExp]>([
    ['no rules', {}, /rules/],
    ['an unknown condition', { rules: [{ ...valid, when: { colour: 'red' } }] }, /when/],
    ['no condition', { rules: [{ ...valid, when: {} }] }, /at least one condition/],
    ['an unknown outcome', { rules: [{ ...valid, then: { outcome: 'smile' } }] }, /outcome/],
    [
      'a window that is not counted',
      { rules: [rule({ count: { what: 'transfers', per: 'account', hours: 2 as 1, atLeast: 1 } })] },
      /hours/,
    ],
    ['an amount with decimals', { rules: [rule({ amountAtLeast: 1.5 })] }, /amountAtLeast/],
    ['a delay of two days', { rules: [rule({ amountAtLeast: 1 }, delay(2_880))] }, /minutes/],
    ['the same id twice', { rules: [valid, valid] }, /own id/],
    [
      'a refusal that blames cards without declines',
      { rules: [rule({ amountAtLeast: 1 }, refuse('cards_declined'))] },
      /declines/,
    ],
    ['an id with spaces', { rules: [{ ...valid, id: 'My rule' }] }, /for the id/],
  ])('%s', (_name, given, problem) => {
    const read = readRules(given)
    expect(read.ok).toBe(false)
    if (!read.ok) expect(read.problems.join('\n')).toMatch(problem)
  })
})

describe('a replay', () => {
  const stored = (id: bigint, amountUsd: number, ruleId: string | null = null) => ({
    id,
    reference: `S-0000000${id}`,
    version: 0,
    outcome: ruleId === null ? ('allow' as const) : ('delay' as const),
    ruleId,
    applied: ruleId === null ? [] : [{ ruleId, then: delay(30) }],
    facts: facts({ amountUsd }),
    amount: BigInt(amountUsd),
    currency: 'USD' as const,
  })

  it('counts outcomes, rules and amounts, and lists the changed payments', () => {
    const changed = [rule({ amountAtLeast: 30_000 }, authenticate('challenge'), 'large')]
    const payments = [stored(1n, 10_000), stored(2n, 40_000), stored(3n, 20_000, 'old-rule')]
    expect(replayDecisions(changed, payments)).toEqual({
      examined: 3,
      outcomes: [
        { name: 'allow', before: 2, after: 2 },
        { name: 'authenticate', before: 0, after: 1 },
        { name: 'delay', before: 1, after: 0 },
      ],
      rules: [
        { name: 'large', before: 0, after: 1 },
        { name: 'old-rule', before: 1, after: 0 },
      ],
      amounts: [
        { outcome: 'allow', before: 'USD 500.00', after: 'USD 300.00' },
        { outcome: 'authenticate', before: 'USD 0.00', after: 'USD 400.00' },
        { outcome: 'delay', before: 'USD 200.00', after: 'USD 0.00' },
      ],
      changed: [
        {
          reference: 'S-00000002',
          amount: 'USD 400.00',
          before: 'allow',
          after: 'authenticate challenge',
          ruleId: 'large',
        },
        {
          reference: 'S-00000003',
          amount: 'USD 200.00',
          before: 'delay 30 min',
          after: 'allow',
          ruleId: null,
        },
      ],
    })
  })
})
