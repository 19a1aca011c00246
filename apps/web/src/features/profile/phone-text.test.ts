import { expect, it } from 'vitest'
import { phoneText } from './phone-text.ts'

it('spaces a number as its country does, and leaves any other text alone', () => {
  expect(phoneText('+231770123456')).toBe('+231 77 012 3456')
  expect(phoneText('+233241234567')).toBe('+233 24 123 4567')
  expect(phoneText('unknown')).toBe('unknown')
})
