import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import { evaluate } from './evaluate.ts'
import type { Facts, Payment } from './facts.ts'
import { readRules, SHIPPED_RULES, SHIPPED_SHADOW, type Look } from './rules.ts'

const NOW = new Date('2026-11-26T12:00:00Z')
const HOUR = 3_600_000

/** Returns a payment this many days before now. */
const payment = (days: number, change: Partial<Payment> = {}): Payment => ({
  reference: `S-${days}`,
  at: new Date(NOW.getTime() - days * 24 * HOUR),
  usd: 20_000,
  account: 'a',
  person: 'p',
  wallet: '+233241230001',
  to: 'GH',
  payer: null,
  ...change,
})
const repeat = (count: number, make: (index: number) => Payment): readonly Payment[] =>
  Array.from({ length: count }, (_, index) => make(index)).toSorted((a, b) => a.at.getTime() - b.at.getTime())

type AccountFacts = Extract<Facts, { kind: 'account' }>
const account = (payments: readonly Payment[], change: Partial<AccountFacts> = {}): Facts => ({
  kind: 'account',
  subject: 'a',
  asOf: NOW,
  payments,
  links: { person: [], card: [], device: [], payer: [] },
  circles: [],
  ...change,
})
const wallet = (payments: readonly Payment[]): Facts => ({
  kind: 'wallet',
  subject: 'w',
  asOf: NOW,
  payments,
})
const links = (by: keyof AccountFacts['links'], payments: readonly Payment[]) => ({
  links: { person: [], card: [], device: [], payer: [], [by]: payments },
})

const LOOKS = Object.fromEntries(
  [...SHIPPED_RULES.rules, ...SHIPPED_SHADOW.rules].map(({ id, look }) => [id, look]),
) as Record<string, Look>
const find = (facts: Facts, rule: string) => decide(facts, { id: rule, look: LOOKS[rule] as Look })

const own = payment(1)
const others = (count: number, days = 2): readonly Payment[] =>
  repeat(count, (index) => payment(days, { account: `other-${index}`, reference: `S-O${index}` }))
const circle = [payment(3, { account: 'a' }), payment(2, { account: 'b' }), payment(1, { account: 'c' })]
const usual = [payment(400), payment(390), payment(380)]

const paidFrom = (change: Partial<NonNullable<Payment['payer']>> = {}, usd = 50_000): Payment =>
  payment(1, { usd, payer: { phone: '+231881234567', check: 'unknown', isNew: true, ...change } })

describe('a paying wallet', () => {
  it.each<[string, string, Facts, 'alert' | 'clear' | 'insufficient']>([
    ['shared-payer', 'two accounts', account([own], links('payer', [own, ...others(1)])), 'alert'],
    ['shared-payer', 'one account', account([own], links('payer', [own])), 'clear'],
    ['shared-payer', 'a card', account([own]), 'insufficient'],
    ['new-payer', 'a name not told', account([paidFrom()]), 'alert'],
    ['new-payer', 'a close name', account([paidFrom({ check: 'close' })]), 'alert'],
    ['new-payer', 'the same name', account([paidFrom({ check: 'match' })]), 'clear'],
    ['new-payer', 'a wallet used before', account([paidFrom({ isNew: false })]), 'clear'],
    ['new-payer', 'a small amount', account([paidFrom({}, 49_999)]), 'clear'],
    ['new-payer', 'a card', account([own]), 'insufficient'],
  ])('%s: %s', (rule, _what, facts, outcome) => {
    expect(find(facts, rule)?.outcome).toBe(outcome)
  })
})

