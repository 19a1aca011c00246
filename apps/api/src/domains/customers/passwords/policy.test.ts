import { expect, it } from 'vitest'
import { Refused } from '../../../lib/refused.ts'
import { checkNewPassword } from './policy.ts'

const AMA = { name: 'Ama Mensah-Bah', email: 'ama.m77@accra-mail.example', phone: '+233241234567' }

async function reasonFor(password: string): Promise<unknown> {
  try {
    await checkNewPassword(password, { owner: AMA, field: 'password' })
    return null
  } catch (error) {
    if (error instanceof Refused) return error.options.details?.['reason']
    throw error
  }
}

it.each([
  'summer2026',
  'Summer2026!',
  'winter-2025',
  'January2024',
  'harmattan2026',
  '2026sunday12',
  'password2026!',
  'football!!99',
  '98765432109',
  'abcd1234abcd',
])('refuses %s, a pattern that is guessed first', async (password) => {
  expect(await reasonFor(password)).toBe('common')
})

it.each([
  'ama12345',
  'Ama-1990',
  '77ama!!!',
  'mensah12345',
  'bah-bah-1',
  '0241234567',
  '233241234567',
  'sesa2026!',
  'accra-mail1',
])('refuses %s, made of the owner’s own words or ours', async (password) => {
  expect(await reasonFor(password)).toBe('personal')
})

it.each([
  'plantain harbour 58',
  'cassava window 91',
  'sundayroast',
  'marching penguins',
  // Three letters of a name inside another word do not count.
  'drama club nine',
  'kp7w-2026-xq',
])('accepts %s', async (password) => {
  expect(await reasonFor(password)).toBeNull()
})
