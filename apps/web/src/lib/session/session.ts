import { useSyncExternalStore } from 'react'
import {
  calls,
  type AgreementsDue,
  type Config,
  type DraftAnswer,
  type Home,
  type IdentityUser,
  type Profile,
  type SignedIn,
  type TransferPage,
  COUNTRIES,
} from '@sesa/contract'
import { ApiError, AWAITED_BY_ALL_MS, failureOf, request, type Failure } from '@sesa/ui/api/http.ts'
import { retrying } from '@sesa/ui/api/retry.ts'
import { callApi, tryCall } from '../api/api.ts'
import { paths } from '../paths.ts'
import { onSessionLost, setToken, getSignedInUid } from '../api/token.ts'

/** The signed-in customer. `unknown` until the first answer; then `in` or `out`. */
export interface Session {
  readonly status: 'unknown' | 'in' | 'out'
  readonly user: IdentityUser | null
  /** Null while there is none or loading failed; sending money requires `profile.complete`. */
  readonly profile: Profile | null
  readonly config: Config | null
  /** Agreements required before the next transfer. */
  readonly agreementsDue: AgreementsDue
  /** True when the profile could not be loaded: pages show the details from the sign-in, read-only. */
  readonly offline: boolean
  /** Why the first answer did not arrive; `retryBoot` asks again. */
  readonly bootError: Failure | null
}

const UNKNOWN: Session = {
  status: 'unknown',
  user: null,
  profile: null,
  config: null,
  agreementsDue: [],
  offline: false,
  bootError: null,
}

let session = UNKNOWN
const listeners = new Set<() => void>()

/** Tabs notify each other of signing in and out. */
const channel =
  typeof window === 'undefined' || typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel('sesa-session')

function update(change: Partial<Session>): void {
  session = { ...session, ...change }
  for (const listener of listeners) listener()
}

function leave(): void {
  setToken(null)
  draftAtBoot = null
  homeAtBoot = null
  update({ status: 'out', user: null, profile: null, agreementsDue: [], offline: false })
}

/** Handles another customer's sign-in: drops the previous session and boots again; its pages close in between. */
function startOver(): Promise<void> {
  leave()
  update({ status: 'unknown' })
  return bootSession()
}

/** Returns true when this tab shows another account. */
function showsOther(uid: string): boolean {
  return session.user !== null && session.user.uid !== uid
}

/** Loads the session. The document has preloaded the first request. */
export async function bootSession(): Promise<void> {
  update({ bootError: null })
  try {
    const boot = (await retrying(() =>
      request({ method: 'GET', path: bootPath(), limitMs: AWAITED_BY_ALL_MS }),
    )) as BootAnswer
    update({ config: boot.config })
    const { idToken, expiresAt, user } = boot
    if (idToken === null || expiresAt === null || user === null) return leave()
    if (showsOther(user.uid)) return await startOver()
    setToken({ idToken, expiresAt, user })
    draftAtBoot = boot.draft && { draft: boot.draft, at: performance.now() }
    homeAtBoot = boot.home ? { home: boot.home, at: Date.now() } : null
    takeAgreements(boot.agreementsDue)
    await enter(user, boot.profile)
  } catch (error) {
    update({ bootError: failureOf(error) })
  }
}

/** A draft up to this age need not be requested again. */
const FRESH_MS = 10_000

/** The unfinished transfer from the first answer, and the time of that answer. */
let draftAtBoot: { draft: DraftAnswer; at: number } | null = null

/** Returns the unfinished transfer from the first answer, once and while recent; else null. */
export function takeDraftAtBoot(): DraftAnswer | null {
  const taken = draftAtBoot
  draftAtBoot = null
  return taken && performance.now() - taken.at < FRESH_MS ? taken.draft : null
}

/** The home page's content from the first answer, and the time of that answer. */
let homeAtBoot: { home: Home & TransferPage; at: number } | null = null

/** Returns the home page's content from the first answer; null when that was for another page. */
export function getHomeAtBoot(): typeof homeAtBoot {
  return homeAtBoot
}

