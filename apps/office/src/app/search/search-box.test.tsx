// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { Chip, CustomerFound, TransferHit } from '@sesa/contract/office'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { refusal, renderPage, scriptServer, type Answer, type SentCall } from '../../testing/office.tsx'
import { idOf, sampleHit, sampleMe } from '../../testing/samples.ts'
import { SearchBox } from './search-box.tsx'

const chip = (text: string, over: Partial<Chip> = {}): Chip => ({
  ...{ text, label: text, isPersonal: true, problem: null },
  ...over,
})
const ama: CustomerFound = {
  ...{ id: idOf(40), name: 'A•• M•••••', phone: '+231•••••456', email: null, country: 'LR' },
  ...{ createdAt: sampleHit().createdAt, lockedAt: null, closedAt: null },
  transfers: [sampleHit(1), sampleHit(2, { state: 'sent', hold: null })],
}
const found = (
  over: { text?: string; chips?: Chip[]; customers?: CustomerFound[]; transfers?: TransferHit[] } = {},
) => [200, { text: '', chips: [], customers: [], transfers: [], records: [], ...over }] as const

function renderBox(answer: Answer | ((sent: SentCall) => Answer), me = sampleMe(['support'])) {
  const calls = scriptServer({ 'POST /office/api/search': answer })
  let here = { search: '', state: null as unknown }
  const Here = () => {
    const { search, state } = useLocation()
    here = { search, state: state as unknown }
    return null
  }
  const rendered = renderPage(
    <>
      <SearchBox />
      <Here />
    </>,
    { me },
  )
  return { ...rendered, calls, here: () => here, box: screen.getByRole('combobox', { name: 'Search' }) }
}

const group = (name: string) => within(screen.getByRole('group', { name }))
const current = () => screen.getByRole('option', { selected: true }).textContent

it('finds while typing, and shows customers with their newest transfers, then other transfers', async () => {
  const { user, box, calls } = renderBox(
    found({
      text: 'ama',
      chips: [chip('ama', { label: 'Name: ama' })],
      customers: [ama],
      transfers: [sampleHit(3)],
    }),
  )
  await user.type(box, 'ama')
  expect(await screen.findByRole('group', { name: 'Customers' })).toBeDefined()
  expect(
    group('Customers')
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([
    'A•• M•••••+231•••••456',
    'S-WP41P001Refund failedUSD 250.00 → GHS 2,925.00',
    'S-WP41P002SentUSD 250.00 → GHS 2,925.00',
  ])
  expect(group('Transfers').getAllByRole('option')).toHaveLength(1)
  // The answer to the whole word counts.
  expect(calls.at(-1)?.body).toEqual({ text: 'ama' })
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
})

it('moves with the arrows, opens with Enter, and closes with Escape', async () => {
  const { user, box, place } = renderBox(found({ text: 'ama', chips: [chip('ama')], customers: [ama] }))
  await user.type(box, 'ama')
  await screen.findByRole('group', { name: 'Customers' })
  expect(current()).toContain('A•• M')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(current()).toContain('S-WP41P002')
  await user.keyboard('{ArrowUp}{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box).toHaveProperty('value', 'ama')
  await user.click(box)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(place()).toBe('/transfers/S-WP41P001')
  expect(box).toHaveProperty('value', '')
})

it('opens the first hit of the typed text on Enter, even before the answer, and drops answers to earlier texts', async () => {
  const { user, box, place } = renderBox(({ body }) => {
    const { text } = body as { text: string }
    return found({ text, chips: [chip(text)], transfers: [sampleHit(text === 'S-WP41P009' ? 9 : 1)] })
  })
  await user.type(box, 'S-WP41P009{Enter}')
  await vi.waitFor(() => expect(place()).toBe('/transfers/S-WP41P009'))
})

it('keeps the typed text out of the address: a list has filters there, and names in the history', async () => {
  const chips = [
    chip('kollie'),
    chip('is:held', { isPersonal: false }),
    chip('26 nov', { isPersonal: false }),
  ]
  const { user, box, place, here } = renderBox(
    found({ text: 'kollie is:held 26 nov', chips, transfers: [sampleHit(1)] }),
  )
  await user.type(box, 'kollie is:held 26 nov')
  await user.click(await screen.findByRole('option', { name: 'All matching transfers' }))
  expect(place()).toBe('/transfers')
  expect(here()).toEqual({ search: '?filter=is%3Aheld+26+nov', state: { text: 'kollie' } })
})

it('shows what it understood as chips that can be removed, and what to type instead', async () => {
  const { user, box, calls } = renderBox(({ body }) => {
    const { text } = body as { text: string }
    const chips = text
      .split(' ')
      .map((part) => chip(part, part === 'is:helt' ? { problem: 'Use held, open.' } : {}))
    return found({ text, chips, transfers: text === 'ama' ? [sampleHit(1)] : [] })
  })
  await user.type(box, 'ama is:helt')
  expect(await screen.findByText('Use held, open.')).toBeDefined()
  expect(screen.getByText('Correct or remove the marked part.')).toBeDefined()
  expect(screen.queryByRole('group', { name: 'Lists' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove is:helt' }))
  expect(box).toHaveProperty('value', 'ama')
  await vi.waitFor(() => expect(calls.at(-1)?.body).toEqual({ text: 'ama' }))
  expect(await screen.findByRole('group', { name: 'Lists' })).toBeDefined()
})

it('is the palette on Ctrl+K: actions first, which open their page, by the roles of the member', async () => {
  const { user, box, place } = renderBox(found(), sampleMe(['finance']))
  await user.keyboard('{Control>}k{/Control}')
  expect(document.activeElement).toBe(box)
  expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Actions',
    'Pages',
  ])
  expect(screen.queryByRole('option', { name: /Invite a member/ })).toBeNull()
  await user.keyboard('top')
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('Book a top-up…')
  await user.keyboard('{Enter}')
  expect(place()).toBe('/floats')
})

it('finds pages and actions for a member who may not see transfers, without a call', async () => {
  const { user, box, calls, place } = renderBox(found(), sampleMe(['administrator']))
  await user.type(box, 'invite{Enter}')
  expect(place()).toBe('/staff')
  expect(calls).toEqual([])
})

it('says that nothing was found, and why a search failed', async () => {
  let fails = false
  const { user, box } = renderBox(() =>
    fails ? refusal(503, 'unavailable', 'Busy.') : found({ text: 'zz', chips: [chip('zz')] }),
  )
  await user.type(box, 'zz')
  expect(await screen.findByText(/Nothing found/)).toBeDefined()
  fails = true
  await user.type(box, 'q')
  expect(await screen.findByText('Busy.')).toBeDefined()
})
