import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPhones } from './phone.ts'
import { phoneSchema } from './phone-schema.ts'

function check(phone: string) {
  const result = v.safeParse(phoneSchema, { phone })
  return result.success ? result.output.phone : result.issues.map((issue) => issue.message)
}

beforeAll(loadPhones)

describe('the phone number at sign-in', () => {
  it('is accepted in any international format', () => {
    expect(check('+231770123456')).toBe('+231770123456')
    expect(check('+231 77 012 3456')).toBe('+231770123456')
    expect(check('+12025550123')).toBe('+12025550123')
  })

  it('is refused in the words of the spec when missing, too short or without a country', () => {
    for (const text of ['', '+231', '+23177', '0770123456', 'abc', '+49151123456789012']) {
      expect(check(text)).toEqual(['Error: Your phone number is not valid'])
    }
  })

  it('from a country we do not serve is refused with an alternative', () => {
    for (const text of ['+447911123456', '+2348031234567', '+33612345678'])
      expect(check(text)).toEqual([
        'We don’t serve this country yet. Use a number from Sierra Leone, Liberia, Ghana or the United States.',
      ])
  })

  it('is refused with a message about landlines when it is one', () => {
    expect(check('+233302123456')).toEqual(['This isn’t a mobile number. Enter a mobile number.'])
  })
})
