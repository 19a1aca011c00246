import { calls } from '@sesa/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderHook, type RenderedHook } from '../testing/rendered-hook.ts'
import { startScriptedServer, type ScriptedServer, type Step } from '@sesa/test-kit/scripted-server'

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
/** What the limit of the requests that everything else waits for takes here. */
let limitMs = 20_000
let events: EventTarget
/** Another tab of the same browser. */
let other: BroadcastChannel
let heardThere: unknown[]

beforeAll(async () => {
  server = await startScriptedServer()
  // The pauses between tries are not waited for; everything else that takes its time does.
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
  server.heard.length = 0
  events = new EventTarget()
  heardThere = []
  other = new BroadcastChannel('sesa-session')
  other.onmessage = (event) => heardThere.push((event as MessageEvent<unknown>).data)
})
let closeTab = (): void => undefined
afterEach(() => {
  other.close()
  closeTab()
  limitMs = 20_000
})

const tries = () => server.heard.map(({ method, path }) => `${method} ${path}`)
const bearers = () => server.heard.map(({ headers }) => headers.authorization)

/** The app as it begins in a tab of its own, with these answers to its first requests. */
async function newTab(...steps: Step[]): Promise<{
  library: Library
  session: RenderedHook<Used>
  /** Tells the other tabs something by the channel that the app uses. */
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

describe('the first answer', () => {
  test('says that nobody is here', async () => {
    const { session } = await newTab()
    expect(session.current.status).toBe('unknown')
    server.next(OUT)
    await session.act(() => session.current.retryBoot())
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null, config: CONFIG })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('says who is here, and nothing more is asked', async () => {
    const { session } = await newTab(booted())
    expect(session.current).toMatchObject({ status: 'in', user: USER, profile: PROFILE, offline: false })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('without a profile, or with one of another number, has it created', async () => {
    for (const profile of [null, { ...PROFILE, phoneNumber: '+231770999999' }]) {
      server.heard.length = 0
      const { session } = await newTab(booted({ profile }), { status: 201, body: { user: PROFILE } })
      expect(tries()).toEqual(['GET /auth/boot', 'POST /user/create'])
      expect(server.heard[1]?.body).toEqual({ phoneNumber: USER.phoneNumber, country: 'LR' })
      expect(session.current).toMatchObject({ status: 'in', profile: PROFILE, offline: false })
      closeTab()
    }
  })

  test('whose profile cannot be created shows what is known, read-only', async () => {
    const refused = { status: 403, body: { error: { ...REFUSED, code: 'forbidden' } } }
    const { session } = await newTab(booted({ profile: null }), refused)
    expect(session.current).toMatchObject({ status: 'in', user: USER, profile: null, offline: true })
  })

  test('that does not come leaves it open who is here, and is asked for again when the connection is back', async () => {
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

  test('that hangs is asked for again in time, and told when it never comes', async () => {
    limitMs = 100
    const { session } = await newTab('hang', 'hang', 'hang')
    expect(session.current).toMatchObject({ status: 'unknown', bootError: { code: 'network' } })
    expect(tries()).toHaveLength(3)
  })

  test('brings the unfinished transfer, which is taken once and by nobody after signing out', async () => {
    const { library, session } = await newTab(booted({ draft: DRAFT }))
    expect([library.takeDraftAtBoot(), library.takeDraftAtBoot()]).toEqual([DRAFT, null])
    server.next(booted({ draft: DRAFT }), { status: 204 })
    await session.act(() => session.current.retryBoot())
    await session.act(() => session.current.signOut())
    expect(library.takeDraftAtBoot()).toBeNull()
  })
})

describe('the token', () => {
  test('is renewed before it ends, and the session goes on', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    server.next({ status: 200, body: token('second') }, { status: 200, body: { user: PROFILE } })
    await library.api.get(calls.getUser, {})
    expect(tries().slice(1)).toEqual(['POST /auth/token', 'GET /user/auth'])
    expect(bearers()[2]).toBe('Bearer second')
    expect(session.current.status).toBe('in')
  })

  test('that is refused renewal ends the session; a lost connection does not', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    server.next('drop', 'drop', 'drop')
    await expect(library.api.get(calls.getUser, {})).rejects.toThrow()
    expect(session.current.status).toBe('in')
    server.next(ended)
    await session.act(() => library.api.get(calls.getUser, {}).catch(() => undefined))
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null })
  })

  test('whose renewal hangs stops the calls that wait for it for a while only', async () => {
    const { library, session } = await newTab(booted(token('ending', 30_000)))
    limitMs = 100
    server.next('hang', 'hang', 'hang')
    const calling = [library.api.get(calls.getUser, {}), library.api.get(calls.getDraft, {})]
    expect(await Promise.allSettled(calling)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    expect(tries().slice(1)).toEqual(['POST /auth/token', 'POST /auth/token', 'POST /auth/token'])
    expect(session.current.status).toBe('in')
    limitMs = 20_000
    server.next({ status: 200, body: token('second') }, { status: 200, body: { user: PROFILE } })
    await library.api.get(calls.getUser, {})
    expect(bearers().at(-1)).toBe('Bearer second')
  })

  test("that is somebody else's by now is not taken: nothing is sent again, and the tab begins anew as theirs", async () => {
    for (const ms of [600_000, 30_000]) {
      server.heard.length = 0
      const { library, session } = await newTab(booted(token('first', ms)))
      const isRefused = ms === 600_000
      if (isRefused) server.next(ended)
      server.next({ status: 200, body: othersToken() }, otherBooted())
      await session.act(async () => {
        expect(await library.api.put(calls.putDraft, { body: {} })).toMatchObject({
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
  test('loads the profile with the new token and tells the other tabs', async () => {
    const { session } = await newTab(OUT)
    server.next({ status: 200, body: { user: PROFILE } })
    await session.act(() => session.current.signIn(token('fresh')))
    expect(tries().slice(1)).toEqual(['GET /user/auth'])
    expect(bearers()[1]).toBe('Bearer fresh')
    expect(session.current).toMatchObject({ status: 'in', profile: PROFILE })
    await vi.waitFor(() => expect(heardThere).toEqual([{ signedIn: USER.uid }]))
  })

  test('without a profile to be had is marked offline until the connection is back', async () => {
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

  test('as somebody else leaves nothing of the one before, whose profile comes too late', async () => {
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
  test('ends it here and tells the other tabs', async () => {
    const { library, session } = await newTab(booted())
    server.next({ status: 204 }, ended)
    let failure: unknown
    await session.act(async () => (failure = await session.current.signOut()))
    expect(failure).toBeNull()
    expect(session.current).toMatchObject({ status: 'out', user: null, profile: null, config: CONFIG })
    await vi.waitFor(() => expect(heardThere).toEqual(['signed-out']))
    // The token is gone with it.
    await library.api.get(calls.getUser, {}).catch(() => undefined)
    expect([tries()[2], bearers()[2]]).toEqual(['GET /user/auth', undefined])
  })

  test('that the server did not hear of is told, and nobody is signed out', async () => {
    const { session, say } = await newTab(booted())
    server.next(FAULT, FAULT, FAULT)
    let failure: unknown
    await session.act(async () => (failure = await session.current.signOut()))
    expect(failure).toMatchObject({ code: 'internal' })
    expect(session.current.status).toBe('in')
    // What is said on one channel arrives in its order: the word after it shows that nothing came before.
    say('afterwards')
    await vi.waitFor(() => expect(heardThere).not.toEqual([]))
    expect(heardThere).toEqual(['afterwards'])
  })
})

describe('another tab', () => {
  test('that signs out signs out this one, without a request', async () => {
    const { session } = await newTab(booted())
    await session.act(async () => {
      other.postMessage('signed-out')
      await vi.waitFor(() => expect(session.current.status).toBe('out'))
    })
    expect(session.current).toMatchObject({ user: null, profile: null })
    expect(tries()).toEqual(['GET /auth/boot'])
  })

  test('that signs in as somebody else closes what this one shows at once, and brings them in', async () => {
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

  test('that signs in brings this one in, and one where the same person is in already asks nothing', async () => {
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
