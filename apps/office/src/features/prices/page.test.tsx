// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { at, sampleMe } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import PricesPage from './page.tsx'

const version = (number: number, by: string | null) => ({
  ...{ version: number, since: at(-60), by, approvedBy: by && 'Ama Boateng', reason: by && 'Lower fees' },
})
const versions = [version(2, 'Kofi Finance'), version(1, null)]
const pricesOf = (shown: (typeof versions)[number] | undefined, fee: string) => ({
  ...{ shown, versions, list: {} },
  corridors: [
    {
      ...{ sender: 'US', recipient: 'GH' },
      fee: [{ amounts: null, price: fee }],
      margin: [
        { amounts: 'Below USD 500.00', price: '1.50%' },
        { amounts: 'From USD 500.00', price: '0.75%' },
      ],
    },
  ],
})

it('shows the list in force, who set it, and an earlier one', async () => {
  scriptServer({
    'GET /office/api/prices': ({ search }) =>
      search === '?version=1'
        ? [200, pricesOf(versions[1], 'USD 9.00')]
        : [200, pricesOf(versions[0], 'USD 0.99 + 2.90%')],
  })
  const { user } = renderPage(<PricesPage />, { me: sampleMe(['finance']) })
  expect(await screen.findByText('USD 0.99 + 2.90%')).toBeDefined()
  expect(screen.getByText('Below USD 500.00: 1.50%')).toBeDefined()
  expect(screen.getByText(/by Kofi Finance and Ama Boateng/)).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Price list'), '1')
  expect(await screen.findByText('USD 9.00')).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Version 1' })).toBeDefined()
})

it('lets an administrator, who approves lists, look but not ask', async () => {
  scriptServer({ 'GET /office/api/prices': [200, pricesOf(versions[0], 'USD 1.00')] })
  renderPage(<PricesPage />, { me: sampleMe(['administrator']) })
  expect(await screen.findByText('USD 1.00')).toBeDefined()
  expect(screen.queryByRole('link', { name: /Simulate/ })).toBeNull()
})

it('says when the prices cannot be loaded', async () => {
  scriptServer({ 'GET /office/api/prices': refusal(500, 'internal') })
  renderPage(<PricesPage />, { me: sampleMe(['finance']) })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
})
