import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { unbroken } from './unbroken.tsx'

const shown = (content: ReactNode): string => renderToStaticMarkup(unbroken(content))
const whole = (text: string): string => `<span class="whitespace-nowrap">${text}</span>`

test('an amount in a sentence never breaks', () => {
  expect(shown('From LRD 950.00 to LRD 345,104.70.')).toBe(
    `From ${whole('LRD 950.00')} to ${whole('LRD 345,104.70')}.`,
  )
  expect(shown('1 USD = 172.0877 LRD')).toBe(whole('1 USD = 172.0877 LRD'))
})

test('a reference and a phone number never break', () => {
  expect(shown('Card charged for transfer S-WP41P8W7')).toBe(
    `Card charged for transfer ${whole('S-WP41P8W7')}`,
  )
  expect(shown('We send a code to +231 77 649 5120.')).toBe(`We send a code to ${whole('+231 77 649 5120')}.`)
})

test('an email address that is too long for a line breaks before its @ first, another one not', () => {
  expect(shown('Emails to hawa.kollie.of.bong.county@example.org')).toBe(
    'Emails to <span class="wrap-anywhere">hawa.kollie.of.bong.county<wbr/>@example.org</span>',
  )
  expect(shown('Write to help@sesa.example')).toBe(`Write to ${whole('help@sesa.example')}`)
})

test('text between elements is looked at too, and the elements are left alone', () => {
  expect(shown(['Pay LRD 5.00 ', <b key="b">now</b>])).toBe(`Pay ${whole('LRD 5.00')} <b>now</b>`)
})

test('other words break as they always did', () => {
  for (const text of ['Enter 6 digits', 'in 24 hours', 'CONTACT us']) expect(unbroken(text)).toBe(text)
})

test('what is not text stays as it is', () => {
  expect(unbroken(undefined)).toBeUndefined()
  expect(unbroken(7)).toBe(7)
})
