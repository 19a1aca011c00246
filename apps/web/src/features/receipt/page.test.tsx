// @vitest-environment happy-dom
import { calls, type Receipt } from '@sesa/contract'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { newApi, openApp } from '../../testing/app.tsx'
import { sampleTransfer } from '../../testing/samples.ts'

const AT = '/receipt?payment_intent=pi_sample'

const charge = { amount: 4_570, currency: 'USD', rate: '0.00457' } as const
const RECEIPT: Receipt = {
  transfer: sampleTransfer({ status: 'sent', charge }),
  ...{ sender: { name: 'Hawa Kollie' }, taxes: 0, margin: 10_355 },
  ...{ mid_rate: '0.0676', mid_rate_at: '2026-11-21T10:00:00.000Z' },
  ...{ paid_at: '2026-11-21T10:05:00.000Z', date_available: '2026-11-21T10:40:00.000Z' },
  ...{ disclaimer: 'It may cost.', rights: 'You may cancel.', error_rights: 'You may dispute.' },
  provider: {
    ...{ name: 'Sesa Ltd', website: 'https://sesa.example', phone: '+231770000000' },
    ...{ email: 'support@sesa.example', address: '1 Broad Street' },
  },
  licences: [{ name: 'Licence', number: '17', nmls_id: '123', holder: 'Sesa Inc', regulator: 'The bank' }],
  regulators: [{ name: 'Central Bank of Liberia', website: 'https://cbl.example', phone: '+231555' }],
}

it('shows every figure, right and contact, prints, and leads back to the transfer', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const api = newApi()
  api.answer(calls.getReceipt, { receipt: RECEIPT })
  const { user } = await openApp({ at: AT, api })
  await screen.findByRole('heading', { level: 2, name: 'Receipt for your transfer' })
  const main = screen.getByRole('main')
  const facts = within(main)
    .getAllByRole('term')
    .map((dt) => [dt.textContent, dt.nextElementSibling?.textContent])
  for (const fact of [
    ['Transfer Amount', 'LRD 10,000.00'],
    ['Transfer Fees', 'LRD 0.00'],
    ['Transfer Taxes', 'LRD 0.00'],
    ['Total', 'LRD 10,000.00'],
    ['Charged to your card', 'USD 45.70'],
    ['Exchange Rate', '1 GHS = LRD 14.9477'],
    ['Our margin', 'LRD 103.55 (1.0%)'],
    ['Total to Recipient', 'GHS 669.00'],
    ['Recipient', 'Ama Mensah'],
    ['Reference', 'S-7K2M9P'],
    ['Sender', 'Hawa Kollie'],
    ['Date Available (may be sooner)', expect.stringContaining('21 Nov 2026')],
  ])
    expect(facts).toContainEqual(fact)
  const told = [
    'It may cost.',
    'You may cancel.',
    'You may dispute.',
    'Sesa Ltd · 1 Broad Street · +231770000000',
  ]
  const also = [
    'Licence · 17 · NMLS ID 123 · held by Sesa Inc',
    'Central Bank of Liberia · +231555',
    'Payments by Stripe',
  ]
  for (const text of [...told, ...also]) expect(main.textContent).toContain(text)
  expect(document.title).toContain('Receipt S-7K2M9P')
  await user.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.getByRole('link', { name: 'Back to the transfer' }).getAttribute('href')).toBe(
    '/transfer-status?payment_intent=pi_sample&intent=view',
  )
})

it.each([
  ['not_found', 'We can’t find this transfer', 'The address may be incomplete'],
  ['payment_not_successful', 'This transfer was not paid', 'You weren’t charged'],
] as const)('has no receipt to show: %s', async (code, title, text) => {
  const api = newApi()
  api.refuse(calls.getReceipt, code)
  await openApp({ at: AT, api })
  expect(await screen.findByText(title)).toBeDefined()
  expect(screen.getByText(new RegExp(text))).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to your transactions' }).getAttribute('href')).toBe(
    '/me/dashboard',
  )
})
