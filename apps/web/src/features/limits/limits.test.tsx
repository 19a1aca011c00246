// @vitest-environment happy-dom
import { calls, IDENTITY_CHECK_REASONS, type IdentityCheck } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'

const check = (change: Partial<IdentityCheck> = {}): IdentityCheck => ({
  ...{ state: 'not_started', reason: null, message: null, canStart: true, nameToConfirm: null },
  ...{ documents: ['passport', 'voter_id'], validUntil: null, tier: 1 },
  raises: { per24Hours: 500_000, per30Days: 1_500_000 },
  ...change,
})
const because = (reason: NonNullable<IdentityCheck['reason']>) => ({
  reason,
  message: IDENTITY_CHECK_REASONS[reason],
})

function checkedApi(change: Partial<IdentityCheck> = {}): ScriptedApi {
  const api = newApi()
  api.answer(calls.getIdentityCheck, { check: check(change) })
  return api
}

const NOW = '2026-11-28T10:00:00.000Z'

const heading = () => screen.queryByRole('heading', { name: 'Your identity check' })
const button = (name: string) => screen.findByRole('button', { name })

describe('the limits', () => {
  it('show what is left, when more becomes available, and the limit per transfer', async () => {
    const api = checkedApi()
    const frees = { at: new Date(2020, 0, 2, 14, 5).toISOString(), amount: 1_000_000 }
    const day = { limit: 52_500_000, left: 12_345_600, frees }
    api.answer(calls.getLimits, {
      limits: { currency: 'LRD', day, month: { limit: 174_982_512, left: 174_982_512, frees: null } },
    })
    await openApp({ at: '/me/limits', api })
    await reads(
      'In 24 hoursAbout LRD 123,000.00 left of LRD 525,000.00LRD 10,000.00 more from 02 Jan, 14:05.',
    )
    await reads('You haven’t used any of this limit.')
    await reads('We accept up to USD 2,999.00 per transfer, or its value in LRD.')
    const ask = screen.getByRole('link', { name: 'Ask for a higher limit' })
    expect(ask.getAttribute('href')).toBe('/me/messages/new?topic=account')
  })

  it('say that they cannot be loaded', async () => {
    const api = checkedApi()
    api.refuse(calls.getLimits, 'rate_limited')
    await openApp({ at: '/me/limits', api })
    await reads('We couldn’t load your limits')
  })
})

