// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scriptApi } from '@sesa/ui/testing/scripted-api.ts'
import { expectProblem, newApi, openApp } from './app.tsx'

it('opens the app at an address, and again with what the browser kept', async () => {
  const api = newApi()
  const first = await openApp({ at: '/me/dashboard', api })
  expect(await screen.findByRole('heading', { level: 1 })).toBeDefined()
  expect(first.place()).toBe('/me/dashboard')
  await openApp({ at: '/me/dashboard', api, profile: null })
  expect(await screen.findByLabelText('Phone number')).toBeDefined()
})

it('accepts no answer that the server could not give', () => {
  const api = scriptApi()
  const limits = {
    currency: 'LRD',
    day: { limit: 1, left: 1, frees: null },
    month: { limit: 1, left: 1, frees: null },
  }
  expect(() => api.answer(calls.getLimits, { limits } as never)).not.toThrow()
  expect(() => api.answer(calls.getLimits, { limits: { ...limits, currency: 'SLL' } } as never)).toThrow(
    /currency/,
  )
  expect(() => api.answer(calls.getLimits, { limits, more: 1 } as never)).toThrow(/does not know/)
  expect(() => api.answer(calls.getLimits, undefined as never)).toThrow(/cannot answer/)
})

it('fails for a request that the server would refuse, and for one without an answer', async () => {
  const api = newApi()
  await expect(fetch('/user/draft', { method: 'PUT', body: '{"amount":1}' })).rejects.toThrow(
    /its body is wrong/,
  )
  await expect(fetch('/user/export')).rejects.toThrow(/No answer is scripted/)
  api.refuse(calls.listNotices, 'rate_limited')
  expect((await fetch('/user/notices')).status).toBe(429)
  expectProblem(/its body is wrong/)
  expectProblem(/No answer is scripted/)
})
