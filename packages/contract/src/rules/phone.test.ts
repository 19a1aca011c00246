import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { mobileLength } from './phone-notation.ts'
import { parsePhone, phoneMetadata } from './phone.ts'

describe('a phone number', () => {
  it.each([
    ['0770123456', 'LR', '+231770123456'],
    ['+231 77 012 3456', 'LR', '+231770123456'],
    ['231-88-0123456'.replace('231-', '+231 '), 'LR', '+231880123456'],
    ['024 123 4567', 'GH', '+233241234567'],
    ['(076) 123456', 'SL', '+23276123456'],
    ['202-555-0143', 'US', '+12025550143'],
    ['233244123456', 'GH', '+233244123456'],
    ['011 233 24 412 3456', 'GH', '+233244123456'],
    ['+233 (0)24 412 3456', 'GH', '+233244123456'],
    ['tel:+233-24-412-3456', 'GH', '+233244123456'],
    ['\u200e+233\u202f24\u00a0412\ufeff3456', 'GH', '+233244123456'],
    ['٠٢٤٤١٢٣٤٥٦', 'GH', '+233244123456'],
    ['＋２３３２４４１２３４５６', 'GH', '+233244123456'],
  ] as const)('%s in %s is %s', (text, country, e164) => {
    expect(parsePhone(text, country)).toEqual({ ok: true, phone: expect.objectContaining({ e164, country }) })
  })

  it('in international form needs no country', () => {
    expect(parsePhone('+233 24 123 4567')).toMatchObject({
      ok: true,
      phone: { country: 'GH', national: '241234567' },
    })
    expect(parsePhone('233241234567')).toMatchObject({ ok: true, phone: { e164: '+233241234567' } })
    expect(parsePhone('0241234567')).toEqual({ ok: false, reason: 'phone_invalid' })
    expect(parsePhone('2025550143')).toEqual({ ok: false, reason: 'phone_invalid' })
  })

  it.each([
    ['+447911123456', 'country_not_served'],
    ['+33 6 12 34 56 78', 'country_not_served'],
    ['00 234 803 123 4567', 'country_not_served'],
    ['+44', 'phone_invalid'],
    ['+4479111234567890', 'phone_invalid'],
    ['+2317', 'phone_invalid'],
    ['+2315551234', 'phone_invalid'],
    ['+112025550143', 'phone_invalid'],
  ] as const)('without a country, %j is refused as %s', (text, reason) => {
    expect(parsePhone(text)).toEqual({ ok: false, reason })
  })

  it.each([
    ['', 'LR', 'phone_invalid'],
    ['abc', 'LR', 'phone_invalid'],
    ['07701', 'LR', 'phone_invalid'],
    ['077012345678', 'LR', 'phone_invalid'],
    ['call 0770123456 now', 'LR', 'phone_invalid'],
    ['555 1234', 'LR', 'phone_invalid'],
    ['2332441234', 'GH', 'phone_invalid'],
    ['+233241234567', 'LR', 'phone_wrong_country'],
    ['+447700900123', 'LR', 'phone_wrong_country'],
    ['0044 7700 900123', 'LR', 'phone_wrong_country'],
    ['0302123456', 'GH', 'phone_not_mobile'],
  ] as const)('%j in %s is refused as %s', (text, country, reason) => {
    expect(parsePhone(text, country)).toEqual({ ok: false, reason })
  })
})

it('carries the same metadata as the installed libphonenumber-js', () => {
  const full = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as typeof phoneMetadata
  const countries = Object.entries(phoneMetadata.countries)
  expect(countries).toHaveLength(4)
  for (const [code, entry] of countries) expect(entry).toEqual(full.countries[code as 'LR'])
  expect(phoneMetadata.version).toBe(full.version)
})

it.each(['SL', 'LR', 'GH', 'US'] as const)(
  'knows a mobile length of %s that the metadata allows',
  (country) => {
    const [, , , lengths] = phoneMetadata.countries[country] as unknown as [string, string, string, number[]]
    expect(mobileLength(country)).toBe(Math.max(...lengths))
  },
)
