import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPhones } from './phone.ts'
import { phoneSchema } from './phone-schema.ts'

function check(phone: string) {
  const result = v.safeParse(phoneSchema, { phone })
  return result.success ? result.output.phone : result.issues.map((issue) => issue.message)
}

beforeAll(loadPhones)

describe('the phone number of the sign-in', () => {
  it('is taken in any international form', () => {
    expect(check('+231770123456')).toBe('+231770123456')
    expect(check('+231 77 012 3456')).toBe('+231770123456')
    expect(check('+12025550123')).toBe('+12025550123')
  })

  it('is refused in the words of the spec when it is none, too short or of nowhere', () => {
    for (const text of ['', '+231', '+23177', '0770123456', 'abc', '+49151123456789012']) {
      expect(check(text)).toEqual(['Error: Your phone number is not valid'])
    }
  })

  it('of a country we do not serve is refused with what to use instead', () => {
    for (const text of ['+447911123456', '+2348031234567', '+33612345678'])
      expect(check(text)).toEqual([
        'We don’t serve this country yet. Use a number from Sierra Leone, Liberia, Ghana or the United States.',
      ])
  })

  it('is refused with its own sentence when it is a landline', () => {
    expect(check('+233302123456')).toEqual(['This is not a mobile number. Enter a mobile number.'])
  })
})
