import { beforeAll, expect, it } from 'vitest'
import { COUNTRIES } from '@sesa/contract'
import { loadPhones, otherCountryOf } from './phone.ts'

beforeAll(loadPhones)

it.each([
  // A Ghana number typed after the preset calling code of Liberia, with and without its zero.
  ['+231241234567', 'GH', '+233241234567'],
  ['+2310241234567', 'GH', '+233241234567'],
  ['+2312025550123', 'US', '+12025550123'],
])('%s is a number of %s', (typed, code, e164) => {
  const found = otherCountryOf(typed, COUNTRIES)
  expect([found?.country.code, found?.e164]).toEqual([code, e164])
})

it.each(['+2311', '+231', '', '+23199999999999'])('%j is a number of no other country', (typed) => {
  expect(otherCountryOf(typed, COUNTRIES)).toBeNull()
})
