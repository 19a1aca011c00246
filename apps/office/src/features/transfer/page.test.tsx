// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TransferPage as Transfer } from '@sesa/contract/office'
import { sampleApproval, sampleMe, sampleStory, sampleTransfer } from '../../testing/samples.ts'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import TransferPage from './page.tsx'

const PATH = '/office/api/transfers/S-WP41P001'
const NOTES = { [`GET ${PATH}/notes`]: [200, { notes: [] }] } as const
const at = { at: '/transfers/S-WP41P001', route: '/transfers/:reference' }

it('begins with the state, the amounts, the customer’s words, the cause, and what happens next', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ approvals: [sampleApproval()] })] })
  renderPage(<TransferPage />, at)
  expect(await screen.findByText('On hold: Refund failed')).toBeDefined()
  expect(screen.getByText('USD 250.00 → GHS 2,925.00')).toBeDefined()
  expect(screen.getByText(/^On hold\. We’re reviewing this transfer\./)).toBeDefined()
  expect(screen.getByText('The provider repeatedly refused the refund.')).toBeDefined()
  expect(screen.getByText(/Nothing happens by itself\./)).toBeDefined()
  expect(screen.getByText(/^Told the customer .*:\d\d .* by email or SMS\.$/)).toBeDefined()
  expect(screen.getByText('docs/runbooks/holds/refund-failed.md')).toBeDefined()
  expect(screen.getByText('Visa •••• 4242')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Manual refund' }).getAttribute('href')).toMatch(
    /^\/office\/approvals\//,
  )
})

const STATES: readonly (readonly [state: string, tag: string])[] = [
  ['awaiting_payment', 'Awaiting payment'],
  ['paid', 'Paid'],
  ['paying_out', 'Paying out'],
  ['payout_unknown', 'Pay-out unknown'],
  ['payout_failed', 'Pay-out failed'],
  ['sent', 'Sent'],
  ['refunding', 'Refunding'],
  ['refund_failed', 'Refund failed'],
  ['refunded', 'Refunded'],
  ['cancelled', 'Cancelled'],
]
it.each(STATES)('shows a transfer that is %s without a hold', async (state, tag) => {
  const ended = ['sent', 'refunded', 'cancelled'].includes(state)
  const next = ended ? null : { text: 'We ask pawaPay again.', at: '2026-11-28T07:03:09.000Z' }
  const story = sampleStory({ headline: `The words of ${state}.`, cause: null, next, entries: [], dues: [] })
  scriptServer({
    [`GET ${PATH}`]: [200, sampleTransfer({ state, hold: null, holdDetail: null, notices: [], story })],
  })
  renderPage(<TransferPage />, at)
  const { parentElement: head } = await screen.findByRole('heading', { name: 'S-WP41P001' })
  await screen.findByText('Money')
  expect(head?.textContent).toContain(tag)
  expect(screen.getByText(`The words of ${state}.`)).toBeDefined()
  expect(screen.getByText('The customer got no notice yet.')).toBeDefined()
  expect(screen.queryByText(/28 Nov 2026, \d\d:03:09 .*We ask pawaPay again\./) === null).toBe(ended)
  expect(screen.getByText('Nothing has happened yet.')).toBeDefined()
})

it('tells the story in order, and puts answers and postings under their step when asked', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  const { user } = renderPage(<TransferPage />, at)
  const lines = () =>
    within(screen.getByRole('list', { name: 'Story' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  await screen.findByText('Story')
  expect(lines()).toHaveLength(5)
  expect(lines()[3]).toMatch(/\d\d:\d\d:\d\dMTN MoMo refused: The recipient’s wallet is full\.$/)
  expect(lines()[4]).toContain('On hold, Refund failed · Esi Addo, approved by Kofi Mensah')
  await user.click(screen.getByLabelText('Provider answers'))
  expect(lines().join(' ')).toContain('WALLET_LIMIT_REACHED')
  expect(lines().join(' ')).not.toContain('Owed to customers')
  await user.click(screen.getByLabelText('Ledger'))
  expect(lines()[1]).toMatch(/Charged .*payment_intent\.succeeded evt_1.*Charged: USD 252\.50/)
  await user.click(screen.getByLabelText('Provider answers'))
  expect(lines()).toHaveLength(6)
})

it('names the wallet that paid, or says that nothing has', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ paidBy: 'Lonestar MTN MoMo, +231••••••456' })] })
  const { unmount } = renderPage(<TransferPage />, at)
  expect((await screen.findByText('Paid by')).parentElement?.textContent).toContain(
    'Lonestar MTN MoMo, +231••••••456',
  )
  unmount()
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ paidBy: null })] })
  renderPage(<TransferPage />, at)
  expect(await screen.findByText('Not paid yet')).toBeDefined()
})

it('says that an archived story is archived', async () => {
  const story = sampleStory({ entries: [] })
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ archived: true, owed: null, story })] })
  renderPage(<TransferPage />, at)
  expect(await screen.findByText('This month’s events and postings are archived.')).toBeDefined()
  expect(screen.getByText('Books archived')).toBeDefined()
})

