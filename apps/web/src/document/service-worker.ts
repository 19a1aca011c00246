/**
 * Keeps the app working offline. Caches the build's files, whose names change with their content, and the
 * offline page, but never personal data. Documents and calls come only from the network; when a document
 * cannot be fetched, the offline page takes its place. A new worker waits until no page of the old build is
 * open, so that no customer loses their work.
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
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  readonly registration: ServiceWorkerRegistration
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

const scope = self as unknown as WorkerScope
const OFFLINE = '/offline'
/** The build inserts its id here, so each build has a separate worker and cache. */
const CACHE = 'sesa-BUILD'

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

/**
 * Retries code here: a page that once failed to import a file does not request that file again until it is
 * reloaded.
 */
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
