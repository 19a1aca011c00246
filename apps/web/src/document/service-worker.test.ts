import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const ORIGIN = 'https://sesa.example'
const PATH = '/transfer-status?payment_intent=pi_1&intent=view'

const WORKER = new URL('service-worker.ts', import.meta.url).href

type Listener = (event: object) => void

/** Returns the worker's environment, and a record of its actions there. */
function surroundings(open: readonly string[] = []) {
  const listeners = new Map<string, Listener>()
  const focus = vi.fn()
  const openWindow = vi.fn()
  const showNotification = vi.fn()
  const subscribe = vi.fn()
  const self = {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: () => focus(url) as unknown })),
      openWindow,
    },
    registration: { showNotification, pushManager: { subscribe } },
  }
  vi.stubGlobal('self', self)
  vi.stubGlobal('location', new URL(ORIGIN))
  return {
    ...{ focus, openWindow, showNotification, subscribe },
    async dispatch(type: string, event: object): Promise<void> {
      let work: Promise<unknown> = Promise.resolve()
      listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
      await work
    },
  }
}

async function start(open?: readonly string[]) {
  const around = surroundings(open)
  // The worker is a script without exports, so TypeScript does not see a module.
  await import(/* @vite-ignore */ WORKER)
  return around
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

describe('a push message', () => {
  const message = (json: () => unknown) => ({ data: { json } })

  it('is shown with its sentence, under the tag of its transfer', async () => {
    const worker = await start()
    const payload = { title: 'Your transfer arrived', path: PATH, tag: 'abc' }
    await worker.dispatch(
      'push',
      message(() => payload),
    )
    expect(worker.showNotification.mock.calls).toEqual([
      [
        'Your transfer arrived',
        expect.objectContaining({ body: 'Open Sesa to see it.', tag: 'abc', data: PATH }),
      ],
    ])
  })

  it.each([
    ['no content', { data: null }],
    ['broken content', message(() => JSON.parse('{'))],
    ['null', message(() => null)],
  ])('with %s is shown without it, since browsers require a notification', async (_what, event) => {
    const worker = await start()
    await worker.dispatch('push', event)
    expect(worker.showNotification.mock.calls).toEqual([
      ['You have a notice', expect.objectContaining({ data: '/me/notices' })],
    ])
  })
})

describe('a tap on a notification', () => {
  const tapOn = (data: unknown) => ({ notification: { close: () => undefined, data } })

  it('focuses the page if it is open', async () => {
    const worker = await start([`${ORIGIN}/me/dashboard`, ORIGIN + PATH])
    await worker.dispatch('notificationclick', tapOn(PATH))
    expect(worker.focus.mock.calls).toEqual([[ORIGIN + PATH]])
    expect(worker.openWindow).not.toHaveBeenCalled()
  })

  it('opens the page otherwise, and leaves open pages alone', async () => {
    const worker = await start([`${ORIGIN}/send-money`])
    await worker.dispatch('notificationclick', tapOn(PATH))
    expect(worker.openWindow.mock.calls).toEqual([[ORIGIN + PATH]])
    expect(worker.focus).not.toHaveBeenCalled()
  })

  it.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)'])(
    'never opens another site: %s',
    async (path) => {
      const worker = await start()
      await worker.dispatch('notificationclick', tapOn(path))
      expect(worker.openWindow.mock.calls).toEqual([[`${ORIGIN}/me/notices`]])
    },
  )
})

describe('a subscription that the browser ended', () => {
  const keys = { p256dh: 'p', auth: 'a' }
  const fresh = { toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/new', expirationTime: null, keys }) }
  const old = { options: { userVisibleOnly: true } }
  const answers = (status: number) =>
    vi.fn((path: string) =>
      Promise.resolve(new Response(path === '/user/push' ? '{}' : '{"idToken":"t"}', { status })),
    )

  it('is renewed for the signed-in customer', async () => {
    const fetched = answers(200)
    vi.stubGlobal('fetch', fetched)
    const worker = await start()
    worker.subscribe.mockResolvedValue(fresh)
    await worker.dispatch('pushsubscriptionchange', { oldSubscription: old })
    expect(worker.subscribe.mock.calls).toEqual([[old.options]])
    expect(fetched.mock.lastCall).toEqual([
      '/user/push',
      {
        method: 'PUT',
        headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
        body: JSON.stringify({ endpoint: 'https://fcm.googleapis.com/new', keys }),
      },
    ])
  })

  it('stays ended when no customer is signed in, or nothing is known about it', async () => {
    const fetched = answers(401)
    vi.stubGlobal('fetch', fetched)
    const worker = await start()
    await worker.dispatch('pushsubscriptionchange', { newSubscription: fresh })
    await worker.dispatch('pushsubscriptionchange', {})
    expect(worker.subscribe).not.toHaveBeenCalled()
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
