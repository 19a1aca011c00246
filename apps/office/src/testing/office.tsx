import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { PATIENCE } from '@sesa/test-kit/patience'
import { cleanup, configure, screen } from '@testing-library/react'
import { ERRORS, type ErrorCode } from '@sesa/contract'
import { OFFICE_HEADER, officeCalls, type OfficeCall } from '@sesa/contract/office'
import type { ReactElement } from 'react'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { AnyCall } from '@sesa/ui/api/client.ts'
import { checkAnswer, findCall, refusal as refusalOf, serveCalls } from '@sesa/ui/testing/scripted-api.ts'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { ToastProvider } from '@sesa/ui/feedback/toast.tsx'
import { enter, leave, type Me } from '../lib/session.ts'
import { sampleMe } from './samples.ts'

configure({
  // Printing the page at each try of a wait takes long. A test that fails prints it once.
  getElementError: (message) => new Error(message ?? ''),
})

/** What the scripted server answers to one call: a status and a body. */
export type Answer = readonly [status: number, body?: unknown]

export interface SentCall {
  readonly call: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The running test's requests and answers that the contract does not allow, and its calls without an answer. */
let problems: string[] = []

/** The height of a screen of ten rows; happy-dom itself has no layout. */
const SCREEN = 480

beforeEach(() => {
  configure({ asyncUtilTimeout: PATIENCE.timeout })
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') screen.debug()
  // Before the session ends: pages need a member.
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  leave()
  localStorage.clear()
  expect(problems.splice(0), 'calls that the contract does not allow').toEqual([])
})

/** Every page asks for the next item after a decision. In tests that are about something else, nothing is left. */
const NEXT = 'POST /office/api/inbox/next'

/** The office's calls with every code that they can answer: the server checks sessions and passkeys for all of them. */
const served: Readonly<Record<string, AnyCall>> = Object.fromEntries(
  Object.entries<OfficeCall>(officeCalls).map(([name, call]) => {
    const ofSession = call.permission === 'none' ? [] : (['unauthenticated', 'not_permitted'] as const)
    const ofPasskey = call.proof === undefined ? [] : (['step_up_required', 'passkey_refused'] as const)
    return [name, { ...call, errors: [...call.errors, ...ofSession, ...ofPasskey] }]
  }),
)

/** Returns the answer's body or refusal. Throws an error if the server never gives this answer to the call. */
function bodyOf(call: AnyCall, [status, body]: Answer): unknown {
  const answer = status < 400 ? body : refusalIn(body)
  const { status: expected } = checkAnswer(call, answer)
  if (status !== expected) throw new Error(`${call.method} ${call.path} answers ${expected}, not ${status}`)
  return answer
}

function refusalIn(body: unknown) {
  const { code, message, field, details } = (body as { error: RefusalParts }).error
  return refusalOf(code, { message, ...(field && { field }), ...(details && { details }) })
}

/**
 * Answers calls by method and path, such as `GET /office/api/inbox`, and returns what was sent. An answer that the
 * contract does not allow throws an error, and so the test fails; a request that the server would refuse fails it too.
 */
export function scriptServer(
  answers: Readonly<Record<string, Answer | ((sent: SentCall) => Answer)>>,
): SentCall[] {
  for (const [key, answer] of Object.entries(answers)) {
    const [method = '', path = ''] = key.split(' ')
    const { call } = findCall(served, method, path)
    if (typeof answer !== 'function') bodyOf(call, answer)
  }
  const log: SentCall[] = []
  problems = serveCalls(served, (call, { headers, body }, { pathname, search }) => {
    const sent = { call: `${call.method} ${pathname}`, search, headers: Object.fromEntries(headers), body }
    if (sent.call === NEXT && answers[NEXT] === undefined) return bodyOf(call, [200, { work: null }])
    log.push(sent)
    if (call.method !== 'GET' && !headers.has(OFFICE_HEADER))
      throw new Error(`${sent.call} lacks the header ${OFFICE_HEADER}`)
    const scripted = answers[sent.call]
    if (scripted === undefined) throw new Error(`No answer is scripted for ${sent.call}`)
    return bodyOf(call, typeof scripted === 'function' ? scripted(sent) : scripted)
  })
  return log
}

/** Returns a list's answer made of the samples of pages: without the fields that only the pages have. */
export function listOf(call: OfficeCall, answer: object): Answer {
  const schema = call.success[200]
  return [200, schema && v.parse(schema, answer)]
}

interface RefusalParts {
  readonly code: ErrorCode
  readonly message: string
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** An error answer, as the server sends it. */
export function refusal(status: number, code: ErrorCode, message: string = ERRORS[code].message): Answer {
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
