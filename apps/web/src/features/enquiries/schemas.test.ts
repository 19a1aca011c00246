import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { contactSchema, interestSchema } from './schemas.ts'

const right = {
  name: 'Hawa Kollie',
  email: 'hawa@example.org',
  company: '',
  message: 'Where is my transfer?',
}

describe('a message to support', () => {
  it('is trimmed, and the company is optional', () => {
    expect(v.parse(contactSchema, { ...right, name: ' Hawa Kollie ', message: '\nHello\n' })).toEqual({
      ...right,
      message: 'Hello',
    })
  })

  test.each([
    ['name', '  ', 'Enter your name.'],
    ['name', 'a'.repeat(201), 'Enter a shorter name.'],
    ['email', '', 'Enter your email address.'],
    ['email', 'hawa at example', 'Enter an email address like name@example.com.'],
    ['company', 'a'.repeat(201), 'Enter a shorter company name.'],
    ['message', ' \n ', 'Write your message.'],
    ['message', 'a'.repeat(5_001), 'Shorten your message to 5,000 characters.'],
  ])('explains how to correct %s %j', (field, value, sentence) => {
    const { issues } = v.safeParse(contactSchema, { ...right, [field]: value })
    expect(issues?.map(({ message }) => message)[0]).toBe(sentence)
    expect(issues?.[0]?.path?.[0].key).toBe(field)
  })

  it('may be as long as the server accepts', () => {
    expect(v.safeParse(contactSchema, { ...right, message: 'a'.repeat(5_000) }).success).toBe(true)
  })
})

it('an expression of interest needs an email address', () => {
  expect(v.safeParse(interestSchema, { email: 'hawa@example.org' }).success).toBe(true)
  expect(v.safeParse(interestSchema, { email: 'hawa' }).success).toBe(false)
})
