import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { profileSchema, tickedProfileSchema, valuesOf } from './form-schema.ts'

const GOOD = { name: ' Ama Mensah ', email: ' ama@example.com ', dob: '1990-04-02', gender: '', esign: '' }

function problems(change: Partial<typeof GOOD>) {
  const result = v.safeParse(profileSchema, { ...GOOD, ...change })
  if (result.success) return {}
  // Like the form, keeps the first error of each field.
  return Object.fromEntries(
    result.issues.toReversed().map((issue) => [String(issue.path?.[0]?.key), issue.message]),
  )
}

describe('the profile form', () => {
  it('trims the input and omits an empty gender', () => {
    expect(v.parse(profileSchema, GOOD)).toEqual({
      name: 'Ama Mensah',
      email: 'ama@example.com',
      dob: '1990-04-02',
    })
    expect(v.parse(profileSchema, { ...GOOD, gender: 'female' })).toHaveProperty('gender', 'female')
  })

  it('requires the tick for electronic receipts only where the law does', () => {
    expect(v.safeParse(tickedProfileSchema, GOOD).issues?.map(({ message }) => message)).toEqual([
      'Tick the box to get receipts on screen and by email.',
    ])
    expect(v.parse(tickedProfileSchema, { ...GOOD, esign: 'yes' })).toEqual(v.parse(profileSchema, GOOD))
  })

  it('explains what to enter in every missing field', () => {
    expect(problems({ name: '  ', email: '', dob: '' })).toEqual({
      name: 'Enter your full name.',
      email: 'Enter your email address.',
      dob: 'Enter your date of birth.',
    })
  })

  it('reports a minimum age together with missing fields', () => {
    const thisYear = new Date().getUTCFullYear()
    expect(problems({ name: '', dob: `${thisYear - 17}-01-01` })).toEqual({
      name: 'Enter your full name.',
      dob: 'You must be 18 or over to send money.',
    })
    expect(problems({ dob: `${thisYear + 1}-01-01` })).toEqual({
      dob: 'Enter a real date of birth.',
    })
  })

  it('refuses an email address without @ or without a dot after it, and an overlong name', () => {
    for (const email of ['ama', 'ama@example', 'ama mensah@example.com']) {
      expect(problems({ email })).toEqual({ email: 'Enter an email address like name@example.com.' })
    }
    expect(problems({ name: 'a'.repeat(101) })).toEqual({ name: 'Enter a name of at most 100 characters.' })
  })

  it('refuses a name that looks like a link, mixes alphabets or has hidden letters', () => {
    expect(problems({ name: 'Visit evil-bank.com' }).name).toMatch(/^Enter a name, not a web address\./)
    expect(problems({ name: 'Аma Mensah' }).name).toBe('Write the whole name in one alphabet.')
    expect(problems({ name: 'Ama\u200bMensah' }).name).toMatch(/hidden characters/)
    expect(problems({ name: 'Gbɛ̃ K. N’Dri' })).toEqual({})
  })

  it('starts with the known values', () => {
    const user = {
      uid: 'u',
      phoneNumber: '+233241234567',
      email: null,
      displayName: null,
      passkeyOffered: false,
    }
    expect(valuesOf(null, user)).toEqual({ name: '', email: '', dob: '', gender: '', esign: '' })
    const fromSignIn = { ...user, email: 'ama@example.com', displayName: 'Ama' }
    expect(valuesOf(null, fromSignIn)).toMatchObject({ name: 'Ama', email: 'ama@example.com' })
    const profile = {
      name: 'Ama',
      email: 'old@example.com',
      emailVerified: true,
      pendingEmail: 'new@example.com',
      phoneNumber: '+233241234567',
      country: 'GH' as const,
      gender: 'female' as const,
      dob: '1990-04-02',
      complete: true,
    }
    expect(valuesOf(profile, fromSignIn)).toEqual({
      name: 'Ama',
      email: 'new@example.com',
      dob: '1990-04-02',
      gender: 'female',
      esign: '',
    })
  })
})
