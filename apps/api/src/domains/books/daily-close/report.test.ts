import { describe, expect, it } from 'vitest'
import { journalOfDays } from './journal.ts'
import { problemsOf, readReport, saysTheSame, type DayReport } from './report.ts'

const REPORT: DayReport = {
  day: '2026-11-25',
  accounts: [
    { account: 'card_clearing:USD', opening: '-500', entries: { capture: '-5000' }, closing: '-5500' },
    { account: 'customer:USD', opening: '500', entries: { capture: '5000' }, closing: '5500' },
  ],
  corridors: [],
  ratesAsOf: null,
  positions: [{ account: 'card_clearing:USD', state: 'equal', difference: '0' }],
  openBreaks: {},
}
const BEFORE: DayReport = {
  ...REPORT,
  day: '2026-11-24',
  accounts: [
    { account: 'card_clearing:USD', opening: '0', entries: { capture: '-500' }, closing: '-500' },
    { account: 'customer:USD', opening: '0', entries: { capture: '500' }, closing: '500' },
  ],
}
/** Returns the report with one account changed. */
const changed = (account: string, change: Partial<DayReport['accounts'][number]>): Partial<DayReport> => ({
  accounts: REPORT.accounts.map((one) => (one.account === account ? { ...one, ...change } : one)),
})

describe('the blockers of a daily close', () => {
  it.each<[string, Partial<DayReport>, DayReport | null, readonly [string, boolean][]]>([
    ['nothing', {}, BEFORE, []],
    ['nothing on the first day', {}, null, []],
    [
      'entries that do not lead from opening to closing',
      changed('card_clearing:USD', { closing: '-5499' }),
      BEFORE,
      [['card_clearing:USD: opening -500 plus entries -5000 isn’t closing -5499', false]],
    ],
    [
      'an opening that is not the closing of the day before',
      changed('customer:USD', { opening: '501', closing: '5501' }),
      BEFORE,
      [['customer:USD: opens at 501, but 2026-11-24 closed at 500', false]],
    ],
    [
      'a provider that holds less',
      { positions: [{ account: 'payout_float:GHS', state: 'differs', difference: '-250' }] },
      BEFORE,
      [['payout_float:GHS differs from the provider by -250', true]],
    ],
    [
      'a balance that nobody knows',
      { positions: [{ account: 'payout_float:GHS', state: 'unknown', difference: null }] },
      BEFORE,
      [['payout_float:GHS: provider balance unknown', true]],
    ],
    [
      'nothing while money is on its way, or where nobody has begun',
      {
        positions: [
          { account: 'payout_float:GHS', state: 'settling', difference: '-250' },
          { account: 'payout_float:SLE', state: 'not_begun', difference: '100' },
        ],
      },
      BEFORE,
      [],
    ],
    [
      'open breaks',
      { openBreaks: { payout_missing: 2 } },
      BEFORE,
      [['2 open breaks (payout_missing)', true]],
    ],
  ])('%s', (_what, change, before, expected) => {
    const problems = problemsOf({ ...REPORT, ...change }, before)
    expect(problems.map(({ text, isExplainable }) => [text, isExplainable])).toEqual(expected)
  })
})

describe('a report signed before repayments were counted', () => {
  const amounts = { currency: 'USD', charged: '5000', paidOut: '0', refunded: '10000', disputed: '0' }
  const corridor = {
    ...{ sender: 'US', recipient: 'GH', charged: 1, paidOut: 0, refunded: 2, disputed: 0 },
    ...{ amounts: [amounts], results: [], inDollars: null },
  }
  const signed = JSON.stringify({ ...REPORT, corridors: [corridor] })
  const now: DayReport['corridors'] = [
    { ...corridor, refunded: 1, repaid: 0, amounts: [{ ...amounts, refunded: '5000', repaid: '0' }] },
  ]

  it('stays as it was signed, with no repayment', () => {
    expect(readReport(signed).corridors).toEqual([
      { ...corridor, repaid: 0, amounts: [{ ...amounts, repaid: '0' }] },
    ])
  })

  it('is compared by its accounts, and a current report by its corridors too', () => {
    const { accounts } = REPORT
    expect(saysTheSame(signed, { accounts, corridors: now })).toBe(true)
    expect(saysTheSame(signed, { accounts: BEFORE.accounts, corridors: now })).toBe(false)
    const today = JSON.stringify({ ...REPORT, corridors: now })
    expect(saysTheSame(today, { accounts, corridors: now })).toBe(true)
    expect(saysTheSame(today, { accounts, corridors: [] })).toBe(false)
  })
})

describe('the journal', () => {
  it('has a debit or a credit for each account and kind of entry, in major units', () => {
    expect(journalOfDays([REPORT])).toBe(
      '\uFEFF"Date","Account","Currency","Entry","Debit","Credit"\r\n' +
        '"2026-11-25","card_clearing","USD","capture",50.00,\r\n' +
        '"2026-11-25","customer","USD","capture",,50.00\r\n',
    )
  })
})
