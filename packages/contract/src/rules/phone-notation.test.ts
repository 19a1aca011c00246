import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPhone, formatTyped, plainDigits, toE164 } from './phone-notation.ts'
import { parsePhone } from './phone.ts'

const countries = fc.constantFrom('SL', 'LR', 'GH', 'US', null)
const digitsOf = (text: string) => text.replace(/\D/g, '')
/** Prefixes with several possible readings, followed by any digits. */
const typed = fc
  .tuple(
    fc.constantFrom('', '+', '0', '00', '011', '1', '231', '232', '233', '+233 (0)', '0231', '2330', '44'),
    fc.stringMatching(/^\d{0,13}$/),
  )
  .map((parts) => parts.join(''))

describe('a number as typed', () => {
  it.each([
    ['770123456', 'LR', '+231770123456', '77 012 3456'],
    ['077 012 3456', 'LR', '+231770123456', '077 012 3456'],
    ['76123456', 'SL', '+23276123456', '76 123456'],
    ['2025', 'US', '+12025', '(202) 5'],
    ['1 202 555 0143', 'US', '+12025550143', '1 (202) 555-0143'],
    ['233244123456', 'GH', '+233244123456', '+233 24 412 3456'],
    ['233244123456', 'US', '+233244123456', '+233 24 412 3456'],
    ['12025550143', 'LR', '+12025550143', '+1 202 555 0143'],
    ['2332441234', 'GH', '+2332332441234', '23 324 41234'],
    ['77012345699', 'LR', '+23177012345699', '77 012 345699'],
    ['0', 'LR', '+231', '0'],
    ['00', 'LR', '', '00'],
    ['002', 'LR', '+2', '00 2'],
    ['00231770123461', 'LR', '+231770123461', '00 231 77 012 3461'],
    ['011233244123456', 'US', '+233244123456', '011 233 24 412 3456'],
    ['00447911', 'LR', '+447911', '00 447911'],
    ['+233 (0)24 412 3456', 'LR', '+233244123456', '+233 024 412 3456'],
    ['44 79', null, '+4479', '+4479'],
    ['0244', null, '+0244', '0244'],
    ['Mobile: 024-412-3456', 'GH', '+233244123456', '024 412 3456'],
    ['+', 'LR', '', '+'],
    ['', null, '', ''],
  ] as const)('%j in %s means %j and is shown as %j', (text, country, e164, shown) => {
    expect([toE164(text, country), formatTyped(text, country)]).toEqual([e164, shown])
  })

  it('is never shortened into another number', () => {
    fc.assert(
      fc.property(typed, countries, (text, country) => {
        const shown = formatTyped(text, country)
        expect(digitsOf(shown)).toBe(digitsOf(text))
        expect(toE164(shown, country)).toBe(toE164(text, country))
        const parsed = parsePhone(text, country ?? undefined)
        if (parsed.ok) expect(digitsOf(text).endsWith(parsed.phone.national)).toBe(true)
        if (parsed.ok) expect(parsed.phone.e164).toBe(toE164(text, country))
      }),
      { numRuns: 5_000 },
    )
  })
})

it('reads the digits of every script, and drops invisible characters', () => {
  const systems = Intl.supportedValuesOf('numberingSystem')
  const scripts = systems
    .map((numberingSystem) =>
      new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890),
    )
    .filter((text) => /^\p{Nd}+$/u.test(text))
  expect(scripts.length).toBeGreaterThan(50)
  for (const text of scripts) expect(plainDigits(text)).toBe('1234567890')
  expect(plainDigits('\u200e\ufeff＋２\u202a3\u202c3\u00ad')).toBe('+233')
})

it('formats a number of our countries in groups', () => {
  expect(
    ['+23276123456', '+231770123456', '+233241234567', '+12025550143', '+447911123456'].map(formatPhone),
  ).toEqual(['+232 76 123456', '+231 77 012 3456', '+233 24 123 4567', '+1 202 555 0143', '+447911123456'])
})
