// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { officeCalls, PROOF_HEADER } from '@sesa/contract/office'
import { tryCall } from '../lib/api.ts'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { refusal, renderPage, scriptServer, type SentCall } from '../testing/office.tsx'
import { sampleApproval } from '../testing/samples.ts'
import { ProofDialog } from './proof-dialog.tsx'

const device = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}))
vi.mock('@simplewebauthn/browser', () => device)
beforeEach(() => device.startAuthentication.mockReset())

const REFUND = 'POST /office/api/transfers/S-7K3M9Q/refund'
const ASKED = [
  403,
  {
    error: {
      code: 'step_up_required',
      message: 'Confirm it’s you.',
      details: { options: { challenge: 'c' } },
    },
  },
] as const

/** A page that asks for a refund; `answer` is what the server says to a confirmed call. */
async function openRefund(answer: readonly [number, unknown?]) {
  const calls = scriptServer({
    [REFUND]: ({ headers }) => (headers[PROOF_HEADER] === undefined ? ASKED : answer),
  })
  const onSubmit = async (reason: string) => {
    const { error } = await tryCall(officeCalls.requestRefund, {
      params: { reference: 'S-7K3M9Q' },
      body: { reason },
    })
    return error ?? null
  }
  const { user } = renderPage(
    <>
      <ReasonDialog label="Refund" title="Manual refund" confirm="Ask for it" onSubmit={onSubmit} />
      <ProofDialog />
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Refund' }))
  await user.type(screen.getByLabelText('Reason'), 'The wallet is closed')
  return { calls, user, ask: () => user.click(screen.getByRole('button', { name: 'Ask for it' })) }
}

const proofIn = (sent: SentCall | undefined): unknown =>
  JSON.parse(atob((sent?.headers[PROOF_HEADER] ?? '').replaceAll('-', '+').replaceAll('_', '/')))

it('asks for the passkey, says so, and repeats the call with the answer', async () => {
  const waiting = Promise.withResolvers<object>()
  device.startAuthentication.mockImplementation(() => waiting.promise)
  const { calls, ask } = await openRefund([201, { approval: sampleApproval() }])
  await ask()
  expect(
    await screen.findByText('Unlock your device to confirm this. Nothing changes until you do.'),
  ).toBeDefined()
  expect(device.startAuthentication).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } })
  waiting.resolve({ id: 'used', signature: '>>>???' })
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  expect(screen.queryByText('Confirm with your passkey')).toBeNull()
  expect(calls.map(({ body }) => body)).toEqual([
    { reason: 'The wallet is closed' },
    { reason: 'The wallet is closed' },
  ])
  expect(proofIn(calls[1])).toEqual({ id: 'used', signature: '>>>???' })
})

it('loses nothing when the passkey is not used: the next press asks again', async () => {
  device.startAuthentication.mockRejectedValueOnce(new Error('cancelled')).mockResolvedValue({ id: 'used' })
  const { calls, ask } = await openRefund([201, { approval: sampleApproval() }])
  await ask()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The passkey wasn’t used.')
  expect(alert.textContent).toContain('What you typed is still here.')
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'The wallet is closed')
  expect(calls).toHaveLength(1)
  await ask()
  await waitFor(() => expect(screen.queryByLabelText('Reason')).toBeNull())
  expect(calls).toHaveLength(3)
})

it('shows what the server refuses after the passkey', async () => {
  device.startAuthentication.mockResolvedValue({ id: 'used' })
  const { ask } = await openRefund(refusal(409, 'approval_pending', 'The same request already waits.'))
  await ask()
  expect((await screen.findByRole('alert')).textContent).toContain('The same request already waits.')
})

it('stops the device when the member cancels', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  device.startAuthentication.mockReturnValue(promise)
  const { calls, user, ask } = await openRefund([201, { approval: sampleApproval() }])
  await ask()
  await screen.findByText('Confirm with your passkey')
  const [, cancel] = screen.getAllByRole('button', { name: 'Cancel' })
  await user.click(cancel ?? document.body)
  await waitFor(() => expect(device.WebAuthnAbortService.cancelCeremony).toHaveBeenCalled())
  expect(calls).toHaveLength(1)
  resolve({ id: 'used' })
})
