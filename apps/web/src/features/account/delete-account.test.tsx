// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { bootAnswer, expectProblem, openApp, securityApi } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'

const SETTINGS = '/me/settings'
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const alert = async () => textOf(await screen.findByRole('alert'))

describe('Delete Account', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Delete Account' }))

  it('asks in the words of the specification', async () => {
    const { user } = await openApp({ at: SETTINGS, api: securityApi() })
    await user.click(await button('Delete Account'))
    await dialog()
    await reads('You are initiating a process to permanently delete your account. Confirm to proceed')
    await user.click((await dialog()).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog', { name: 'Delete Account' })).toBeNull()
  })

  it('offers the data first', async () => {
    const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const api = securityApi()
    api.refuse(calls.exportData, 'rate_limited')
    const { user } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Delete Account'))
    await user.click((await dialog()).getByRole('button', { name: 'Download my data first' }))
    expect(await alert()).toContain('We couldn’t download your data')
    api.answer(calls.exportData, { exportedAt: new Date().toISOString(), data: {} })
    await user.click((await dialog()).getByRole('button', { name: 'Download my data first' }))
    await reads('Saved to your downloads as sesa-data.json.')
    expect(save).toHaveBeenCalledOnce()
  })

  it('waits for money in progress, and shows the way to it', async () => {
    const api = securityApi()
    api.refuse(calls.deleteUser, 'money_in_flight')
    const { user } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Delete Account'))
    await user.click((await dialog()).getByRole('button', { name: 'Confirm' }))
    expect(await alert()).toContain('A transfer is still in progress.')
    const way = (await dialog()).getByRole('link', { name: 'See your transfers' })
    expect(way.getAttribute('href')).toBe('/me/dashboard')
  })

  it.each([
    [null, 'Your account is deleted. We don’t keep any of your data.'],
    [
      new Date(2033, 10, 24).toISOString(),
      'Your account is deleted. We must keep transfer records by law. We lock them and delete them on 24 Nov 2033.',
    ],
  ])('with records locked until %s says what is kept', async (lockedUntil, words) => {
    const api = securityApi()
    api.answer(calls.deleteUser, () => {
      api.answer(calls.boot, bootAnswer({ profile: null }))
      return { lockedUntil }
    })
    const { user } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Delete Account'))
    await user.click((await dialog()).getByRole('button', { name: 'Confirm' }))
    await reads(words)
  })

  it('says when its code did not come, and the rest of the page works', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    vi.doMock('./delete-account.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module')
    })
    const { user } = await openApp({ at: SETTINGS, api: securityApi() })
    await user.click(await button('Delete Account'))
    for (const pause of [1_000, 4_000]) await act(() => vi.advanceTimersByTimeAsync(pause))
    await reads('We couldn’t load Delete Account')
    await reads('The rest of the page works.')
    expect(await button('Load it again')).toBeDefined()
    expect(await screen.findByText('This device')).toBeDefined()
    vi.doUnmock('./delete-account.tsx')
    expectProblem(/Code could not be fetched/)
  })
})
