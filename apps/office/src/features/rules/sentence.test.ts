import { describe, expect, it } from 'vitest'
import { getAt, setAt, type Path } from '../../parts/policy/document.ts'
import { readRules, rowsOf, rulesOn, type Rule } from './rule-list.ts'
import { fraudSentence, monitoringSentence, type Part, type Sentence } from './sentence.ts'

const count = (over: object) => ({
  count: { hours: 24, atLeast: 10, per: 'account', what: 'transfers', ...over },
})
const refuse = { outcome: 'refuse', code: 'payment_refused' }
const FACTS = { firstTransfer: true, newDevice: true, foreignCard: true, savedCard: true, newRecipient: true }

const FRAUD: readonly (readonly [when: object, then: object, text: string])[] = [
  [
    count({ what: 'declines', per: 'address', atLeast: 100 }),
    { outcome: 'refuse', code: 'cards_declined' },
    'the internet address has at least [100] declined cards in [24 hours] → refuse: cards declined',
  ],
  [
    count({ per: 'card', hours: 1 }),
    refuse,
    'the card has at least [10] transfers in [an hour] → refuse the payment',
  ],
  [
    count({ what: 'amount', per: 'recipient', hours: 720, atLeast: 100_001 }),
    refuse,
    'the recipient sends at least [1,000.01] in [30 days] → refuse the payment',
  ],
  [
    { amountAtLeast: 50_000, ...FACTS, ...count({ per: 'device', hours: 168 }) },
    { outcome: 'delay', minutes: 30 },
    'the amount is at least [500.00] and it is the account’s first transfer and the device is new and the card is foreign and a saved card is offered and the recipient is new and the device has at least [10] transfers in [7 days] → pay out [30] minutes after the charge',
  ],
  [
    { newRecipient: true },
    { outcome: 'authenticate', request: 'challenge' },
    'the recipient is new → authenticate: [with a step for the customer]',
  ],
]

const MONITORING: readonly (readonly [look: object, text: string])[] = [
  [
    { kind: 'structuring', thresholds: [100_000, 200_000], percent: 85, days: 7, atLeast: 3 },
    'at least [3] payments in [7] days, each below [1,000.00] or [2,000.00] and at least [85] % of it',
  ],
  [
    { kind: 'many_senders', days: 14, atLeast: 4 },
    'at least [4] different senders to one wallet in [14] days',
  ],
  [{ kind: 'many_payees', days: 30, atLeast: 6 }, 'first payments to at least [6] wallets in [30] days'],
  [{ kind: 'several_accounts', days: 90, atLeast: 2 }, 'at least [2] accounts of one person in [90] days'],
  [
    { kind: 'ring', days: 30, atMost: 4 },
    'at most [4] accounts that paid each other in a circle within [30] days',
  ],
  [
    { kind: 'dormant', pauseDays: 180, times: 3, history: 5 },
    'more than [3] times the usual amount of at least [5] payments, after [180] days without a payment',
  ],
  [
    { kind: 'new_corridor', amountAtLeast: 50_000, history: 3 },
    'a first payment to a country, of at least [500.00], after [3] payments to others',
  ],
  [{ kind: 'velocity', hours: 24, atLeast: 5 }, 'at least [5] payments in [24] hours'],
  [
    { kind: 'similar_amounts', days: 7, percent: 10, atLeast: 3 },
    'at least [3] payments in [7] days whose amounts are within [10] %',
  ],
  [
    { kind: 'shared', by: 'card', days: 30, atLeast: 3 },
    'at least [3] accounts that paid with the same card in [30] days',
  ],
  [
    { kind: 'shared', by: 'device', days: 30, atLeast: 3 },
    'at least [3] accounts that paid with the same device in [30] days',
  ],
  [
    { kind: 'shared', by: 'payer', days: 30, atLeast: 2 },
    'at least [2] accounts that paid with the same wallet in [30] days',
  ],
  [
    { kind: 'new_payer', amountAtLeast: 50_000 },
    'a first payment from a wallet whose name was not confirmed, of at least [500.00]',
  ],
]

