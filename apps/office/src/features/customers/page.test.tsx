// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { officeCalls } from '@sesa/contract/office'
import { expect, it } from 'vitest'
import { listOf, renderPage, scriptServer } from '../../testing/office.tsx'
import { at, idOf, sampleCustomer, sampleMe } from '../../testing/samples.ts'
import CustomersPage from './page.tsx'

it('shows customers, masked, with the state of the account', async () => {
  const customers = [
    sampleCustomer(),
    sampleCustomer({ id: idOf(41), name: null, lockedAt: at(-5) }),
    sampleCustomer({ id: idOf(42), name: 'K•••', lockedAt: at(-9), closedAt: at(-5) }),
  ]
  const calls = scriptServer({
    'POST /office/api/customers/list': listOf(officeCalls.listCustomers, {
      ...{ text: '', chips: [], next: null },
      customers,
    }),
    'GET /office/api/views/customers': [200, { views: [] }],
  })
  renderPage(<CustomersPage />, {
    ...{ at: '/customers?filter=is%3Alocked&sort=created', state: { text: '@church.org' } },
    me: sampleMe(['support']),
  })
  expect(await screen.findByRole('link', { name: 'A•• M•••••' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'No name yet' })).toBeDefined()
  for (const state of ['Open', 'Locked', 'Closed'])
    expect(screen.getAllByText(state).length).toBeGreaterThan(0)
  expect(calls.find(({ call }) => call.endsWith('/list'))?.body).toEqual({
    ...{ text: 'is:locked @church.org', sort: 'created', limit: '100' },
  })
})
