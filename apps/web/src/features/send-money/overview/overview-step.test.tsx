// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { Config } from '@sesa/contract'
import { money } from '@sesa/money'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { api } from '../../../lib/api/api.ts'
import type { DraftStore } from '../../../lib/forms/draft-store.ts'
import { renderFor } from '../../../ui/testing/render.tsx'
import type { TransferRequest } from '../details/transfer-request.ts'
import { OverviewStep } from './overview-step.tsx'

const ORDER: TransferRequest = {
  fix: 'send',
  send: money(10_000n, 'USD'),
  receive: money(110_000n, 'GHS'),
  country: 'GH',
  name: 'Ama Mensah',
  phone: '+233241111234',
  network: 'mtn',
  declared: {},
  confirmedName: false,
}

it.each([
  ['agreements_due', 'Read and agree', '/me/agreements'],
  ['sender_details_required', 'Add your sender details', '/me/sender-details'],
] as const)('%s leads to the page that asks for it, and back to this step', async (code, label, page) => {
  vi.spyOn(api, 'post').mockResolvedValue({ error: { code, message: 'Please do it first.' } })
  const store = { keep: () => Promise.resolve({ updatedAt: '2026-11-28T10:00:00.000Z' }), close: vi.fn() }
  renderFor(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OverviewStep
          {...{ owner: 'a', order: ORDER, draft: {}, sender: 'US' }}
          config={{ networks: [] } as unknown as Config}
          store={store as unknown as DraftStore}
          onEdit={vi.fn()}
          onAccept={vi.fn()}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link', { name: label })
  expect(link.getAttribute('href')).toBe(`${page}?to=/send-money%3Fstep%3Doverview`)
  expect(screen.getByText(/We’ve kept your details/)).toBeDefined()
  expect(store.close).not.toHaveBeenCalled()
})
