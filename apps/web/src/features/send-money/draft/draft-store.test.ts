import type { Draft } from '@sesa/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setToken } from '../../../lib/api/token.ts'
import { createDraftStore, paidHere, unsavedDraft, type SavedDraft } from './draft-store.ts'

/** The server's side of `/user/draft`, and what the network does to an answer. */
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

describe('keeping what is typed', () => {
  test('waits for a pause and keeps the last of it', async () => {
    const store = open()
    store.later({ name: 'A' })
    store.later({ name: 'Am' })
    store.later({ name: 'Ama' })
    await settled()
    expect(written).toEqual([{ name: 'Ama' }])
    expect(unsavedDraft('me')).toBeNull()
  })

  test('an amount that only follows from the rate is no reason to', async () => {
    const store = open({ fix: 'send', sendAmount: '5' })
    store.later({ fix: 'send', sendAmount: '5', receiveAmount: '0.33' })
    await settled()
    expect(written).toEqual([])
    store.later({ fix: 'send', sendAmount: '6', receiveAmount: '0.40' })
    await settled()
    expect(written).toHaveLength(1)
  })

  test('what could not be kept is remembered for its owner alone, and tried again', async () => {
    const store = open()
    network = Array.from({ length: 9 }, () => 'never sent' as const)
    store.later({ name: 'Ama' })
    await settled()
    expect(unsavedDraft('me')).toEqual({ name: 'Ama' })
    expect(unsavedDraft('somebody else')).toBeNull()
    network = []
    void store.flush()
    await settled()
    expect(written).toEqual([{ name: 'Ama' }])
  })

  test('what comes late is not kept for somebody else who has signed in meanwhile', async () => {
    const store = open()
    store.later({ name: 'Ama' })
    signIn('somebody else')
    await settled()
    expect(written).toEqual([])
    expect(unsavedDraft('me')).toEqual({ name: 'Ama' })
  })

  test('nothing is kept once it is paid', async () => {
    const store = open()
    store.later({ name: 'Ama' })
    store.close('pi_1')
    await settled()
    expect(written).toEqual([])
    expect([paidHere('me'), paidHere('somebody else')]).toEqual(['pi_1', null])
  })
})

describe('another window', () => {
  test('that kept something else is told, and nothing is written over until it is settled', async () => {
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

  test('that paid for it is told as nothing being there', async () => {
    kept = { draft: { name: 'Ama' }, updatedAt: new Date(++version).toISOString() }
    const store = open({ name: 'Ama' })
    kept = null
    await store.check({ name: 'Ama' })
    expect(conflicts).toEqual([null])
  })

  test('is not seen in a write of our own whose answer was lost', async () => {
    const store = open()
    network = Array.from({ length: 3 }, () => 'lost' as const)
    expect((await settling(store.keep({ name: 'First' }))).error?.code).toBe('network')
    expect(kept?.draft).toEqual({ name: 'First' })
    expect((await settling(store.keep({ name: 'Second' }))).error).toBeUndefined()
    expect(conflicts).toEqual([])
    expect(kept?.draft).toEqual({ name: 'Second' })
  })
})

async function settling<T>(work: Promise<T>): Promise<T> {
  await settled()
  return work
}
