// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { sampleEntry, sampleMe, sampleMember } from '../../testing/samples.ts'
import { catchDownloads, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { changesOf } from '../../parts/diff.tsx'
import AuditPage, { membersOf } from './page.tsx'

it('shows an entry with the values before and after', async () => {
  scriptServer({
    'GET /office/api/audit': [
      200,
      {
        entries: [sampleEntry(2), sampleEntry(1)],
        next: null,
        chain: null,
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
        ...{ next: null, chain: null, actions: ['action.approve_filing', 'approval.approved'] },
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
    'GET /office/api/audit': [200, { entries: [entry], next: null, chain: null, actions: ['action.refund'] }],
    'GET /office/api/staff': [200, { members: [sampleMember()] }],
  })
  const { user } = renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  await user.click(await screen.findByRole('button', { name: '1' }))
  const dialog = within(screen.getByRole('dialog'))
  for (const text of ['Manual refund: S-WP41P001', 'Kofi Mensah', 'Yaa Boateng'])
    expect(dialog.getByText(text)).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'Yaa Boateng' })).toBeDefined()
  expect(screen.getByRole('gridcell', { name: 'Kofi Mensah' })).toBeDefined()
})

const [ask, confirm] = ['Efua Owusu', 'Kofi Mensah']

it.each([
  ['one member alone', { actor: ask, memberId: 'x', proposedBy: null, approvedBy: null }, [ask, '']],
  ['the product', { actor: null, memberId: null, proposedBy: null, approvedBy: null }, ['System', '']],
  ['an erased member', { actor: null, memberId: 'x', proposedBy: null, approvedBy: null }, ['Erased', '']],
  [
    'a request carried out',
    { actor: ask, memberId: 'x', proposedBy: null, approvedBy: confirm },
    [ask, confirm],
  ],
  ['a confirmed case', { actor: confirm, memberId: 'x', proposedBy: ask, approvedBy: null }, [ask, confirm]],
])('names who asked and who approved: %s', (_what, entry, [asked, approved]) => {
  expect(membersOf(entry)).toEqual({ asked, approved })
})

it.each([
  [null, /It wasn’t yet/],
  [{ entries: '225', anchors: 4, broken: null }, /225 entries, anchored$/],
  [{ entries: '225', anchors: 0, broken: null }, /225 entries, not anchored$/],
  [{ entries: '4', anchors: 0, broken: 'number 5: changed' }, /The chain is broken.*number 5: changed/],
])('says what the last check of the chain found: %j', async (found, text) => {
  const chain = found && { at: sampleEntry().at, ...found }
  scriptServer({
    'GET /office/api/audit': [200, { entries: [sampleEntry()], next: null, actions: [], chain }],
    'GET /office/api/staff': [200, { members: [] }],
  })
  renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  await screen.findByRole('button', { name: '1' })
  expect(document.body.textContent.replace(/Member.*/su, '')).toMatch(
    text.source.endsWith('$') ? new RegExp(text.source.slice(0, -1), 'u') : text,
  )
})

it('shows the values before and after in the table', async () => {
  scriptServer({
    'GET /office/api/audit': [200, { entries: [sampleEntry()], next: null, actions: [], chain: null }],
    'GET /office/api/staff': [200, { members: [] }],
  })
  renderPage(<AuditPage />, { me: sampleMe(['compliance']) })
  expect(await screen.findByRole('gridcell', { name: 'Amount: USD 500.00 → USD 750.00' })).toBeDefined()
})

it('exports all entries that match, and says why when there are too many', async () => {
  const saved = catchDownloads()
  let isTooMuch = true
  scriptServer({
    'GET /office/api/audit': [
      200,
      {
        entries: [sampleEntry()],
        next: null,
        chain: null,
        actions: ['action.approve_filing', 'approval.approved'],
      },
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
