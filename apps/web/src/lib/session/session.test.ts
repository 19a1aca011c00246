import { calls } from '@sesa/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startScriptedServer, type ScriptedServer, type Step } from '@sesa/test-kit/scripted-server'
import { renderHook, type RenderedHook } from '@sesa/ui/testing/rendered-hook.ts'

type Library = typeof import('./session.ts') & typeof import('../api/api.ts')
type Used = ReturnType<Library['useSession']>

const USER = {
  uid: 'u-1',
  phoneNumber: '+231770123456',
  email: null,
  displayName: null,
  passkeyOffered: false,
}
const OTHER = { ...USER, uid: 'u-2', phoneNumber: '+231770654321' }
const PROFILE = { phoneNumber: '+231770123456', country: 'LR', name: 'Ama Mensah', complete: true }
const OTHERS_PROFILE = { ...PROFILE, phoneNumber: OTHER.phoneNumber, name: 'Esi Boateng' }
const CONFIG = { sandbox: true }
const DRAFT = { draft: {}, updatedAt: '2026-11-21T00:00:00.000Z' }
const REFUSED = { code: 'unauthenticated', message: 'Sign in.', requestId: 'r' }
const FAULT = { status: 500, body: { error: { code: 'internal', message: 'Our mistake.', requestId: 'r' } } }
const ended: Step = { status: 401, body: { error: REFUSED } }

const after = (ms: number) => new Date(Date.now() + ms).toISOString()
const token = (idToken: string, ms = 600_000, user = USER) => ({ idToken, expiresAt: after(ms), user })
const booted = (change: object = {}): Step => ({
  status: 200,
  body: { ...token('first'), profile: PROFILE, draft: null, config: CONFIG, ...change },
})
const othersToken = () => token('theirs', 600_000, OTHER)
const otherBooted = () => booted({ ...othersToken(), profile: OTHERS_PROFILE })
const OUT = booted({ idToken: null, expiresAt: null, user: null, profile: null })

let server: ScriptedServer
/** The time limit of blocking requests in these tests. */
let limitMs = 20_000
let events: EventTarget
/** Another tab of the same browser. */
let other: BroadcastChannel
let heardByOther: unknown[]

beforeAll(async () => {
  server = await startScriptedServer()
  // Skips the pauses between attempts; other timers run in real time.
  const { setTimeout } = globalThis
  vi.stubGlobal('setTimeout', (work: () => void, ms: number, ...rest: []) =>
    setTimeout(work, ms === 500 || ms === 2000 ? 0 : ms === 20_000 ? limitMs : ms, ...rest),
  )
  vi.stubGlobal('document', { querySelector: () => ({ content: server.origin }) })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
    events.addEventListener(type, listener),
  )
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
  events = new EventTarget()
  heardByOther = []
  other = new BroadcastChannel('sesa-session')
  other.onmessage = (event) => heardByOther.push((event as MessageEvent<unknown>).data)
})
let closeTab = (): void => undefined
afterEach(() => {
  other.close()
  closeTab()
  limitMs = 20_000
})

const tries = () => server.received.map(({ method, path }) => `${method} ${path}`)
const bearers = () => server.received.map(({ headers }) => headers.authorization)

/** Starts the app in a new tab, with these answers to its first requests. */
async function newTab(...steps: Step[]): Promise<{
  library: Library
  session: RenderedHook<Used>
  /** Posts a message to the other tabs, on the app's channel. */
  say: (word: string) => void
}> {
  vi.resetModules()
  const opened: BroadcastChannel[] = []
  const Real = BroadcastChannel
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name)
        opened.push(this)
      }
    },
  )
  const library = { ...(await import('./session.ts')), ...(await import('../api/api.ts')) }
  vi.stubGlobal('BroadcastChannel', Real)
  closeTab = () => opened.forEach((channel) => channel.close())
  const session = await renderHook(library.useSession)
  server.next(...steps)
  if (steps.length > 0) await session.act(() => library.bootSession())
  return { library, session, say: (word) => opened.forEach((channel) => channel.postMessage(word)) }
}

