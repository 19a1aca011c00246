import type { Draft } from '@sesa/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setToken } from '../api/token.ts'
import { createDraftStore, lastPaymentOf, unsavedDraft, type SavedDraft } from './draft-store.ts'

/** The stored draft of the scripted server. */
let kept: SavedDraft | null
let version: number
let written: Draft[]
let network: ('ok' | 'lost' | 'never sent')[]

beforeEach(() => {
  vi.useFakeTimers()
  kept = null
  version = 0
  written = []
  network = []
  signIn('me')
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const fate = network.shift() ?? 'ok'
    if (fate === 'never sent') throw new TypeError('Failed to fetch')
    const answer = put(
      new URL(path, 'http://sesa.test').searchParams.get('basedOn'),
      JSON.parse(init.body) as Draft,
    )
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const signIn = (uid: string) =>
  setToken({
    ...{ idToken: uid, expiresAt: new Date(Date.now() + 600_000).toISOString() },
    user: { uid, phoneNumber: null, email: null, displayName: null, passkeyOffered: false },
  })

function put(basedOn: string | null, draft: Draft): Response {
  if (kept && JSON.stringify(kept.draft) === JSON.stringify(draft)) return Response.json(kept)
  if (basedOn !== (kept?.updatedAt ?? 'none')) {
    const details = kept ?? { draft: null, updatedAt: null }
    return Response.json({ error: { code: 'draft_changed', message: 'Changed', details } }, { status: 409 })
  }
  kept = { draft, updatedAt: new Date(++version).toISOString() }
  written.push(draft)
  return Response.json(kept)
}

const conflicts: (SavedDraft | null)[] = []
const open = (shown: Draft = {}) => {
  conflicts.length = 0
  return createDraftStore('me', kept, shown, (theirs) => conflicts.push(theirs))
}
const settled = () => vi.runAllTimersAsync()

describe('saving a draft', () => {
  test('waits for a pause in typing and saves the last state', async () => {
    const store = open()
    store.later({ name: 'A' })
    store.later({ name: 'Am' })
    store.later({ name: 'Ama' })
    await settled()
    expect(written).toEqual([{ name: 'Ama' }])
    expect(unsavedDraft('me')).toBeNull()
  })

  test('does not save an amount that only follows from the rate', async () => {
    const store = open({ fix: 'send', sendAmount: '5' })
    store.later({ fix: 'send', sendAmount: '5', receiveAmount: '0.33' })
    await settled()
    expect(written).toEqual([])
    store.later({ fix: 'send', sendAmount: '6', receiveAmount: '0.40' })
    await settled()
    expect(written).toHaveLength(1)
  })

  test('remembers an unsaved draft for its owner only, and tries again', async () => {
    const store = open()
    network = Array.from({ length: 9 }, () => 'never sent' as const)
    store.later({ name: 'Ama' })
    await settled()
    expect(unsavedDraft('me')).toEqual({ name: 'Ama' })
    expect(unsavedDraft('another')).toBeNull()
    network = []
    void store.flush()
    await settled()
    expect(written).toEqual([{ name: 'Ama' }])
  })

  test('does not save a late change for another customer who has signed in since', async () => {
    const store = open()
    store.later({ name: 'Ama' })
    signIn('another')
    await settled()
    expect(written).toEqual([])
    expect(unsavedDraft('me')).toEqual({ name: 'Ama' })
  })

  test('saves nothing after the payment', async () => {
    const store = open()
    store.later({ name: 'Ama' })
    store.close('pi_1')
    await settled()
    expect(written).toEqual([])
    expect([lastPaymentOf('me'), lastPaymentOf('another')]).toEqual(['pi_1', null])
  })
})

describe('another window', () => {
  test('with a different draft is reported, and nothing is overwritten until the customer decides', async () => {
    kept = { draft: { name: 'Ama' }, updatedAt: new Date(++version).toISOString() }
    const store = open({ name: 'Ama' })
    put(kept.updatedAt, { name: 'Theirs' })
    expect((await store.check({ name: 'Mine' })).error?.code).toBe('draft_changed')
    store.later({ name: 'Mine 2' })
    await settled()
    expect(conflicts).toMatchObject([{ draft: { name: 'Theirs' } }])
    expect(kept?.draft).toEqual({ name: 'Theirs' })
    store.settle(conflicts[0] ?? null)
    await store.keep({ name: 'Mine 2' })
    expect(kept?.draft).toEqual({ name: 'Mine 2' })
  })

  test('that paid for the draft is reported as an empty draft', async () => {
    kept = { draft: { name: 'Ama' }, updatedAt: new Date(++version).toISOString() }
    const store = open({ name: 'Ama' })
    kept = null
    await store.check({ name: 'Ama' })
    expect(conflicts).toEqual([null])
  })

  test('is not reported when the answer to our own save is lost', async () => {
    const store = open()
    network = Array.from({ length: 3 }, () => 'lost' as const)
    expect((await settling(store.keep({ name: 'First' }))).error?.code).toBe('network')
    expect(kept?.draft).toEqual({ name: 'First' })
    expect((await settling(store.keep({ name: 'Second' }))).error).toBeUndefined()
    expect(conflicts).toEqual([])
    expect(kept?.draft).toEqual({ name: 'Second' })
  })

  test('is not reported either when the server returns our profile with its fields in another order', async () => {
    const profile = { name: 'Hawa', email: '', dob: '', gender: '' } as const
    const store = open({ profile: { ...profile, name: '' } })
    network = Array.from({ length: 3 }, () => 'lost' as const)
    await settling(store.keep({ profile }))
    kept = kept && { ...kept, draft: { profile: { dob: '', name: 'Hawa', email: '', gender: '' } } }
    await settling(store.keep({ profile: { ...profile, name: 'Hawa Kollie' } }))
    expect([conflicts, kept?.draft.profile?.name]).toEqual([[], 'Hawa Kollie'])
  })

  test('that saved the profile leaves no draft of a transfer here', async () => {
    const profile = { name: 'Hawa', email: '', dob: '', gender: '' } as const
    open({ profile }).later({ profile: { ...profile, name: 'Hawa Kollie' } })
    signIn('another')
    await settled()
    signIn('me')
    expect([unsavedDraft('me'), unsavedDraft('me', 'profile')?.profile?.name]).toEqual([null, 'Hawa Kollie'])
    void open().flush()
    await settled()
    expect(written).toEqual([])
  })
})

async function settling<T>(work: Promise<T>): Promise<T> {
  await settled()
  return work
}
