import { describe, expect, it } from 'vitest'
import { compareRates, rate, significantRate } from './index.ts'

const of = (text: string) => rate(text, 'USD', 'GHS')

describe('a rate of six significant digits', () => {
  it.each([
    ['0.0546621327', 'down', 0n, '0.0546621'],
    ['0.0546621327', 'up', 0n, '0.0546622'],
    ['11.5', 'down', 0n, '11.5'],
    ['11.529999', 'down', 0n, '11.5299'],
    ['11.529999', 'up', 0n, '11.53'],
    ['170', 'down', 0n, '170'],
    ['1234567.8', 'down', 0n, '1234567'],
    ['1234500.4', 'down', 0n, '1234500'],
    ['0.1', 'down', 0n, '0.1'],
    ['11.25', 'up', 100n, '11.3625'],
    ['0.0546621327', 'up', 100n, '0.0552088'],
    ['0.000001234567', 'down', 0n, '0.00000123456'],
  ] as const)('%s %s, moved by %i basis points, is %s', (text, rounding, points, expected) => {
    expect(significantRate(of(text), rounding, points)).toBe(expected)
  })

  it('reads back, and compares exactly', () => {
    expect(compareRates(of('0.1'), of('0.10'))).toBe(0)
    expect(compareRates(of('11.1375'), of('11.13750001'))).toBe(-1)
    expect(compareRates(of('2'), of('1.9999'))).toBe(1)
    expect(compareRates(of(significantRate(of('11.25'), 'up', 100n)), of('11.3625'))).toBe(0)
  })
})
