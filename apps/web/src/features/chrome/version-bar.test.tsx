// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { beforeReload } from '../../lib/loading/version.ts'
import { VersionBar } from './version-bar.tsx'

/** The build on the server. */
let served = 'build-1'
beforeEach(() => {
  served = 'build-1'
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(`// ${served}`)))
  document.head.innerHTML = '<meta name="build" content="build-1">'
})

/** Simulates the customer's return to the page, which then checks for a new version. */
const comeBack = () =>
  act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await new Promise((resolve) => setTimeout(resolve))
  })
const bar = () => screen.queryByText('A new version is ready.')

it('offers a new version only once there is one, and never while the customer pays', async () => {
  const { rerender } = renderFor(<VersionBar paying={false} />)
  await comeBack()
  expect(bar()).toBeNull()
  served = 'build-2'
  await comeBack()
  expect(bar()).not.toBeNull()
  rerender(<VersionBar paying />)
  expect(bar()).toBeNull()
  rerender(<VersionBar paying={false} />)
  expect(bar()).not.toBeNull()
})

it('can wait', async () => {
  served = 'build-2'
  const { user } = renderFor(<VersionBar paying={false} />)
  await comeBack()
  await user.click(screen.getByRole('button', { name: 'Later' }))
  await comeBack()
  expect(bar()).toBeNull()
})

it('saves what was typed before it reloads', async () => {
  served = 'build-2'
  const order: string[] = []
  vi.spyOn(location, 'reload').mockImplementation(() => void order.push('reload'))
  const forget = beforeReload(() => Promise.resolve(order.push('save')))
  const { user } = renderFor(<VersionBar paying={false} />)
  await comeBack()
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  await vi.waitFor(() => expect(order).toEqual(['save', 'reload']))
  forget()
})
