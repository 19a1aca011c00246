// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openApp, securityApi } from '../../testing/app.tsx'
import { textOf } from '../../testing/reads.ts'
import { sampleDevice } from '../../testing/account-samples.ts'

const SETTINGS = '/me/settings'
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const alert = async () => textOf(await screen.findByRole('alert'))

describe('the devices', () => {
  const phone = sampleDevice({ current: false, device: 'Firefox on Android', trusted: true })

  it('begin with this one, and another is signed out', async () => {
    const api = securityApi()
    api.answer(calls.sessions, { sessions: [phone, sampleDevice()] })
    api.answer(calls.endSession, undefined)
    const { user } = await openApp({ at: SETTINGS, api })
    const section = await region('Your devices')
    const items = () => section.getAllByRole('listitem').map(textOf)
    await waitFor(() => expect(items()).toHaveLength(2))
    expect(items()).toEqual([
      'Chrome on AndroidThis deviceSigned in 24 Nov 2026 14:05Sign out',
      'Firefox on AndroidSigned in 24 Nov 2026 14:05Last used 25 Nov 2026 09:00Stays signed in for 30 days without useSign out',
    ])
    expect(section.queryByText('All other devices')).toBeNull()
    api.answer(calls.sessions, { sessions: [sampleDevice()] })
    await user.click(
      section.getByRole('button', { name: 'Sign out Firefox on Android, signed in 24 Nov 2026 14:05' }),
    )
    expect(await screen.findByText('Firefox on Android signed out')).toBeDefined()
    expect(items()).toHaveLength(1)
    expect(document.activeElement).toBe(section.getByRole('heading'))
    expect(api.sent(calls.endSession)[0]?.params).toEqual({ id: phone.id })
  })

  it('are signed out together when there are more', async () => {
    const api = securityApi()
    api.answer(calls.sessions, { sessions: [sampleDevice(), phone, { ...phone, id: crypto.randomUUID() }] })
    api.answer(calls.endOtherSessions, undefined)
    const { user } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Sign out all other devices'))
    expect(await screen.findByText('All other devices signed out')).toBeDefined()
  })

  it('say that they could not be loaded', async () => {
    const api = securityApi()
    api.refuse(calls.sessions, 'rate_limited')
    const { user } = await openApp({ at: SETTINGS, api })
    expect(await alert()).toContain('We couldn’t load your devices')
    expect(await screen.findByText(/^We send a code to/)).toBeDefined()
    api.answer(calls.sessions, { sessions: [sampleDevice()] })
    await user.click(await button('Try again'))
    expect(await screen.findByText('This device')).toBeDefined()
  })

  it('end this device’s session, or say that it continues', async () => {
    const api = securityApi()
    api.refuse(calls.signOut, 'rate_limited', { message: 'Wait a minute.' })
    const { user, place } = await openApp({ at: SETTINGS, api })
    await user.click(await button('Sign out this device'))
    expect(await alert()).toBe('Wait a minute. You’re still signed in.')
    api.answer(calls.signOut, undefined)
    await user.click(await button('Sign out this device'))
    await waitFor(() => expect(place()).toMatch(/^\/sign-in/))
  })
})

it('shows the last five events, and the earlier ones when asked', async () => {
  const api = securityApi()
  const at = new Date(2026, 10, 24, 14, 5).toISOString()
  const event = (text: string) => ({ at, kind: 'x', text, device: 'Chrome on Android', address: '192.0.2.1' })
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
  api.answer(calls.listActivity, ({ query: { cursor } }) =>
    cursor === undefined
      ? { events: names.map(event), nextCursor: 'more' }
      : { events: [{ ...event('Account opened'), device: null, address: null }], nextCursor: null },
  )
  const { user } = await openApp({ at: SETTINGS, api })
  const section = await region('Activity')
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(5))
  expect(section.getAllByRole('listitem').map(textOf)[0]).toBe(
    'One24 Nov 2026 14:05, Chrome on Android, from 192.0.2.1',
  )
  await user.click(await button('Show earlier activity'))
  expect(section.getAllByRole('listitem')).toHaveLength(6)
  await user.click(await button('Show earlier activity'))
  await waitFor(() =>
    expect(section.getAllByRole('listitem').map(textOf)[6]).toBe('Account opened24 Nov 2026 14:05'),
  )
  expect(section.queryByRole('button')).toBeNull()
})