describe('the boot request', () => {
  test('finds a signed-out browser', async () => {
    const { session } = await newTab()
    expect(session.current.status).toBe('unknown')
    server.next(OUT)
    await session.act(() => session.current.retryBoot())
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null, config: CONFIG })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('finds the signed-in customer with a single request', async () => {
    const { session } = await newTab(booted())
    expect(session.current).toMatchObject({ status: 'in', user: USER, profile: PROFILE, offline: false })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('creates a profile when it finds none, or one with another number', async () => {
    for (const profile of [null, { ...PROFILE, phoneNumber: '+231770999999' }]) {
      server.received.length = 0
      const { session } = await newTab(booted({ profile }), { status: 201, body: { user: PROFILE } })
      expect(tries()).toEqual(['GET /auth/boot', 'POST /user/create'])
      expect(server.received[1]?.body).toEqual({ phoneNumber: USER.phoneNumber, country: 'LR' })
      expect(session.current).toMatchObject({ status: 'in', profile: PROFILE, offline: false })
      closeTab()
    }
  })

  test('shows a read-only session when the profile cannot be created', async () => {
    const refused = { status: 403, body: { error: { ...REFUSED, code: 'forbidden' } } }
    const { session } = await newTab(booted({ profile: null }), refused)
    expect(session.current).toMatchObject({ status: 'in', user: USER, profile: null, offline: true })
  })

  test('leaves the session unknown when it fails, and is repeated when the connection returns', async () => {
    const { session } = await newTab('drop', 'drop', 'drop')
    expect(session.current).toMatchObject({ status: 'unknown', bootError: { code: 'network' } })
    expect(tries()).toHaveLength(3)
    server.next(booted())
    await session.act(async () => {
      events.dispatchEvent(new Event('online'))
      await vi.waitFor(() => expect(session.current.status).toBe('in'))
    })
    expect(session.current.bootError).toBeNull()
  })

  test('is repeated when it hangs, and reported when it never succeeds', async () => {
    limitMs = 100
    const { session } = await newTab('hang', 'hang', 'hang')
    expect(session.current).toMatchObject({ status: 'unknown', bootError: { code: 'network' } })
    expect(tries()).toHaveLength(3)
  })

  test('brings the unfinished transfer, which can be taken once and not after signing out', async () => {
    const { library, session } = await newTab(booted({ draft: DRAFT }))
    expect([library.takeDraftAtBoot(), library.takeDraftAtBoot()]).toEqual([DRAFT, null])
    server.next(booted({ draft: DRAFT }), { status: 204 })
    await session.act(() => session.current.retryBoot())
    await session.act(() => session.current.signOut())
    expect(library.takeDraftAtBoot()).toBeNull()
  })
})

describe('the token', () => {
  test('is renewed before it expires, and the session continues', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    server.next({ status: 200, body: token('second') }, { status: 200, body: { user: PROFILE } })
    await library.callApi(calls.getUser, {})
    expect(tries().slice(1)).toEqual(['POST /auth/token', 'GET /user/auth'])
    expect(bearers()[2]).toBe('Bearer second')
    expect(session.current.status).toBe('in')
  })

  test('ends the session when the server refuses its renewal, not when the connection is lost', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    server.next('drop', 'drop', 'drop')
    await expect(library.callApi(calls.getUser, {})).rejects.toThrow()
    expect(session.current.status).toBe('in')
    server.next(ended)
    await session.act(() => library.callApi(calls.getUser, {}).catch(() => undefined))
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null })
  })

  test('blocks waiting calls only for a while when its renewal hangs', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    limitMs = 100
    server.next('hang', 'hang', 'hang')
    const calling = [library.callApi(calls.getUser, {}), library.callApi(calls.getDraft, {})]
    expect(await Promise.allSettled(calling)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect(tries().slice(1)).toEqual(['POST /auth/token', 'POST /auth/token', 'POST /auth/token'])
    expect(session.current.status).toBe('in')
    limitMs = 20_000
    server.next({ status: 200, body: token('second') }, { status: 200, body: { user: PROFILE } })
    await library.callApi(calls.getUser, {})
    expect(bearers().at(-1)).toBe('Bearer second')
  })

  test('of another customer is rejected: no call is repeated, and the tab restarts as theirs', async () => {
    for (const ms of [600_000, 30_000]) {
      server.received.length = 0
      const { library, session } = await newTab(booted(token('first', ms)))
      const isRefused = ms === 600_000
      if (isRefused) server.next(ended)
      server.next({ status: 200, body: othersToken() }, otherBooted())
      await session.act(async () => {
        expect(await library.tryCall(calls.putDraft, { body: {} })).toMatchObject({
          error: { code: 'unauthenticated' },
        })
        await vi.waitFor(() => expect(session.current.status).toBe('in'))
      })
      expect(session.current).toMatchObject({ user: OTHER, profile: OTHERS_PROFILE })
      expect(tries()).toEqual([
        'GET /auth/boot',
        ...(isRefused ? ['PUT /user/draft'] : []),
        'POST /auth/token',
        'GET /auth/boot',
      ])
      closeTab()
    }
  })
})

