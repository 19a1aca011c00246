import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { excessDigits, numberAsTyped, parsePhone, phoneMetadata } from './phone.ts'

describe('a phone number', () => {
  it.each([
    ['0770123456', 'LR', '+231770123456'],
    ['+231 77 012 3456', 'LR', '+231770123456'],
    ['231-88-0123456'.replace('231-', '+231 '), 'LR', '+231880123456'],
    ['024 123 4567', 'GH', '+233241234567'],
    ['(076) 123456', 'SL', '+23276123456'],
    ['202-555-0143', 'US', '+12025550143'],
  ] as const)('%s in %s is %s', (text, country, e164) => {
    expect(parsePhone(text, country)).toEqual({ ok: true, phone: expect.objectContaining({ e164, country }) })
  })

  it('in international form needs no country', () => {
    expect(parsePhone('+233 24 123 4567')).toMatchObject({
      ok: true,
      phone: { country: 'GH', national: '241234567' },
    })
    expect(parsePhone('0241234567')).toEqual({ ok: false, reason: 'phone_invalid' })
  })

  it.each([
    ['+447911123456', 'country_not_served'],
    ['+33 6 12 34 56 78', 'country_not_served'],
    ['00 234 803 123 4567', 'country_not_served'],
    ['+44', 'phone_invalid'],
    ['+4479111234567890', 'phone_invalid'],
    ['+2317', 'phone_invalid'],
  ] as const)('without a country, %j is refused as %s', (text, reason) => {
    expect(parsePhone(text)).toEqual({ ok: false, reason })
  })

  it.each([
    ['', 'LR', 'phone_invalid'],
    ['abc', 'LR', 'phone_invalid'],
    ['07701', 'LR', 'phone_invalid'],
    ['077012345678', 'LR', 'phone_invalid'],
    ['call 0770123456 now', 'LR', 'phone_invalid'],
    ['+233241234567', 'LR', 'phone_wrong_country'],
    ['+447700900123', 'LR', 'phone_wrong_country'],
    ['0044 7700 900123', 'LR', 'phone_wrong_country'],
    ['0302123456', 'GH', 'phone_not_mobile'],
  ] as const)('%j in %s is refused as %s', (text, country, reason) => {
    expect(parsePhone(text, country)).toEqual({ ok: false, reason })
  })
})

describe('a number being typed', () => {
  it.each([
    ['0770123456', 'LR', 0],
    ['07701234567', 'LR', 1],
    ['770123456', 'LR', 0],
    ['7701234567', 'LR', 1],
    ['+231 77 012 3456', 'LR', 0],
    ['+231 77 012 34567', 'LR', 1],
    ['+231 0770123456', 'LR', 0],
    ['00231 77 012 34567', 'LR', 1],
    ['(076) 123456', 'SL', 0],
    ['(076) 1234567', 'SL', 1],
    ['24 123 45678', 'GH', 1],
    ['1 (202) 555-0143', 'US', 0],
    ['(202) 555-01434', 'US', 1],
    ['+1 (202) 555-01434', 'LR', 1],
    ['+44 7911 123456789', 'LR', 0],
    ['+44 7911 1234567890', 'LR', 1],
    ['447911123456789', null, 0],
    ['2317701234567', null, 1],
    ['', 'LR', 0],
    ['+', 'LR', 0],
  ] as const)('%j in %s is %i digits too long', (text, country, excess) => {
    expect(excessDigits(text, country)).toBe(excess)
  })

  it.each([
    ['770123456', 'LR', '+231770123456'],
    ['077 012 3456', 'LR', '+231770123456'],
    ['+44 79', 'LR', '+4479'],
    ['00447911', 'LR', '+447911'],
    ['44 79', null, '+4479'],
    ['+231 77', null, '+23177'],
    ['', null, ''],
  ] as const)('%j in %s is %j so far', (text, country, e164) => {
    expect(numberAsTyped(text, country)).toBe(e164)
  })
})

it('carries the same metadata as the installed libphonenumber-js', () => {
  const full = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as typeof phoneMetadata
  const countries = Object.entries(phoneMetadata.countries)
  expect(countries).toHaveLength(4)
  for (const [code, entry] of countries) expect(entry).toEqual(full.countries[code as 'LR'])
  expect(phoneMetadata.version).toBe(full.version)
})
