import {
  calls,
  type AgreementsDue,
  type Config,
  type DraftAnswer,
  type Home,
  type IdentityUser,
  type Profile,
  type TransferPage,
} from '@sesa/contract'
import { PATIENCE } from '@sesa/test-kit/patience'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent, type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { scriptApi, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { sampleDevice, sampleMethods } from './account-samples.ts'
import { answerForNewCustomer, sampleConfig, sampleProfile, sampleUser } from './samples.ts'

configure({
  // Printing the page at each attempt of a wait took a tenth of the tests' time. A failing test prints it once.
  getElementError: (message) => new Error(message ?? ''),
})

/** The API of the running test. */
let scripted: ScriptedApi | undefined
/** Errors that the pages logged. */
const logged: string[] = []

beforeEach(() => {
  configure({ asyncUtilTimeout: PATIENCE.timeout })
  logged.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts) => void logged.push(parts.map(String).join(' ')))
})

afterEach(({ task }) => {
  if (task.result?.state === 'fail') screen.debug()
  const problems = [...(scripted?.problems ?? []), ...logged]
  closeApp()
  scripted = undefined
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  // For the remaining work of a closed page, such as saving a draft.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  expect(problems, 'calls that the contract does not allow, and errors that the page logged').toEqual([])
})

/** Expects a problem: a test fails for every other one, and if this one did not occur. */
export function expectProblem(pattern: RegExp): void {
  const lists = [logged, scripted?.problems ?? []]
  expect(
    lists.flat().some((text) => pattern.test(text)),
    `problems like ${pattern.source}`,
  ).toBe(true)
  for (const list of lists) list.splice(0, list.length, ...list.filter((text) => !pattern.test(text)))
}

/** Scripts the API that this test's app calls, for a customer without any activity. Replaces the previous one. */
export function newApi(): ScriptedApi {
  scripted = scriptApi()
  answerForNewCustomer(scripted)
  return scripted
}

/** Scripts the security page's requests: only this device, and no passkey, password or event. */
export function securityApi(methods: Parameters<typeof sampleMethods>[0] = {}): ScriptedApi {
  const api = newApi()
  api.answer(calls.getSignInMethods, sampleMethods(methods))
  api.answer(calls.listPasskeys, { passkeys: [] })
  api.answer(calls.sessions, { sessions: [sampleDevice()] })
  api.answer(calls.listActivity, { events: [], nextCursor: null })
  return api
}

interface Opening {
  /** The current address, with query and fragment. */
  readonly at: string
  readonly api: ScriptedApi
  /** Null: signed out. */
  readonly profile?: Profile | null
  readonly user?: Partial<IdentityUser>
  readonly config?: Config
  readonly draft?: DraftAnswer
  /** Only for the dashboard. */
  readonly home?: Home & TransferPage
  readonly agreementsDue?: AgreementsDue
}

/** Returns the answer of `GET /auth/boot` to a signed-in customer, or to a visitor with the profile null. */
export function bootAnswer({
  profile = sampleProfile(),
  user,
  config,
  draft,
  home,
  agreementsDue,
}: Omit<Opening, 'at' | 'api'>) {
  const isIn = profile !== null || user !== undefined
  return {
    idToken: isIn ? 'token' : null,
    expiresAt: isIn ? new Date(Date.now() + 3_600_000).toISOString() : null,
    user: isIn ? sampleUser({ phoneNumber: profile?.phoneNumber ?? '+231770123456', ...user }) : null,
    profile,
    agreementsDue: agreementsDue ?? [],
    draft: isIn ? (draft ?? { draft: null, updatedAt: null }) : null,
    ...(home && { home }),
    config: { ...(config ?? sampleConfig()) },
  }
}

/**
 * Opens the whole app at an address, as a new tab does: its modules start afresh, and the browser's storage is kept.
 * Call it again for a reload. There is no layout: styles, sizes and media queries need an e2e journey.
 */
export async function openApp({
  at,
  api,
  ...boot
}: Opening): Promise<{ user: UserEvent; place: () => string }> {
  closeApp()
  vi.resetModules()
  history.replaceState(null, '', at)
  // The contract does not validate the configuration in the first answer: this checks it.
  api.answer(calls.getConfig, boot.config ?? sampleConfig())
  api.answer(calls.boot, bootAnswer(boot))
  const [{ App }, { preloadRoute }, { bootSession }, { takeReturnFromCard }] = await Promise.all([
    import('../app/app.tsx'),
    import('../app/routes.tsx'),
    import('../lib/session/session.ts'),
    import('../lib/stripe/return-from-card.ts'),
  ])
  // The entry does this before any other code reads the address.
  takeReturnFromCard()
  await Promise.all([bootSession(), preloadRoute(location.pathname)])
  render(<App />)
  return { user: userEvent.setup(), place: () => location.pathname + location.search + location.hash }
}

/** Closes the tab. */
function closeApp(): void {
  cleanup()
  document.title = ''
}