/** Returns exactly the address that the page's document preloads. */
function bootPath(): string {
  const isHome = typeof location !== 'undefined' && location.pathname === paths.dashboard
  return isHome ? '/auth/boot?with=home' : '/auth/boot'
}

interface BootAnswer {
  idToken: string | null
  expiresAt: string | null
  user: IdentityUser | null
  profile: Profile | null
  draft: DraftAnswer | null
  home?: (Home & TransferPage) | null
  /** Missing while a server of the previous release answers. */
  agreementsDue?: AgreementsDue
  config: Config
}

/** Adopts a sign-in and loads its profile. */
async function signIn(signedIn: SignedIn): Promise<void> {
  if (showsOther(signedIn.user.uid)) leave()
  setToken(signedIn)
  // Sent before the profile loads, so that a tab with another account closes at once.
  channel?.postMessage({ signedIn: signedIn.user.uid })
  await loadProfile(signedIn.user)
}

/** Ends the session here and in the other tabs. Returns the failure, or null. */
async function signOut(): Promise<Failure | null> {
  const { error } = await tryCall(calls.signOut, {})
  // If the session has already ended, the result is as wanted.
  if (error && getSignedInUid() !== null) return error
  leave()
  channel?.postMessage('signed-out')
  return null
}

/** Adopts a profile from a call's answer. */
function takeProfile(profile: Profile): void {
  update({ profile, offline: false })
}

/** Adopts the due agreements from a call's answer. */
function takeAgreements(agreementsDue: AgreementsDue | undefined): void {
  update({ agreementsDue: agreementsDue ?? [] })
}

async function reloadProfile(): Promise<void> {
  if (session.user) await loadProfile(session.user)
}

async function loadProfile(user: IdentityUser): Promise<void> {
  try {
    const { user: profile, agreementsDue } = await retrying(() => callApi(calls.getUser, {}))
    takeAgreements(agreementsDue)
    await enter(user, profile)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    show({ user, profile: null, offline: true })
  }
}

/** Shows the session. First creates the profile on the server if there is none for this number. */
async function enter(user: IdentityUser, profile: Profile | null): Promise<void> {
  const country = user.phoneNumber === null ? undefined : countryOf(user.phoneNumber)
  const current = profile && (user.phoneNumber === null || profile.phoneNumber === user.phoneNumber)
  if (current || user.phoneNumber === null || country === undefined) {
    return show({ user, profile, offline: false })
  }
  const { data } = await tryCall(calls.createUser, { body: { phoneNumber: user.phoneNumber, country } })
  show({ user, profile: data?.user ?? profile, offline: data === undefined })
}

/** Shows the session, unless the customer has signed out in the meantime. */
function show(here: { user: IdentityUser; profile: Profile | null; offline: boolean }): void {
  if (getSignedInUid() === here.user.uid) update({ status: 'in', ...here })
}

/** Returns the served country of an E.164 number; served countries share no calling code. */
function countryOf(phoneNumber: string) {
  return COUNTRIES.find(({ dialCode }) => phoneNumber.startsWith(dialCode))?.code
}

onSessionLost((loss) => (loss === 'ended' ? leave() : void startOver()))
// Once back online, reload what failed: the session or the profile.
if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    if (session.bootError) void bootSession()
    else if (session.offline) void reloadProfile()
  })
}
channel?.addEventListener('message', ({ data }: MessageEvent<'signed-out' | { signedIn: string }>) => {
  if (data === 'signed-out') leave()
  else if (showsOther(data.signedIn)) void startOver()
  else if (session.user === null) void bootSession()
})

const actions = { signIn, signOut, takeProfile, takeAgreements, reloadProfile, retryBoot: bootSession }

/** Returns the session and its actions. `signIn` and `reloadProfile` resolve when the profile is known. */
export function useSession(): Session & typeof actions {
  const current = useSyncExternalStore(
    subscribe,
    () => session,
    () => UNKNOWN,
  )
  return { ...current, ...actions }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
