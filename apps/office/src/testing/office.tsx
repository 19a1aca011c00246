import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import type { ReactElement } from 'react'
import { renderFor } from '@sesa/web/ui/testing/render.tsx'
import { ToastProvider } from '@sesa/web/ui/feedback/toast.tsx'
import { enter, leave, type Me } from '../lib/session.ts'
import { sampleMe } from './samples.ts'

// A page may take longer than the usual second on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

/** What the scripted server answers to one call: a status and a body. */
export type Answer = readonly [status: number, body?: unknown]

export interface SentCall {
  readonly call: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The height of a screen of ten rows; happy-dom itself has no layout. */
const SCREEN = 480

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})

afterEach(() => {
  // Before the session ends: pages need a member.
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  leave()
  localStorage.clear()
})

/** Answers calls by method and path, such as `GET /office/api/holds`, and returns what was sent. */
export function scriptServer(
  answers: Readonly<Record<string, Answer | ((sent: SentCall) => Answer)>>,
): SentCall[] {
  const calls: SentCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'https://office.example')
    const sent = {
      call: `${init.method ?? 'GET'} ${url.pathname}`,
      search: url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
    }
    calls.push(sent)
    const scripted = answers[sent.call]
    if (scripted === undefined) throw new Error(`No answer is scripted for ${sent.call}`)
    const [status, body] = typeof scripted === 'function' ? scripted(sent) : scripted
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  })
  return calls
}

/** An error answer, as the server sends it. */
export function refusal(status: number, code: string, message = `Refused: ${code}`): Answer {
  return [status, { error: { code, message, requestId: 'r' } }]
}

interface Place {
  /** The address that is open. */
  at?: string
  /** The page's route, for its parameters. */
  route?: string
  me?: Me
  state?: unknown
}

/** Renders a page for a signed-in member. `place()` tells where the member is. */
export function renderPage(
  page: ReactElement,
  { at = '/', route = '*', me = sampleMe(), state }: Place = {},
) {
  enter(me)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { pathname, search, hash } = new URL(at, 'https://office.example')
  let place = pathname
  const Watch = () => {
    place = useLocation().pathname
    return null
  }
  const rendered = renderFor(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[{ pathname, search, hash, state }]}>
        <ToastProvider>
          <Watch />
          <Routes>
            <Route path={route} element={page} />
            <Route path="*" element={null} />
          </Routes>
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { ...rendered, place: () => place }
}

/** Keeps the browser from saving files. Returns the names of those that the page saves from now on. */
export function catchDownloads(): readonly string[] {
  const saved: string[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  return saved
}