describe('signing in', () => {
  test('loads the profile with the new token and notifies the other tabs', async () => {
    const { session } = await newTab(OUT)
    server.next({ status: 200, body: { user: PROFILE } })
    await session.act(() => session.current.signIn(token('fresh')))
    expect(tries().slice(1)).toEqual(['GET /user/auth'])
    expect(bearers()[1]).toBe('Bearer fresh')
    expect(session.current).toMatchObject({ status: 'in', profile: PROFILE })
    await vi.waitFor(() => expect(heardByOther).toEqual([{ signedIn: USER.uid }]))
  })

  test('marks the session offline until the profile can be loaded', async () => {
    const { session } = await newTab(OUT)
    server.next('drop', 'drop', 'drop')
    await session.act(() => session.current.signIn(token('fresh')))
    expect(session.current).toMatchObject({ status: 'in', user: USER, profile: null, offline: true })
    server.next({ status: 200, body: { user: PROFILE } })
    await session.act(async () => {
      events.dispatchEvent(new Event('online'))
      await vi.waitFor(() => expect(session.current.offline).toBe(false))
    })
    expect(session.current.profile).toEqual(PROFILE)
  })

  test('as another customer discards the late profile of the previous one', async () => {
    const { session } = await newTab(booted())
    const { promise: itsAnswer, resolve: answer } = Promise.withResolvers<Step>()
    server.next(itsAnswer, 'hang')
    await session.act(async () => {
      const late = session.current.reloadProfile()
      await vi.waitFor(() => expect(tries()).toHaveLength(2))
      void session.current.signIn(othersToken())
      await vi.waitFor(() => expect(tries()).toHaveLength(3))
      answer({ status: 200, body: { user: PROFILE } })
      await late
    })
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null })
  })
})

describe('signing out', () => {
  test('ends the session here and notifies the other tabs', async () => {
    const { library, session } = await newTab(booted())
    server.next({ status: 204 }, ended)
    let failure: unknown
    await session.act(async () => (failure = await session.current.signOut()))
    expect(failure).toBeNull()
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null, config: CONFIG })
    await vi.waitFor(() => expect(heardByOther).toEqual(['signed-out']))
    // Later calls carry no token.
    await library.callApi(calls.getUser, {}).catch(() => undefined)
    expect([tries()[2], bearers()[2]]).toEqual(['GET /user/auth', undefined])
  })

  test('keeps the session and reports an error when the server cannot be reached', async () => {
    const { session, say } = await newTab(booted())
    server.next(FAULT, FAULT, FAULT)
    let failure: unknown
    await session.act(async () => (failure = await session.current.signOut()))
    expect(failure).toMatchObject({ code: 'internal' })
    expect(session.current.status).toBe('in')
    // A channel keeps its order: if this message arrives first, no other was posted before it.
    say('afterwards')
    await vi.waitFor(() => expect(heardByOther).not.toEqual([]))
    expect(heardByOther).toEqual(['afterwards'])
  })
})

describe('another tab', () => {
  test('that signs out ends this session without a request', async () => {
    const { session } = await newTab(booted())
    await session.act(async () => {
      other.postMessage('signed-out')
      await vi.waitFor(() => expect(session.current.status).toBe('out'))
    })
    expect(session.current).toMatchObject({ user: null, profile: null })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('that signs in as another customer clears this tab at once and loads their session', async () => {
    const { session } = await newTab(booted({ draft: DRAFT }))
    server.next('hang')
    await session.act(async () => {
      other.postMessage({ signedIn: OTHER.uid })
      await vi.waitFor(() => expect(tries()).toHaveLength(2))
    })
    expect(session.current).toMatchObject({ status: 'unknown', user: null, profile: null })
    server.next(otherBooted())
    await session.act(() => session.current.retryBoot())
    expect(session.current).toMatchObject({ status: 'in', user: OTHER, profile: OTHERS_PROFILE })
  })

  test('that signs in signs this tab in too, and causes no request where the same customer is signed in', async () => {
    const { session } = await newTab(OUT)
    server.next(booted())
    await session.act(async () => {
      other.postMessage({ signedIn: USER.uid })
      await vi.waitFor(() => expect(session.current.status).toBe('in'))
    })
    expect(session.current.profile).toEqual(PROFILE)
    await session.act(async () => {
      other.postMessage({ signedIn: USER.uid })
      other.postMessage('signed-out')
      await vi.waitFor(() => expect(session.current.status).toBe('out'))
    })
    expect(tries()).toEqual(['GET /auth/boot', 'GET /auth/boot'])
  })
})
