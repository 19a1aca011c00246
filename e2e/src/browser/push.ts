import type { BrowserContext, Page, Worker } from '@playwright/test'
import { PushBrowser } from '@sesa/test-kit/push-browser'

/**
 * Lets pages of this context subscribe at the sandbox's push service, since a test's browser has none. Answers the
 * browser's question with yes, and counts it in `window.asked`.
 */
export async function withPush(context: BrowserContext, baseURL: string): Promise<PushBrowser> {
  await context.grantPermissions(['notifications'])
  const browser = new PushBrowser(baseURL)
  const { endpoint, keys } = await browser.subscribe()
  await context.addInitScript(
    ([subscription]) => {
      const page = globalThis as unknown as Record<string, unknown> & {
        Notification?: { requestPermission: unknown }
        PushManager?: { prototype: Record<string, unknown> }
        localStorage: Storage
      }
      if (!page.Notification || !page.PushManager) return
      const memory = 'test-push'
      const read = () => page.localStorage.getItem(memory) ?? 'default'
      const fake = {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: null },
        toJSON: () => subscription,
        unsubscribe: () => {
          page.localStorage.setItem(memory, 'granted')
          return Promise.resolve(true)
        },
      }
      Object.defineProperty(page.Notification, 'permission', {
        get: () => (read() === 'default' ? 'default' : 'granted'),
      })
      page.Notification.requestPermission = () => {
        page['asked'] = Number(page['asked'] ?? 0) + 1
        if (read() === 'default') page.localStorage.setItem(memory, 'granted')
        return Promise.resolve('granted')
      }
      page.PushManager.prototype['getSubscription'] = () =>
        Promise.resolve(read() === 'subscribed' ? fake : null)
      page.PushManager.prototype['subscribe'] = () => {
        page.localStorage.setItem(memory, 'subscribed')
        return Promise.resolve(fake)
      }
    },
    [{ endpoint, keys }] as const,
  )
  return browser
}

/** Returns how many times the page has asked for the browser's permission since it was loaded. */
export const timesAsked = (page: Page): Promise<number> => page.evaluate<number>('window.asked ?? 0')

/**
 * Delivers a message to the service worker, as the browser does, and returns the notification it shows. A browser
 * without a screen shows no notifications, so the worker's request for one is recorded instead. Delivers it again only
 * if the browser has stopped the worker in the meantime, with the record.
 */
export async function deliver(page: Page, payload: object): Promise<unknown> {
  for (;;) {
    const worker = page.context().serviceWorkers().at(-1)
    if (!worker) throw new Error('No service worker is running')
    let isStopped = false
    const stopped = new Promise<void>((resolve) => {
      worker.once('close', () => {
        isStopped = true
        resolve()
      })
    })
    const shown = await Promise.race([deliverTo(worker, page, payload), stopped]).catch((error: unknown) => {
      if (!isStopped) throw error
    })
    if (!isStopped) return shown
  }
}

async function deliverTo(worker: Worker, page: Page, payload: object): Promise<unknown> {
  await worker.evaluate(`self.shown = new Promise((resolve) => {
    self.registration.showNotification = async (title, { tag, data }) => resolve({ title, tag, data })
  }), true`)
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  })
  const found = await worker.evaluate<unknown>('self.shown')
  await devtools.detach()
  return found
}