it('has the other actions with the reason behind ⋯, and copies an answer to the customer', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  const { user } = renderPage(<TransferPage />, at)
  expect(await screen.findByText(/2 actions that you can’t take now/)).toBeDefined()
  const others = screen.getByText(/is already on hold/).closest('ul')?.textContent
  expect(others).toContain('Put on hold: S-WP41P001 is already on hold.')
  expect(others).toContain('Cancel transfer: What a cancel leads to. Roles: Support or Compliance.')
  expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy an answer' }))
  expect(await screen.findByText('Copied')).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe(
    'S-WP41P001: On hold. We’re reviewing this transfer. We’ll email you when there’s news.',
  )
  // Finance writes no notes.
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull()
})

it('puts the cursor into the note', async () => {
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleTransfer()] })
  const { user } = renderPage(<TransferPage />, { ...at, me: sampleMe(['support']) })
  await user.click(await screen.findByRole('button', { name: 'Add a note' }))
  expect(document.activeElement).toBe(await screen.findByLabelText('Note'))
})

it('says what is due from and to providers', async () => {
  const usd = { amount: 5_000, currency: 'USD' as const }
  const story = sampleStory({
    dues: [
      { of: 'from_provider', amount: usd, text: 'The card issuer holds it for the dispute' },
      { of: 'to_provider', amount: { amount: 900, currency: 'GHS' }, text: 'pawaPay has the pay-out' },
    ],
  })
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ story })] })
  renderPage(<TransferPage />, at)
  expect(
    (await screen.findByText('The card issuer holds it for the dispute')).parentElement?.textContent,
  ).toContain('USD 50.00')
  expect(screen.getByText('pawaPay has the pay-out').parentElement?.textContent).toContain('GHS 9.00')
})

it('shows compliance what the fraud rules decided', async () => {
  const fraud: Transfer['fraud'] = {
    ...{ outcome: 'delay', rule: 'new-device', applied: ['new-device', 'large'], version: 4 },
    at: '2026-11-20T10:00:00.000Z',
  }
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleTransfer({ fraud })] })
  renderPage(<TransferPage />, { ...at, me: sampleMe(['compliance']) })
  expect((await screen.findByText(/fraud rules/)).textContent).toMatch(
    /^Version 4 of the fraud rules delayed the pay-out on .* because of new-device\. Also applied: large\.$/u,
  )
})

it('asks for a reason, keeps it when the server refuses, and says what to do', async () => {
  let refuses = true
  const calls = scriptServer({
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/release`]: () =>
      refuses
        ? refusal(409, 'action_refused', 'This transfer is not on hold.')
        : [200, { outcome: 'done', approval: null }],
  })
  const { user } = renderPage(<TransferPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Release hold' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect(dialog.getByText('Enter at least 3 characters.')).toBeDefined()
  expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])

  await user.type(dialog.getByLabelText('Reason'), 'The bank confirmed it.')
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'This transfer is not on hold. What you typed is still here. If the record has changed, reload the page.',
  )
  expect(dialog.getByLabelText('Reason')).toHaveProperty('value', 'The bank confirmed it.')

  refuses = false
  await user.click(dialog.getByRole('button', { name: 'Release hold' }))
  expect((await screen.findAllByText('Done')).length).toBeGreaterThan(0)
  const sent = calls.findLast(({ call }) => call.startsWith('POST'))
  expect(sent).toMatchObject({
    body: { reason: 'The bank confirmed it.' },
    headers: { 'sesa-office': '1' },
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('books an amount that was paid back, in minor units, and refuses more than we owe', async () => {
  const calls = scriptServer({
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/repaid`]: [201, { approval: sampleApproval() }],
  })
  const { user } = renderPage(<TransferPage />, at)
  await user.click(await screen.findByRole('button', { name: 'Record off-card repayment' }))
  await user.type(screen.getByLabelText('Amount repaid'), '0')
  await user.type(screen.getByLabelText('Reason'), 'Paid by bank transfer.')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain(
    'Enter an amount above zero, for example USD 250.00.',
  )
  await user.clear(screen.getByLabelText('Amount repaid'))
  await user.type(screen.getByLabelText('Amount repaid'), '252.51')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect(screen.getByRole('alert').textContent).toContain('Enter at most USD 252.50.')
  await user.clear(screen.getByLabelText('Amount repaid'))
  await user.type(screen.getByLabelText('Amount repaid'), '250.5')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  expect((await screen.findAllByText('Awaiting approval')).length).toBeGreaterThan(0)
  expect(calls.findLast(({ call }) => call.startsWith('POST'))?.body).toEqual({
    amount: { amount: 25_050, currency: 'USD' },
    reason: 'Paid by bank transfer.',
  })
})

