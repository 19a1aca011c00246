import { EMAIL_LINK_PAGES } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { APP_PATHS, isAppPath, paths, safeTo, transferStatusPath, withTo } from './paths.ts'

test('has the pages that emails link to at the server’s paths', () => {
  expect({ verify: paths.verifyEmail, reset: paths.resetPassword, undo: paths.undoEmail }).toEqual(
    EMAIL_LINK_PAGES,
  )
  for (const page of Object.values(EMAIL_LINK_PAGES)) expect(APP_PATHS).toContain(page)
})

describe('safeTo', () => {
  test('accepts our paths, with or without the slash, and keeps their query', () => {
    expect(safeTo('send-money')).toBe('/send-money')
    expect(safeTo('/me/dashboard')).toBe('/me/dashboard')
    expect(safeTo('/transfer-status?payment_intent=pi_1&intent=view')).toBe(
      '/transfer-status?payment_intent=pi_1&intent=view',
    )
  })

  test('accepts any path beneath /me, even an unknown one', () => {
    expect(safeTo('/me')).toBe('/me')
    expect(safeTo('/me/nowhere')).toBe('/me/nowhere')
    expect(safeTo('/me/../nowhere')).toBeUndefined()
    expect(safeTo('/mean')).toBeUndefined()
  })

  test.each([
    '//evil.example/send-money',
    '/\\evil.example',
    'https://evil.example/send-money',
    'javascript:alert(1)',
    '/send-money/../../evil',
    '/unknown',
    '\t//evil.example',
    '/%2F/evil.example',
    '',
    null,
    undefined,
  ])('refuses %j', (to) => {
    expect(safeTo(to)).toBeUndefined()
  })
})

test('treats public pages as separate documents, and every path beneath /me as the app’s', () => {
  for (const path of ['/', '/about', '/how-it-works', '/contact-us', '/help']) {
    expect(safeTo(path)).toBe(path)
    expect(isAppPath(path)).toBe(false)
  }
  for (const path of ['/sign-in', '/send-money', '/me', '/me/nowhere']) expect(isAppPath(path)).toBe(true)
})

test('withTo carries a path with its query through one parameter', () => {
  const to = '/transfer-status?payment_intent=pi_1&intent=view'
  const url = new URL(withTo('/sign-in', to), 'http://sesa.test')
  expect(url.searchParams.get('to')).toBe(to)
  expect(withTo('/sign-in', 'send-money')).toBe('/sign-in?to=send-money')
})

test('transferStatusPath names the payment, and adds the read-only view on request', () => {
  expect(transferStatusPath('pi_1')).toBe('/transfer-status?payment_intent=pi_1')
  expect(transferStatusPath('pi_1', 'view')).toBe('/transfer-status?payment_intent=pi_1&intent=view')
})
