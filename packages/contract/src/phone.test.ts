import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { parsePhone, phoneMetadata } from './phone.ts'

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

it('carries the same metadata as the installed libphonenumber-js', () => {
  const full = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as typeof phoneMetadata
  const countries = Object.entries(phoneMetadata.countries)
  expect(countries).toHaveLength(4)
  for (const [code, entry] of countries) expect(entry).toEqual(full.countries[code as 'LR'])
  expect(phoneMetadata.version).toBe(full.version)
})