/** Writes a part with the value that the rule has. */
function textOf(part: Part, rule: Rule): string {
  if (typeof part === 'string') return part
  const value = getAt(rule, part.path)
  if ('options' in part) return `[${part.options.find(([one]) => one === value)?.[1] ?? 'no option'}]`
  return `[${part.kind.show(value as number)}]`
}

/** The places of all numbers in a rule. */
function numbersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    numbersIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

function expectSentence(rule: Rule, sentence: Sentence | null, text: string): void {
  if (sentence === null) throw new Error('No sentence')
  const words = (parts: readonly Part[]) => parts.map((part) => textOf(part, rule)).join('')
  expect([words(sentence.when), words(sentence.then)].filter(Boolean).join(' → ')).toBe(text)
  // Every number can be edited, and none changes by being shown and read again.
  const cells = [...sentence.when, ...sentence.then].filter((part) => typeof part !== 'string')
  const edited = cells
    .map(({ path }) => path.join('.'))
    .filter(
      (path) =>
        typeof getAt(
          rule,
          path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
        ) === 'number',
    )
  expect(edited.toSorted()).toEqual(
    numbersIn(rule)
      .map((path) => path.join('.'))
      .toSorted(),
  )
  for (const cell of cells) {
    const value = getAt(rule, cell.path)
    const read = 'kind' in cell ? cell.kind.read(cell.kind.show(value as number)) : value
    expect(JSON.stringify(setAt(rule, cell.path, read))).toBe(JSON.stringify(rule))
  }
}

describe('a rule is a sentence with its values', () => {
  it.each(FRAUD)('of fraud %#', (when, then, text) => {
    const rule = { id: 'one', when, then }
    expectSentence(rule, fraudSentence(rule), text)
  })

  it.each(MONITORING)('of monitoring %#', (look, text) => {
    const rule = { id: 'one', look }
    expectSentence(rule, monitoringSentence(rule), text)
  })

  it('but has none when another release wrote it', () => {
    expect(fraudSentence({ id: 'one', when: { moonPhase: 1 }, then: refuse })).toBeNull()
    expect(monitoringSentence({ id: 'one', look: { kind: 'toString' } })).toBeNull()
    expect(monitoringSentence('half')).toBeNull()
  })
})

describe('the rules of a page', () => {
  const version = (number: number, rules: Rule[]) => ({
    ...{ version: number, mode: 'in_force' as const, rules, author: null },
    ...{ approvedBy: null, reason: null, since: null },
  })
  const [ring, senders, old] = ['ring', 'senders', 'old'].map((id) => ({ id, look: { kind: id } }))
  const all = [ring, senders, old].flatMap((rule) => rule ?? [])

  it('are asked for as they are, byte by byte and in their order, without those that are off', () => {
    const rules = all.slice(0, 2)
    const rows = rowsOf(rules, [version(2, rules), version(1, all)])
    expect(rows.rows.map(({ isOn }) => isOn)).toEqual([true, true, false])
    expect(JSON.stringify(rulesOn(rows))).toBe(JSON.stringify(rules))
    expect(rulesOn(setAt(rows, ['rows', 2, 'isOn'], true))).toEqual(all)
  })

  it('that are off are those of the newest version that had them', () => {
    const newer = { id: 'old', look: { kind: 'old', days: 9 } }
    const { rows } = rowsOf([], [version(2, [newer]), version(1, all)])
    expect(rows.find(({ rule }) => rule['id'] === 'old')?.rule).toBe(newer)
  })

  it('are read from a file as a list or as the commands write them', () => {
    expect(readRules({ rules: all })).toEqual(all)
    expect(readRules(all)).toEqual(all)
    expect(readRules([1])).toBeNull()
    expect(readRules({})).toBeNull()
  })
})