describe('the identity check', () => {
  it.each([
    ['far from a limit', '', 52_500_000, false],
    ['near a limit', '', 5_000_000, true],
    ['asked for', '?more', 52_500_000, true],
  ])('%s is offered: %4$s', async (_when, query, left, isOffered) => {
    const api = checkedApi()
    const [day, month] = [
      { limit: 52_500_000, left, frees: null },
      { limit: 99_999_999, left: 99_999_999, frees: null },
    ]
    api.answer(calls.getLimits, { limits: { currency: 'LRD', day, month } })
    await openApp({ at: `/me/limits${query}`, api })
    await reads('left of')
    await waitFor(() => expect(heading() !== null).toBe(isOffered))
  })

  it('says what it needs and raises, and opens the provider’s page', async () => {
    const api = checkedApi()
    const { user } = await openApp({ at: '/me/limits?more', api })
    await reads(
      'With a document and a selfie you can send up to USD 5,000.00 in 24 hours and USD 15,000.00 in 30 days.',
    )
    await reads('You need your passport or voter card.')
    api.refuse(calls.startIdentityCheck, 'identity_check_unavailable')
    await user.click(await button('Check my identity'))
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    api.answer(calls.startIdentityCheck, { url: 'https://checks.example/1' })
    await user.click(await button('Check my identity'))
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://checks.example/1'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each<[Partial<IdentityCheck>, string, string | null]>([
    [
      { state: 'waiting_for_user' },
      'You’ve started. Continue here, or sign in on a phone',
      'Continue the check',
    ],
    [{ state: 'processing', canStart: false }, 'We’re checking your document', null],
    [
      { state: 'needs_review', canStart: false, ...because('unknown') },
      'We’re reviewing your checkWe’re reviewing your check and will let you know.',
      null,
    ],
    [
      { state: 'failed_retryable', ...because('selfie_unreadable') },
      'Your check needs somethingWe couldn’t see your face clearly.',
      'Try again',
    ],
    [
      { state: 'failed_retryable', ...because('consent_declined') },
      'You didn’t agree to the check',
      'Try again',
    ],
    [{ state: 'expired', ...because('document_expired') }, 'Your document has expired.', 'Try again'],
    [
      { state: 'failed_final', canStart: false, ...because('refused') },
      'Not confirmedWe couldn’t confirm your identity.',
      null,
    ],
    [
      { state: 'verified', canStart: false },
      'Identity confirmedYou can now send up to LRD 525,000.00 in 24 hours.',
      null,
    ],
    [
      { state: 'verified', canStart: false, validUntil: '2034-12-31' },
      'until your document expires on 31 Dec 2034.',
      null,
    ],
  ])('in the state %j reads “%s” and offers %s', async (change, words, action) => {
    await openApp({ at: '/me/limits', api: checkedApi(change) })
    await reads(words)
    const buttons = screen.queryAllByRole('button', {
      name: /^(Check my identity|Continue the check|Try again)$/,
    })
    expect(buttons.map((each) => each.textContent)).toEqual(action === null ? [] : [action])
    const support = screen.queryByRole('link', { name: 'Contact support' })
    expect(support !== null).toBe(change.state === 'failed_final')
  })

  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(textOf)
  const VERIFIED = { state: 'verified', canStart: false, tier: 2 } as const

  it.each<[string, Partial<IdentityCheck>, string, number]>([
    ['asked for', {}, '?more', 0],
    ['running', { state: 'processing', canStart: false }, '', 0],
    ['refused', { state: 'failed_retryable', ...because('selfie_unreadable') }, '', 0],
    ['just confirmed', VERIFIED, '?checked', 0],
    ['confirmed earlier', VERIFIED, '', 1],
  ])('%s is in its place on the page', async (_when, change, query, place) => {
    await openApp({ at: `/me/limits${query}`, api: checkedApi(change) })
    await reads('left of')
    await waitFor(() => expect(headings()).toContainEqual(expect.stringMatching(/check|Identity/)))
    expect(headings().findIndex((text) => /check|Identity/.test(text))).toBe(place)
  })

  it('has the focus when the provider leads back, and leads on to the transfer that needed it', async () => {
    const api = checkedApi({ state: 'processing', canStart: false })
    const draft = { draft: { name: 'Ama Mensah', sendAmount: '200,000' }, updatedAt: NOW }
    api.answer(calls.getDraft, draft)
    const { user, place } = await openApp({ at: '/me/limits?checked', api, draft })
    const focused = () => document.activeElement?.textContent
    await waitFor(() => expect(focused()).toBe('We’re checking your document'))
    expect(screen.queryByRole('link', { name: /^Continue/ })).toBeNull()
    api.answer(calls.getIdentityCheck, { check: check(VERIFIED) })
    await waitFor(() => expect(focused()).toBe('Identity confirmed'))
    expect(headings()[0]).toBe('Identity confirmed')
    await user.click(await screen.findByRole('link', { name: 'Continue your transfer to Ama' }))
    expect(place()).toBe('/send-money')
  })

  it('names the higher limit once it is known, and never the one before', async () => {
    const api = checkedApi({ state: 'processing', canStart: false })
    await openApp({ at: '/me/limits', api })
    await reads('LRD 525,000.00 left')
    let answer = () => undefined as void
    const known = new Promise<void>((resolve) => (answer = resolve))
    const left = { limit: 87_500_000, left: 87_500_000, frees: null }
    api.answer(calls.getLimits, async () => {
      await known
      return { limits: { currency: 'LRD' as const, day: left, month: left } }
    })
    api.answer(calls.getIdentityCheck, { check: check(VERIFIED) })
    await reads('Identity confirmedYou have higher limits.')
    answer()
    await reads('Identity confirmedYou can now send up to LRD 875,000.00 in 24 hours.')
  })

  it('leads to Send Money when no transfer waits, also while that is not known', async () => {
    const api = checkedApi(VERIFIED)
    api.refuse(calls.getDraft, 'rate_limited')
    await openApp({ at: '/me/limits?checked', api })
    await reads('Identity confirmed')
    const main = within(screen.getByRole('main'))
    expect(await main.findByRole('link', { name: 'Send Money' })).toBeDefined()
    expect(main.queryByRole('link', { name: /^Continue/ })).toBeNull()
  })

  it('adopts the name on the document once the customer confirms it', async () => {
    const api = checkedApi({
      state: 'waiting_for_user',
      nameToConfirm: 'Hawa Weah',
      ...because('name_mismatch'),
    })
    api.answer(calls.confirmIdentityName, () => {
      api.answer(calls.getIdentityCheck, { check: check({ state: 'verified', canStart: false, tier: 2 }) })
      return { check: check({ state: 'verified', canStart: false, tier: 2 }) }
    })
    const { user } = await openApp({ at: '/me/limits', api })
    await reads('Your document has a different name than your profile.')
    await reads('Your document says Hawa Weah, and your profile Hawa Kollie.')
    expect(screen.getByRole('link', { name: 'That’s not me' })).toBeDefined()
    const before = api.sent(calls.getLimits).length
    await user.click(await button('Use the document’s name'))
    await reads('Identity confirmed')
    // A new tier has other limits.
    await waitFor(() => expect(api.sent(calls.getLimits).length).toBeGreaterThan(before))
  })
})
