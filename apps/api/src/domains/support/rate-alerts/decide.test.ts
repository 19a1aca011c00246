import { rateAlertText } from '@sesa/contract'
import { formatMoney, money, rate, usualRate, usualReceived } from '@sesa/money'
import { describe, expect, it } from 'vitest'
import { decideAlert, type AlertState } from './decide.ts'

const ZONE = 'America/New_York'
/** 11:00 in New York on a winter's day. */
const DAY = '2026-11-25T16:00:00Z'
const at = (text: string) => rate(text, 'USD', 'GHS')

const state = (change: Partial<AlertState> = {}): AlertState => ({
  kind: 'at_or_above',
  threshold: at('11.25'),
  zone: ZONE,
  armed: true,
  toldOn: null,
  ...change,
})
const decide = (change: Partial<AlertState>, text: string, now = DAY) => {
  const { armed, tellOn } = decideAlert(state(change), at(text), new Date(now))
  return `${armed ? 'armed' : 'waits'}${tellOn === null ? '' : `, tells on ${tellOn}`}`
}

describe('an alert at or above a rate', () => {
  it.each([
    ['below it', {}, '11.2499999999', 'armed'],
    ['exactly at it', {}, '11.25', 'waits, tells on 2026-11-25'],
    ['above it', {}, '12', 'waits, tells on 2026-11-25'],
    ['that has told, still above', { armed: false, toldOn: '2026-11-24' }, '11.3', 'waits'],
    ['that has told, just below', { armed: false, toldOn: '2026-11-24' }, '11.24', 'waits'],
    ['that has told, almost 1 % back', { armed: false }, '11.1375000001', 'waits'],
    ['that has told, exactly 1 % back', { armed: false }, '11.1375', 'armed'],
    ['that has told, far below', { armed: false }, '9', 'armed'],
    ['armed again on the same day', { toldOn: '2026-11-25' }, '11.3', 'armed'],
    ['armed again on the next day', { toldOn: '2026-11-24' }, '11.3', 'waits, tells on 2026-11-25'],
  ] as const)('%s', (_what, change, text, expected) => expect(decide(change, text)).toBe(expected))
})

describe('an alert at or below a rate', () => {
  it.each([
    ['above it', {}, '11.2500000001', 'armed'],
    ['exactly at it', {}, '11.25', 'waits, tells on 2026-11-25'],
    ['that has told, almost 1 % back', { armed: false }, '11.3624999999', 'waits'],
    ['that has told, exactly 1 % back', { armed: false }, '11.3625', 'armed'],
  ] as const)('%s', (_what, change, text, expected) =>
    expect(decide({ kind: 'at_or_below', ...change }, text)).toBe(expected),
  )
})

describe('a daily alert', () => {
  it.each([
    ['tells once a day', { toldOn: '2026-11-24' }, DAY, 'armed, tells on 2026-11-25'],
    ['tells no second time', { toldOn: '2026-11-25' }, DAY, 'armed'],
    ['waits for the morning', {}, '2026-11-25T12:59:59Z', 'armed'],
    ['counts the customer’s own day', { toldOn: '2026-11-25' }, '2026-11-26T01:00:00Z', 'armed'],
  ] as const)('%s', (_what, change, now, expected) =>
    expect(decide({ kind: 'daily', threshold: null, ...change }, '11', now)).toBe(expected),
  )
})

describe('the quiet hours in the customer’s zone', () => {
  it.each([
    ['2026-11-25T12:59:59Z', 'armed'],
    ['2026-11-25T13:00:00Z', 'waits, tells on 2026-11-25'],
    ['2026-11-26T01:59:59Z', 'waits, tells on 2026-11-25'],
    ['2026-11-26T02:00:00Z', 'armed'],
    // Summer time: the same hour is another moment.
    ['2026-07-01T11:59:59Z', 'armed'],
    ['2026-07-01T12:00:00Z', 'waits, tells on 2026-07-01'],
  ])('at %s: %s', (now, expected) => expect(decide({}, '11.3', now)).toBe(expected))

  it('end without a notice when the rate has moved back by then', () => {
    expect(decide({}, '11.3', '2026-11-25T05:00:00Z')).toBe('armed')
    expect(decide({}, '11.2', '2026-11-25T13:00:00Z')).toBe('armed')
  })
})

describe('the amount in an alert’s words', () => {
  it.each([
    ['at_or_above', 'least', [1_112_350n, 1_112_349n]],
    ['at_or_below', 'most', [1_112_350n, 1_112_351n]],
  ] as const)('holds at every rate at which %s tells', (kind, word, [at, beyond]) => {
    const threshold = usualRate(money(111_235, 'GHS'), 'USD')
    expect(rateAlertText(kind, threshold)).toBe(`USD 100 gives at ${word} GHS 1,112.35`)
    // The nearest rate that still tells, and the first that does not.
    const tells = (value: bigint) =>
      decide({ kind, threshold }, `${value / 100_000n}.${value % 100_000n}`) !== 'armed'
    expect([tells(at), tells(beyond)]).toEqual([true, false])
    expect(formatMoney(usualReceived(threshold, 'down'))).toBe('GHS 1,112.35')
  })
})
