/**
 * Keeps the app working offline. It caches the files of the build, whose names change with their
 * content, and the offline page: nothing that was said about or by a person is ever stored. Documents and calls come
 * from the network alone; a document that cannot be fetched is answered by the offline page. A new worker waits until
 * nothing of the old build is open, so that nobody loses what they are doing.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  /** The document, asked for while this worker was still starting. */
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
/** The build puts its own mark here: another build is another worker, with a cache of its own. */
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
 * Code is asked for again here: a page that once failed to import a file never tries that file again until it is
 * loaded anew.
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
