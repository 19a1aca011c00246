// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import type { AgreementsDue, Draft } from '@sesa/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { setToken } from '../../lib/api/token.ts'
import { unsavedDraft } from '../../lib/forms/draft-store.ts'
import { SetupForm } from './setup-form.tsx'

/** A different customer in each test, since the page remembers typed values. */
let user = {
  uid: '0',
  phoneNumber: '+231770000001',
  email: null,
  displayName: null,
  passkeyOffered: false,
}

/** The scripted server: its draft, and whether it answers. */
let kept: { draft: Draft | null; updatedAt: string | null }
let isDown: boolean
let saves: string[]

beforeEach(() => {
  kept = { draft: null, updatedAt: null }
  isDown = false
  saves = []
  user = { ...user, uid: String(Number(user.uid) + 1) }
  setToken({ idToken: 'me', expiresAt: new Date(Date.now() + 600_000).toISOString(), user })
  vi.stubGlobal('fetch', async (path: string, init: { method: string; body: string }) => {
    if (isDown) return Response.json({ error: { code: 'rate_limited', message: 'Wait.' } }, { status: 429 })
    if (path === '/user/profile') {
      kept = { draft: null, updatedAt: null }
      return Response.json({ user: { complete: true } })
    }
    if (init.method === 'GET') return Response.json(kept)
    saves.push(init.body)
    const basedOn = new URL(path, 'http://sesa.test').searchParams.get('basedOn')
    if (basedOn !== (kept.updatedAt ?? 'none')) {
      const error = { code: 'draft_changed', message: 'Changed', details: kept }
      return Response.json({ error }, { status: 409 })
    }
    kept = { draft: JSON.parse(init.body) as Draft, updatedAt: new Date(saves.length).toISOString() }
    return Response.json(kept)
  })
})

const ESIGN: AgreementsDue = [{ document: 'esign', version: '1', changes: null }]

/** Opens the page as a new document does. */
async function open(agreements: AgreementsDue = []) {
  const page = renderFor(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SetupForm user={user} profile={null} agreements={agreements} onErrors={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByLabelText('Full name')
  return page
}
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const nameOnServer = () => kept.draft?.profile?.name

it('restores what was typed after a reload, and never a consent', async () => {
  const page = await open(ESIGN)
  await page.user.type(screen.getByLabelText('Full name'), 'Hawa Kollie')
  await page.user.type(screen.getByLabelText('Email address'), 'hawa@')
  await page.user.type(screen.getByLabelText('Date of birth'), '1990-04-02')
  await page.user.click(screen.getByLabelText('Female'))
  await page.user.click(screen.getByRole('checkbox'))
  page.unmount()
  await waitFor(() => expect(unsavedDraft(user.uid, 'profile'), 'the page’s own memory').toBeNull())
  expect(kept.draft?.profile?.gender).toBe('female')
  expect(saves.join()).not.toContain('esign')
  await open(ESIGN)
  expect(['Full name', 'Email address', 'Date of birth'].map(valueOf)).toEqual([
    'Hawa Kollie',
    'hawa@',
    '1990-04-02',
  ])
  expect(screen.getByLabelText<HTMLInputElement>('Female').checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
})

it('works while drafts can be neither loaded nor saved, and keeps the input on this page', async () => {
  isDown = true
  const page = await open()
  await page.user.type(screen.getByLabelText('Full name'), 'Hawa')
  page.unmount()
  await open()
  expect(valueOf('Full name')).toBe('Hawa')
})

it('does not overwrite another window’s newer draft', async () => {
  const page = await open()
  const profile = { name: 'Hawa Kollie', email: '', dob: '', gender: '' } as const
  kept = { draft: { profile }, updatedAt: '2026-11-28T00:00:00.000Z' }
  await page.user.type(screen.getByLabelText('Full name'), 'H')
  page.unmount()
  await waitFor(() => expect(saves).toHaveLength(1))
  expect(nameOnServer()).toBe('Hawa Kollie')
})

it('saves no draft after the profile is saved', async () => {
  const page = await open()
  await page.user.type(screen.getByLabelText('Full name'), 'Hawa Kollie')
  await page.user.type(screen.getByLabelText('Email address'), 'hawa@example.org')
  await page.user.type(screen.getByLabelText('Date of birth'), '1990-04-02')
  await page.user.click(screen.getByRole('button', { name: 'Save and continue' }))
  await waitFor(() => expect(kept.draft).toBeNull())
  const before = saves.length
  page.unmount()
  await open()
  expect(valueOf('Full name')).toBe('')
  expect(saves).toHaveLength(before)
})

it('sends the profile only after a draft that is being saved, which would be refused afterwards', async () => {
  const answerOf = globalThis.fetch
  const order: string[] = []
  let answerDraft = () => {}
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    order.push(`${init.method ?? 'GET'} ${path.split('?')[0]}`)
    if (init.method === 'PUT' && path.startsWith('/user/draft'))
      await new Promise<void>((resolve) => (answerDraft = resolve))
    return answerOf(path, init)
  })
  const page = await open()
  await page.user.type(screen.getByLabelText('Full name'), 'Hawa Kollie')
  await page.user.type(screen.getByLabelText('Email address'), 'hawa@example.org')
  await page.user.type(screen.getByLabelText('Date of birth'), '1990-04-02')
  await waitFor(() => expect(order).toContain('PUT /user/draft'))
  await page.user.click(screen.getByRole('button', { name: 'Save and continue' }))
  expect(order.at(-1)).toBe('PUT /user/draft')
  answerDraft()
  await waitFor(() => expect(order.at(-1)).toBe('PUT /user/profile'))
})
