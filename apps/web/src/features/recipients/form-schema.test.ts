import { beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { loadPhones } from '../../lib/forms/phone.ts'
import { networkFor, recipientSchema, valuesOf, withCountry, type RecipientValues } from './form-schema.ts'

beforeAll(() => loadPhones())

const AMA: RecipientValues = {
  country: 'GH',
  phone: '+233241234567',
  network: 'mtn',
  name: ' Ama  Mensah',
  nickname: ' Sis ',
}

test('returns what the server needs', () => {
  expect(v.parse(recipientSchema(true), AMA)).toEqual({
    country: 'GH',
    phone: '+233241234567',
    network: 'mtn',
    name: 'Ama Mensah',
    nickname: 'Sis',
    favourite: true,
  })
})

test.each([
  [{ phone: '' }, 'phone', 'Enter the recipient’s mobile number.'],
  [{ phone: '+231770000000' }, 'phone', 'Enter a valid Ghana mobile number.'],
  [{ network: '' }, 'network', 'Choose the recipient’s mobile network.'],
  [{ network: 'qmoney' }, 'network', 'Choose the recipient’s mobile network.'],
  [{ name: '' }, 'name', 'Enter the recipient’s full name.'],
  [{ name: '99' }, 'name', 'Enter the full name, using letters.'],
  [{ nickname: 'x'.repeat(41) }, 'nickname', 'Shorten the nickname to 40 characters.'],
] as const)('refuses %o', (change, field, message) => {
  const { issues } = v.safeParse(recipientSchema(false), { ...AMA, ...change })
  expect(issues?.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[field, message]])
})

test('guesses the network until another one is chosen', () => {
  const empty = valuesOf(null, 'LR')
  expect(empty.country).toBe('GH')
  expect(networkFor(empty, '+233201234567')).toBe('vodafone')
  expect(networkFor({ ...AMA, network: 'vodafone' }, '+233241111111')).toBe('vodafone')
  expect(withCountry(AMA, 'SL')).toEqual({ country: 'SL', network: '' })
})
