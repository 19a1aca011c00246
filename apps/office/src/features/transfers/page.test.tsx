// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { Chip, SavedView } from '@sesa/contract/office'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import * as csv from '../../table/csv.ts'
import { renderPage, scriptServer, type SentCall } from '../../testing/office.tsx'
import { sampleHit, sampleMe } from '../../testing/samples.ts'
import TransfersPage from './page.tsx'

const chip = (text: string, over: Partial<Chip> = {}): Chip => ({
  ...{ text, label: `As ${text}`, isPersonal: false, problem: null },
  ...over,
})

interface Script {
  at?: string
  text?: string
  views?: SavedView[]
  chips?: Chip[]
  rows?: ReturnType<typeof sampleHit>[]
}

function renderList({
  at = '/transfers',
  text,
  views = [],
  chips = [],
  rows = [sampleHit(1), sampleHit(2)],
}: Script = {}) {
  let saved = views
  const calls = scriptServer({
    'POST /office/api/transfers/list': ({ body }: SentCall) => {
      const { cursor } = body as { cursor?: string }
      const shown = cursor === undefined ? rows : [sampleHit(3)]
      return [200, { text: '', chips, transfers: shown, next: rows.length === 2 && !cursor ? NEXT : null }]
    },
    'POST /office/api/transfers/export': [200, { name: 'transfers.csv', text: 'all' }],
    'GET /office/api/views/transfers': () => [200, { views: saved }],
    'POST /office/api/views/transfers': ({ body }: SentCall) => {
      saved = [...saved, { id: '9', ...(body as Omit<SavedView, 'id'>) }]
      return [200, { views: saved }]
    },
    'POST /office/api/views/transfers/9/remove': () => [200, { views: (saved = []) }],
  })
  let here = { search: '', state: null as unknown }
  const Here = () => {
    const { search, state } = useLocation()
    here = { search, state: state as unknown }
    return null
  }
  const rendered = renderPage(
    <>
      <TransfersPage />
      <Here />
    </>,
    { at, me: sampleMe(['support']), ...(text !== undefined && { state: { text } }) },
  )
  const lists = () => calls.filter(({ call }) => call.endsWith('/list')).map(({ body }) => body)
  return { ...rendered, calls, lists, here: () => here }
}
const NEXT = '00000000-0000-4000-8000-000000000002'

it('shows transfers with one word for their state and times in GMT, page after page', async () => {
  const { lists } = renderList()
  expect(await screen.findByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  expect(screen.getAllByText('Refund failed').length).toBeGreaterThan(0)
  expect(screen.getAllByText(/^\d\d \w{3} \d{4}, \d\d:\d\d$/).length).toBeGreaterThan(0)
  expect(await screen.findByRole('link', { name: 'S-WP41P003' })).toBeDefined()
  expect(lists()).toEqual([
    { text: '', sort: '-created', limit: '100' },
    { text: '', sort: '-created', limit: '100', cursor: NEXT },
  ])
})

it('filters and sorts at the server, and says so in the address', async () => {
  const { user, lists, here } = renderList()
  await screen.findByRole('link', { name: 'S-WP41P001' })
  await user.selectOptions(screen.getByLabelText('State'), 'On hold')
  await user.selectOptions(screen.getByLabelText('Corridor'), 'United States to Ghana')
  await user.click(await screen.findByRole('button', { name: /^Sent/ }))
  expect(here().search).toBe('?filter=is%3Aheld+corridor%3Aus-gh&sort=-sent')
  await vi.waitFor(() =>
    expect(lists()).toContainEqual({ text: 'is:held corridor:us-gh', sort: '-sent', limit: '100' }),
  )
  await user.selectOptions(screen.getByLabelText('State'), 'All')
  expect(here().search).toBe('?filter=corridor%3Aus-gh&sort=-sent')
})

it('searches with the text of the history, and removes each part by its chip', async () => {
  const chips = [chip('is:held'), chip('kollie', { isPersonal: true })]
  const { user, lists, here } = renderList({ at: '/transfers?filter=is%3Aheld', text: 'kollie', chips })
  await screen.findByRole('link', { name: 'S-WP41P001' })
  expect(lists()[0]).toEqual({ text: 'is:held kollie', sort: '-created', limit: '100' })
  await user.click(screen.getByRole('button', { name: 'Remove As is:held' }))
  expect(here()).toEqual({ search: '', state: { text: 'kollie' } })
  await user.click(await screen.findByRole('button', { name: 'Remove As kollie' }))
  expect(here()).toEqual({ search: '', state: { text: '' } })
})

it('saves the file of exactly the filtered rows', async () => {
  const saved = vi.spyOn(csv, 'saveFile').mockReturnValue()
  const { user, calls } = renderList({ at: '/transfers?filter=is%3Aheld&sort=sent', text: 'ama' })
  await user.click(await screen.findByLabelText('Table options'))
  await user.click(screen.getByRole('button', { name: 'Export all matching rows' }))
  expect(calls.at(-1)).toMatchObject({
    call: 'POST /office/api/transfers/export',
    body: { text: 'is:held ama', sort: 'sent' },
  })
  expect(saved).toHaveBeenCalledWith('transfers.csv', 'all')
})

it('saves, opens and removes a view, which is the address without what was searched for', async () => {
  const { user, calls, here } = renderList({ at: '/transfers?filter=is%3Aheld', text: 'ama' })
  await user.click(await screen.findByRole('button', { name: 'Save view' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Our holds')
  await user.selectOptions(dialog.getByLabelText('Shown to'), 'Everyone in support')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('option', { name: 'Our holds (Support)' })).toBeDefined()
  expect(calls.find(({ call }) => call === 'POST /office/api/views/transfers')?.body).toEqual({
    ...{ name: 'Our holds', address: 'filter=is%3Aheld', role: 'support' },
  })
  await user.selectOptions(screen.getByLabelText('Saved view (optional)'), '')
  expect(here().search).toBe('')
  await user.selectOptions(await screen.findByLabelText('Saved view (optional)'), 'Our holds (Support)')
  expect(here().search).toBe('?filter=is%3Aheld')
  await user.click(await screen.findByRole('button', { name: 'Remove this view' }))
  expect(await screen.findByText('View removed')).toBeDefined()
  expect(screen.queryByLabelText('Saved view (optional)')).toBeNull()
})

it.each([
  [{}, 'No transfers yet', 'The first appears here when a customer opens a payment.'],
  [
    { at: '/transfers?filter=is%3Aheld' },
    'No matching transfers',
    'Remove a filter, or search for less of it.',
  ],
  [
    { text: 'is:helt', chips: [chip('is:helt', { problem: 'Use held, open.' })] },
    '“is:helt” isn’t understood',
    'Use held, open.',
  ],
])('says why nothing shows, and what next', async (script: Script, title, text) => {
  renderList({ ...script, rows: [] })
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})
