import { renderToStaticMarkup } from 'react-dom/server'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { noWrap } from './no-wrap.tsx'

const shown = (content: ReactNode): string => renderToStaticMarkup(noWrap(content))
const whole = (text: string): string =>
  `<span class="inline-block max-w-full [text-decoration:inherit]">${text}</span>`

test('never breaks an amount in a sentence', () => {
  expect(shown('From LRD 950.00 to LRD 345,104.70.')).toBe(
    `From ${whole('LRD 950.00')} to ${whole('LRD 345,104.70.')}`,
  )
  expect(shown('Pay now (LRD 5.00), or later')).toBe(`Pay now ${whole('(LRD 5.00),')} or later`)
  expect(shown('1 USD = LRD 172.0877')).toBe(whole('1 USD = LRD 172.0877'))
})

test('never breaks a reference or a phone number', () => {
  expect(shown('Card charged for transfer S-WP41P8W7')).toBe(
    `Card charged for transfer ${whole('S-WP41P8W7')}`,
  )
  expect(shown('We send a code to +231 77 649 5120.')).toBe(`We send a code to ${whole('+231 77 649 5120.')}`)
})

test('breaks an email address only where its line is too short, before its @ first', () => {
  for (const local of ['help', 'u6b6d575b', 'hawa.kollie.of.bong.county'])
    expect(shown(`Emails to ${local}@example.org`)).toBe(
      `Emails to <span class="inline-block max-w-full [text-decoration:inherit] wrap-anywhere">${local}<wbr/>@example.org</span>`,
    )
})

test('handles text between elements, and leaves the elements unchanged', () => {
  expect(shown(['Pay LRD 5.00 ', <b key="b">now</b>])).toBe(`Pay ${whole('LRD 5.00')} <b>now</b>`)
})

test('leaves other words breakable', () => {
  for (const text of ['Enter 6 digits', 'in 24 hours', 'CONTACT us']) expect(noWrap(text)).toBe(text)
})

test('leaves anything but text unchanged', () => {
  expect(noWrap(undefined)).toBeUndefined()
  expect(noWrap(7)).toBe(7)
})