describe('a planted history', () => {
  it.each<[string, string, Facts, 'alert' | 'clear' | 'insufficient']>([
    [
      'structuring',
      'three payments below USD 1,000',
      account(repeat(3, (day) => payment(day + 1, { usd: 95_000 }))),
      'alert',
    ],
    [
      'structuring',
      'at exactly 85 % of it',
      account(repeat(3, (day) => payment(day + 1, { usd: 85_000 }))),
      'alert',
    ],
    [
      'structuring',
      'just below 85 % of it',
      account(repeat(3, (day) => payment(day + 1, { usd: 84_999 }))),
      'clear',
    ],
    [
      'structuring',
      'at the threshold itself',
      account(repeat(3, (day) => payment(day + 1, { usd: 100_000 }))),
      'clear',
    ],
    ['structuring', 'two payments', account(repeat(2, (day) => payment(day + 1, { usd: 95_000 }))), 'clear'],
    [
      'structuring',
      'one of three before the window',
      account([payment(8, { usd: 95_000 }), ...repeat(2, (day) => payment(day + 1, { usd: 95_000 }))]),
      'clear',
    ],
    [
      'many-senders',
      'four senders',
      wallet(repeat(4, (index) => payment(index + 1, { person: `p${index}` }))),
      'alert',
    ],
    [
      'many-senders',
      'three senders',
      wallet(repeat(3, (index) => payment(index + 1, { person: `p${index}` }))),
      'clear',
    ],
    [
      'many-senders',
      'one person with four accounts',
      wallet(repeat(4, (index) => payment(index + 1, { account: `a${index}` }))),
      'clear',
    ],
    [
      'many-senders',
      'accounts of an early release',
      wallet(repeat(4, (index) => payment(index + 1, { account: `a${index}`, person: null }))),
      'alert',
    ],
    [
      'many-payees',
      'six new wallets',
      account(repeat(6, (index) => payment(index + 1, { wallet: `w${index}` }))),
      'alert',
    ],
    [
      'many-payees',
      'five new wallets',
      account(repeat(5, (index) => payment(index + 1, { wallet: `w${index}` }))),
      'clear',
    ],
    [
      'many-payees',
      'a sixth that is known',
      account([
        payment(40, { wallet: 'w5' }),
        ...repeat(6, (index) => payment(index + 1, { wallet: `w${index}` })),
      ]),
      'clear',
    ],
    [
      'several-accounts',
      'two accounts of a person',
      account([own], links('person', [...others(1), own])),
      'alert',
    ],
    ['several-accounts', 'one account', account([own], links('person', [own])), 'clear'],
    [
      'several-accounts',
      'the other 90 days ago',
      account([own], links('person', [payment(90, { account: 'b' }), own])),
      'clear',
    ],
    ['several-accounts', 'no digest of the person', account([payment(1, { person: null })]), 'insufficient'],
    ['ring', 'three accounts in a circle', account([own], { circles: [circle] }), 'alert'],
    [
      'ring',
      'one payment of it is too old',
      account([own], { circles: [[payment(30), ...circle.slice(1)]] }),
      'clear',
    ],
    ['ring', 'no circle', account([own]), 'clear'],
    [
      'dormant-then-large',
      'four times the usual after a year',
      account([...usual, payment(0, { usd: 80_000 })]),
      'alert',
    ],
    [
      'dormant-then-large',
      'exactly three times the usual',
      account([...usual, payment(0, { usd: 60_000 })]),
      'clear',
    ],
    [
      'dormant-then-large',
      'after 179 days',
      account([payment(199), payment(189), payment(179), payment(0, { usd: 80_000 })]),
      'clear',
    ],
    [
      'dormant-then-large',
      'after 180 days',
      account([payment(200), payment(190), payment(180), payment(0, { usd: 80_000 })]),
      'alert',
    ],
    [
      'dormant-then-large',
      'two payments before',
      account([...usual.slice(1), payment(0, { usd: 80_000 })]),
      'insufficient',
    ],
    ['dormant-then-large', 'a first payment', account([payment(0, { usd: 80_000 })]), 'insufficient'],
    [
      'new-corridor',
      'USD 500 to a new country',
      account([...usual, payment(0, { usd: 50_000, to: 'LR' })]),
      'alert',
    ],
    [
      'new-corridor',
      'USD 499.99 to a new country',
      account([...usual, payment(0, { usd: 49_999, to: 'LR' })]),
      'clear',
    ],
    ['new-corridor', 'to a known country', account([...usual, payment(0, { usd: 50_000 })]), 'clear'],
    [
      'new-corridor',
      'with two payments before',
      account([...usual.slice(1), payment(0, { usd: 50_000, to: 'LR' })]),
      'insufficient',
    ],
    ['velocity', 'five payments in a day', account(repeat(5, (index) => payment(index / 10))), 'alert'],
    ['velocity', 'four payments in a day', account(repeat(4, (index) => payment(index / 10))), 'clear'],
    [
      'velocity',
      'a fifth exactly a day ago',
      account([payment(1), ...repeat(4, (index) => payment(index / 10))]),
      'clear',
    ],
    [
      'similar-amounts',
      'three within 10 %',
      account([payment(3, { usd: 20_000 }), payment(2, { usd: 22_000 }), payment(1, { usd: 21_000 })]),
      'alert',
    ],
    [
      'similar-amounts',
      'one a cent above 10 %',
      account([payment(3, { usd: 20_000 }), payment(2, { usd: 22_001 }), payment(1, { usd: 21_000 })]),
      'clear',
    ],
    ['similar-amounts', 'two payments', account([payment(2), payment(1)]), 'clear'],
    [
      'shared-card',
      'three accounts with a card',
      account([own], links('card', [...others(2), own])),
      'alert',
    ],
    ['shared-card', 'two accounts with a card', account([own], links('card', [...others(1), own])), 'clear'],
    ['shared-card', 'a card that is not known', account([own]), 'insufficient'],
    [
      'shared-device',
      'three accounts from a browser',
      account([own], links('device', [...others(2), own])),
      'alert',
    ],
    [
      'shared-device',
      'a third 30 days ago',
      account([own], links('device', [payment(30, { account: 'x' }), ...others(1), own])),
      'clear',
    ],
    ['shared-device', 'a browser that is not known', account([own]), 'insufficient'],
  ])('%s: %s', (rule, _name, facts, outcome) => {
    expect(find(facts, rule)?.outcome).toBe(outcome)
  })

  it('returns the payments that count, and the measured figures', () => {
    const payments = [payment(9, { usd: 90_000 }), ...repeat(3, (day) => payment(day + 1, { usd: 95_000 }))]
    const finding = find(account(payments), 'structuring')
    expect(finding?.payments.map(({ reference }) => reference)).toEqual(['S-3', 'S-2', 'S-1'])
    expect(finding?.measured).toEqual({ payments: 3, threshold: 100_000 })
  })
})

