// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleIdentityCheck } from '../../testing/compliance-samples.ts'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import IdentityCheckPage from './page.tsx'

const me = sampleMe(['compliance'])
const { id } = sampleIdentityCheck()
const ONE = `/office/api/identity-checks/${id}`
const open = () => renderPage(<IdentityCheckPage />, { at: `/identity/${id}`, route: '/identity/:id', me })

it('shows what differs masked, in full after a reason, and who else is the person', async () => {
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleIdentityCheck()],
    [`POST ${ONE}/reveal`]: [
      200,
      { compared: [{ what: 'birth_date', document: '1990-04-03', account: '1990-04-02' }] },
    ],
  })
  const { user } = open()
  expect((await screen.findByRole('row', { name: /Birth date/ })).textContent).toContain('differs')
  expect(screen.getByRole('link', { name: '00000000-0000-4000-8000-000000000041' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Show in full' }))
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Reason'), 'Comparing the passport')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect((await screen.findByText('1990-04-03')).textContent).toBe('1990-04-03')
  expect(calls.at(-1)?.body).toEqual({ reason: 'Comparing the passport' })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('1990-04-03')).toBeNull()
})

it('does not call a value that is missing different', async () => {
  scriptServer({
    [`GET ${ONE}`]: [
      200,
      sampleIdentityCheck({
        compared: [{ what: 'birth_date', document: null, account: '1990-04-02', isSame: false }],
      }),
    ],
  })
  open()
  expect((await screen.findByRole('row', { name: /Birth date/ })).textContent).toMatch(/not given.*unknown$/)
})

it('asks a second person to verify, and keeps the reason when it is refused', async () => {
  let answers = 0
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleIdentityCheck()],
    [`POST ${ONE}/review`]: () =>
      ++answers === 1
        ? refusal(409, 'approval_pending', 'It already waits.')
        : [201, { approval: sampleApproval({ action: 'review_identity' }) }],
  })
  const { user } = open()
  expect(await screen.findByText(/^Verify: USD 2,000.00 → USD 10,000.00/)).toBeDefined()
  expect(screen.getByText(/You can now send up to USD 10,000.00/)).toBeDefined()
  expect(screen.getByText(/We couldn’t confirm your identity/)).toBeDefined()
  await user.type(screen.getByLabelText('Reason'), 'The passport is theirs')
  const confirm = screen.getByRole('button', { name: 'Request verification' })
  await user.click(confirm)
  expect((await screen.findByRole('alert')).textContent).toContain('It already waits.')
  await user.click(confirm)
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    verdict: 'verify',
    reason: 'The passport is theirs',
  })
})

it('offers only the refusal without a complete document, and nothing once it is decided', async () => {
  scriptServer({ [`GET ${ONE}`]: [200, sampleIdentityCheck({ mayVerify: false })] })
  const { unmount } = open()
  expect(await screen.findByRole('button', { name: 'Request refusal' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Request verification' })).toBeNull()
  unmount()
  scriptServer({ [`GET ${ONE}`]: [200, sampleIdentityCheck({ state: 'verified', reason: null })] })
  open()
  expect(await screen.findByText('Verified')).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Decision' })).toBeNull()
})
