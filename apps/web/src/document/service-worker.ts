/**
 * Keeps the app working offline and shows push notifications. Caches the build's files, whose names change with their
 * content, and the offline page, but never personal data. Documents and calls come only from the network; when a
 * document cannot be fetched, the offline page replaces it. A new worker waits until no page of the old build is open,
 * so that no customer loses their work.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  /** The document, requested while this worker was still starting. */
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}
interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification
}
interface SubscriptionEvent extends WorkerEvent {
  readonly oldSubscription?: PushSubscription | null
  readonly newSubscription?: PushSubscription | null
}
interface WindowClient {
  readonly url: string
  focus(): Promise<unknown>
}
interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
  }
  readonly registration: ServiceWorkerRegistration
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
  addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
}

const scope = self as unknown as WorkerScope
const OFFLINE = '/offline'
/** The build inserts its id here, so each build has a separate worker and cache. */
const CACHE = 'sesa-BUILD'
/** The build inserts the icon's address here. */
const ICON = 'sesa-ICON'
const NOTICES = '/me/notices'

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(OFFLINE, { cache: 'reload' }))))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(fromCache(request))
  else if (request.mode === 'navigate') event.respondWith(fetchDocument(event))
})

scope.addEventListener('push', (event) => {
  event.waitUntil(show(event))
})

scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

scope.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

/** Shows a notification for every message: browsers require it. A newer one about a transfer replaces the older. */
async function show({ data }: PushEvent): Promise<void> {
  let message: { title?: string; path?: string; tag?: string } = {}
  try {
    message = data?.json() as typeof message
  } catch {
    // Shown without its content, which is in the list of notices.
  }
  const { title = 'You have a notice', path = NOTICES, tag = '' } = message ?? {}
  await scope.registration.showNotification(title, {
    body: 'Open Sesa to see it.',
    icon: ICON,
    tag,
    data: path,
  })
}

/** Focuses the page if it is open, or opens it. Never navigates an open page, where work could be lost. */
async function open(path: unknown): Promise<void> {
  const asked = new URL(String(path), location.origin)
  const { href } = asked.origin === location.origin ? asked : new URL(NOTICES, location.origin)
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const here = windows.find(({ url }) => url === href)
  await (here ? here.focus() : scope.clients.openWindow(href))
}

/** Subscribes again when the browser has ended the subscription, if the customer is still signed in. */
async function renew({ oldSubscription, newSubscription }: SubscriptionEvent): Promise<void> {
  const { pushManager } = scope.registration
  const fresh = newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)))
  if (!fresh) return
  const { endpoint, keys } = fresh.toJSON()
  const signedIn = await fetch('/auth/token', { method: 'POST' })
  if (!signedIn.ok) return
  const { idToken } = (await signedIn.json()) as { idToken: string }
  await fetch('/user/push', {
    method: 'PUT',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload.enable()
  await scope.clients.claim()
}

async function fromCache(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetchFile(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

/** Retries code here: a page that once failed to import a file does not request that file again until it is reloaded. */
async function fetchFile(request: Request): Promise<Response> {
  for (const pause of [500, 2000]) {
    try {
      return await fetch(request)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return fetch(request)
}

async function fetchDocument({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}
