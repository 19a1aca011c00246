// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { officeCalls } from '@sesa/contract/office'
import { expect, it } from 'vitest'
import { sampleCustomer, sampleHit, sampleMe } from '../../testing/samples.ts'
import { listOf, renderPage, scriptServer } from '../../testing/office.tsx'
import SearchPage from './page.tsx'

const answers = {
  'POST /office/api/search': listOf(officeCalls.search, {
    customers: [sampleCustomer()],
    transfers: [sampleHit()],
  }),
}

it('shows the customers and transfers that were found', async () => {
  const calls = scriptServer(answers)
  renderPage(<SearchPage />, { me: sampleMe(['support']), state: { text: 'Ama' } })
  expect(await screen.findByRole('link', { name: 'A•• M•••••' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  expect(calls[0]?.body).toEqual({ text: 'Ama' })
})

it('shows no customers to roles that may not see them', async () => {
  scriptServer(answers)
  renderPage(<SearchPage />, { me: sampleMe(['finance']), state: { text: 'Ama' } })
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Customers' })).toBeNull()
})

it('says what can be searched before anything is', () => {
  scriptServer({})
  renderPage(<SearchPage />)
  expect(screen.getByRole('heading', { name: 'Find a customer or transfer' })).toBeDefined()
})
