// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sampleEntry, sampleMe, sampleMember } from '../../testing/samples.ts'
import { catchDownloads, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { changesOf } from '../../parts/diff.tsx'
import AuditPage from './page.tsx'

it('shows an entry with the values before and after', async () => {
  scriptServer({
    'GET /office/api/audit': [
      200,
      {
        entries: [sampleEntry(2), sampleEntry(1)],
        next: null,
        actions: ['action.approve_filing', 'approval.approved'],
      },
    ],
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
  })
  const { user } = renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  await user.click(await screen.findByRole('button', { name: '2' }))
  const dialog = within(screen.getByRole('dialog'))
  const changed = dialog.getByRole('row', { name: /Amount/ })
  expect(within(changed).getByText('USD 500.00')).toBeDefined()
  expect(within(changed).getByText('USD 750.00')).toBeDefined()
  expect(within(changed).getByText('Changed')).toBeDefined()
  expect(within(dialog.getByRole('row', { name: /Since/ })).getByText('Same')).toBeDefined()
})

it('filters by subject and action, in the words of the list', async () => {
  const calls = scriptServer({
    'GET /office/api/audit': [
      200,
      {
        ...{ next: null, actions: ['action.approve_filing', 'approval.approved'] },
        entries: [sampleEntry(1, { action: 'action.approve_filing' })],
      },
    ],
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
  })
  const { user } = renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  expect(
    await screen.findByText('Approve filing', { selector: '[role=gridcell] *, td, [role=gridcell]' }),
  ).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Action'), 'Approve filing')
  await user.type(screen.getByLabelText('About'), 'S-WP41P001')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  await screen.findByRole('button', { name: '1' })
  expect(calls.at(-1)?.search).toBe('?limit=100&subject=S-WP41P001&action=action.approve_filing')
})

it('names what a request is about and its two members', async () => {
  const entry = sampleEntry(1, {
    ...{ action: 'action.refund', actor: 'Efua Owusu', approvedBy: 'Kofi Mensah', proposedBy: 'Yaa Boateng' },
    request: { action: 'refund', title: 'Manual refund', entity: 'S-WP41P001' },
  })
  scriptServer({
    'GET /office/api/audit': [200, { entries: [entry], next: null, actions: ['action.refund'] }],
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
  })
  const { user } = renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  await user.click(await screen.findByRole('button', { name: '1' }))
  const dialog = within(screen.getByRole('dialog'))
  for (const text of ['Manual refund: S-WP41P001', 'Efua Owusu', 'Kofi Mensah', 'Yaa Boateng'])
    expect(dialog.getByText(text)).toBeDefined()
})

it('exports all entries that match, and says why when there are too many', async () => {
  const saved = catchDownloads()
  let isTooMuch = true
  scriptServer({
    'GET /office/api/audit': [
      200,
      { entries: [sampleEntry()], next: null, actions: ['action.approve_filing', 'approval.approved'] },
    ],
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
    'GET /office/api/audit/export': () =>
      isTooMuch
        ? refusal(409, 'action_refused', 'There are more than 20000 rows.')
        : [200, { name: 'audit-log.csv', text: 'Number' }],
  })
  const { user } = renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  await user.click(await screen.findByRole('button', { name: 'Export all matches' }))
  expect((await screen.findByRole('alert')).textContent).toContain('more than 20000 rows')
  isTooMuch = false
  await user.click(screen.getByRole('button', { name: 'Export all matches' }))
  await vi.waitFor(() => expect(saved).toEqual(['audit-log.csv']))
})

it('tells added, removed, changed and same values apart', () => {
  const changes = changesOf({ a: 1, b: 2, d: 4 }, { b: 3, c: 1, d: 4 })
  expect(changes.map(({ name, kind }) => [name, kind])).toEqual([
    ['a', 'removed'],
    ['b', 'changed'],
    ['c', 'added'],
    ['d', 'same'],
  ])
  expect(changesOf(null, null)).toEqual([])
})
