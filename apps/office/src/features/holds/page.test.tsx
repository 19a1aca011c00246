// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { sampleHeld } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import HoldsPage from './page.tsx'

it('shows the queue, narrows it by who decides, and opens a transfer by keyboard', async () => {
  scriptServer({ 'GET /office/api/holds': [200, { holds: [sampleHeld(1), sampleHeld(2)] }] })
  const { user, place } = renderPage(<HoldsPage />, { at: '/holds', route: '/holds' })
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Owner'), 'compliance')
  expect(screen.queryByRole('link', { name: 'S-WP41P001' })).toBeNull()
  screen.getByRole('gridcell', { name: 'S-WP41P002' }).focus()
  await user.keyboard('{Enter}')
  expect(place()).toBe('/transfers/S-WP41P002')
})

it('says so when nothing is held', async () => {
  scriptServer({ 'GET /office/api/holds': [200, { holds: [] }] })
  renderPage(<HoldsPage />)
  expect(await screen.findByRole('heading', { name: 'No transfer is on hold' })).toBeDefined()
})

it('says why the queue could not be loaded, and tries again', async () => {
  let busy = true
  scriptServer({
    'GET /office/api/holds': () =>
      busy ? refusal(503, 'unavailable', 'The service is busy.') : [200, { holds: [sampleHeld(1)] }],
  })
  const { user } = renderPage(<HoldsPage />)
  expect((await screen.findByRole('alert')).textContent).toContain('The service is busy.')
  busy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
})
