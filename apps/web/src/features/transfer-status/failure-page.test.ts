import { createElement, type ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { FailurePage } from './failure-page.tsx'
import { failureKindOf } from './failure-kind.ts'

const shown = (props: ComponentProps<typeof FailurePage>): string =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(FailurePage, props)))

const checking = (message: string | null = null): string => shown({ kind: 'checking', message })

test('mentions no failure and offers no second payment while we check the payment', () => {
  const page = checking('Payment succeeded!')
  expect(page).toContain('Checking Payment Status')
  expect(page).toContain('Payment succeeded!')
  expect(page).toContain('We’re checking your payment')
  expect(page).not.toMatch(/Payment Failed|not charged|nothing was|try again|send-money/i)
})

test('says that nothing was charged only for an unpaid transfer', () => {
  const says = (page: string): boolean => /not charged|nothing was sent/.test(page)
  expect(says(shown({ kind: 'unpaid', message: 'Not paid' }))).toBe(true)
  expect(says(shown({ kind: 'unreached', message: 'No answer', onRetry: () => undefined }))).toBe(false)
  expect(says(shown({ kind: 'unknown' }))).toBe(false)
})

test('treats a transfer as unpaid only when the card provider says so', () => {
  const unpaid = ['payment_not_successful', 'quote_expired', 'cards_declined'] as const
  for (const code of unpaid) expect(failureKindOf(code, false)).toBe('unpaid')
  for (const code of ['card_provider_unavailable', 'internal', 'unavailable', 'rate_limited'] as const) {
    expect(failureKindOf(code, false)).toBe('checking')
  }
  expect(failureKindOf('card_provider_unavailable', true)).toBe('checking')
  expect(failureKindOf('network', false)).toBe('unreached')
  expect(failureKindOf('internal', true)).toBe('unreached')
  expect(failureKindOf('not_found', false)).toBe('unknown')
})