describe('an evaluation', () => {
  it('counts each outcome, and skips rules about other subjects', () => {
    const rules = SHIPPED_RULES.rules.filter(({ id }) =>
      ['velocity', 'many-senders', 'new-corridor'].includes(id),
    )
    const { outcomes, alerts } = evaluate({ version: 7, rules }, [
      account(repeat(5, (index) => payment(index / 10))),
      account([own]),
      wallet([own]),
    ])
    expect(outcomes).toEqual({
      'many-senders': { alert: 0, clear: 1, insufficient: 0 },
      'new-corridor': { alert: 0, clear: 1, insufficient: 1 },
      velocity: { alert: 1, clear: 1, insufficient: 0 },
    })
    expect(alerts).toMatchObject([
      { kind: 'account', subject: 'a', newest: 'S-0', measured: { payments: 5 } },
    ])
  })
})

describe('rules', () => {
  it('shipped with the product are valid', () => {
    expect(readRules({ rules: SHIPPED_RULES.rules })).toEqual({ ok: true, value: SHIPPED_RULES.rules })
  })

  const velocity = { id: 'velocity', look: { kind: 'velocity', hours: 24, atLeast: 5 } }
  it.each<[string, unknown, RegExp]>([
    ['no rules', {}, /rules/],
    ['an unknown kind', { rules: [{ id: 'odd', look: { kind: 'odd' } }] }, /kind/],
    ['the same id twice', { rules: [velocity, velocity] }, /own id/],
    ['an id with spaces', { rules: [{ ...velocity, id: 'My rule' }] }, /for the id/],
    ['one payment', { rules: [{ ...velocity, look: { ...velocity.look, atLeast: 1 } }] }, /atLeast/],
    [
      'more days than links are read for',
      { rules: [{ id: 'ring', look: { kind: 'ring', days: 91, atMost: 4 } }] },
      /days/,
    ],
  ])('with %s are refused', (_name, given, problem) => {
    const read = readRules(given)
    expect(read.ok ? '' : read.problems.join('\n')).toMatch(problem)
  })
})