describe('the answer that a network wrote about a payment', () => {
  const rest = { evidence: 'PP-118', reason: 'The network wrote to us.' }
  /** Opens the dialog with everything filled but the answer. */
  async function openAnswer() {
    const answer = {
      ...({ action: 'answer', permission: 'payouts.request', permitted: true, twoPeople: true } as const),
      ...{ leadsTo: 'Records whether the customer paid.', refusal: null },
    } as const
    const calls = scriptServer({
      ...NOTES,
      [`GET ${PATH}`]: [200, sampleTransfer({ actions: [answer] })],
      [`POST ${PATH}/answer`]: [201, { approval: sampleApproval() }],
    })
    const { user } = renderPage(<TransferPage />, at)
    await user.click(await screen.findByRole('button', { name: 'Record the network’s answer' }))
    await user.type(screen.getByLabelText('The network’s reference'), rest.evidence)
    await user.type(screen.getByLabelText('Reason'), rest.reason)
    return {
      user,
      submit: () => user.click(screen.getByRole('button', { name: 'Request approval' })),
      sent: () => calls.findLast(({ call }) => call.startsWith('POST'))?.body,
    }
  }

  it('is requested with the amount paid', async () => {
    const { user, submit, sent } = await openAnswer()
    await submit()
    expect(screen.getByRole('alert').textContent).toContain('Choose what the network answered.')
    await user.click(screen.getByLabelText('The customer paid'))
    await submit()
    expect((await screen.findByRole('alert')).textContent).toContain('Enter an amount above zero')
    await user.type(screen.getByLabelText('Amount paid'), '250.5')
    await submit()
    expect((await screen.findAllByText('Awaiting approval')).length).toBeGreaterThan(0)
    expect(sent()).toEqual({ ...rest, paid: { amount: 25_050, currency: 'USD' } })
  })

  it('is requested without an amount when the customer did not pay', async () => {
    const { user, submit, sent } = await openAnswer()
    await user.click(screen.getByLabelText('The customer did not pay'))
    expect(screen.queryByLabelText('Amount paid')).toBeNull()
    await submit()
    expect((await screen.findAllByText('Awaiting approval')).length).toBeGreaterThan(0)
    expect(sent()).toEqual({ ...rest, paid: null })
  })
})

it('shows the recipient in full only with a reason, and hides them again', async () => {
  const calls = scriptServer({
    ...NOTES,
    [`GET ${PATH}`]: [200, sampleTransfer()],
    [`POST ${PATH}/reveal`]: [200, { name: 'Ama Mensah', phone: '+233241234567' }],
  })
  const { user } = renderPage(<TransferPage />, { ...at, me: sampleMe(['support']) })
  await user.click(await screen.findByRole('button', { name: 'Show in full' }))
  await user.type(screen.getByLabelText('Reason'), 'Customer is on the phone.')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('Ama Mensah')).toBeDefined()
  expect(calls.at(-1)?.body).toEqual({ reason: 'Customer is on the phone.' })
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText('Ama Mensah')).toBeNull()
})

it('hides what the member’s roles do not allow', async () => {
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  renderPage(<TransferPage />, { ...at, me: sampleMe(['engineer']) })
  await screen.findByText('Money')
  expect(screen.queryByRole('button', { name: 'Show in full' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open sender' })).toBeNull()
})

it('says so when there is no such transfer', async () => {
  scriptServer({ [`GET ${PATH}`]: refusal(404, 'not_found') })
  renderPage(<TransferPage />, at)
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeDefined()
})

it('says who decides by the names of roles, and of a blocked transfer that it is decided', async () => {
  const { holdDetail } = sampleTransfer()
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer()] })
  const first = renderPage(<TransferPage />, at)
  expect(await screen.findByText(/Nothing happens by itself\. Compliance or finance decides\./)).toBeDefined()
  first.unmount()
  const decided = holdDetail && { ...holdDetail, decided: true }
  const next = { text: 'Nothing happens by itself. The money stays with us.', at: null }
  const story = sampleStory({ cause: 'Two people blocked the money.', next })
  scriptServer({ [`GET ${PATH}`]: [200, sampleTransfer({ holdDetail: decided, story })] })
  renderPage(<TransferPage />, at)
  expect(await screen.findByText('Two people blocked the money.')).toBeDefined()
  expect(screen.getByText(/^Held since/)).toBeDefined()
  expect(document.body.textContent).not.toContain('decides')
})

it('shows the notices, and cases only to those who may read them', async () => {
  const cases = [{ number: 'K-000001', kind: 'screening', state: 'open' }]
  scriptServer({ ...NOTES, [`GET ${PATH}`]: [200, sampleTransfer({ cases })] })
  const first = renderPage(<TransferPage />, { ...at, me: sampleMe(['compliance']) })
  expect(await screen.findByText('Couldn’t be delivered')).toBeDefined()
  expect(screen.getByRole('link', { name: 'K-000001' })).toHaveProperty('href')
  first.unmount()
  renderPage(<TransferPage />, { ...at, me: sampleMe(['finance']) })
  await screen.findByText('Couldn’t be delivered')
  expect(screen.queryByRole('heading', { name: 'Cases and fraud' })).toBeNull()
})
