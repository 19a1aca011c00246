import { useSyncExternalStore } from 'react'
import {
  calls,
  findCountry,
  type Config,
  type DraftAnswer,
  type IdentityUser,
  type Profile,
  type SignedIn,
} from '@sesa/contract'
import { api } from '../api/api.ts'
import { ApiError, AWAITED_BY_ALL_MS, failureOf, request, type Failure } from '../api/http.ts'
import { retrying } from '../api/retry.ts'
import { onSessionLost, setToken, whoIsHere } from '../api/token.ts'

/** Who is here. `unknown` until the first answer; then `in` or `out`. */
export interface Session {
  readonly status: 'unknown' | 'in' | 'out'
  readonly user: IdentityUser | null
  /** Null while incomplete data are all there is; `profile.complete` tells whether money can be sent. */
  readonly profile: Profile | null
  readonly config: Config | null
  /** True when the profile could not be loaded: what the token says is shown, read-only. */
  readonly offline: boolean
  /** Why the first answer did not come; `retryBoot` asks again. */
  readonly bootError: Failure | null
}

const UNKNOWN: Session = {
  status: 'unknown',
  user: null,
  profile: null,
  config: null,
  offline: false,
  bootError: null,
}

let session = UNKNOWN
const listeners = new Set<() => void>()

/** Tabs tell each other about signing in and out. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sesa-session')

function update(change: Partial<Session>): void {
  session = { ...session, ...change }
  for (const listener of listeners) listener()
}

function leave(): void {
  setToken(null)
  draftAtBoot = null
  update({ status: 'out', user: null, profile: null, offline: false })
}

/** Another customer has signed in. Drops the previous session and boots again; its pages close meanwhile. */
function startOver(): Promise<void> {
  leave()
  update({ status: 'unknown' })
  return bootSession()
}

/** True when this tab shows another account. */
function showsOther(uid: string): boolean {
  return session.user !== null && session.user.uid !== uid
}

/** Asks who is here, once at start. The page has preloaded this very request. */
export async function bootSession(): Promise<void> {
  update({ bootError: null })
  try {
    const boot = (await retrying(() =>
      request({ method: 'GET', path: '/auth/boot', limitMs: AWAITED_BY_ALL_MS }),
    )) as BootAnswer
    update({ config: boot.config })
    const { idToken, expiresAt, user } = boot
    if (idToken === null || expiresAt === null || user === null) return leave()
    if (showsOther(user.uid)) return await startOver()
    setToken({ idToken, expiresAt, user })
    draftAtBoot = boot.draft && { draft: boot.draft, at: performance.now() }
    await enter(user, boot.profile)
  } catch (error) {
    update({ bootError: failureOf(error) })
  }
}

/** What is no newer than this need not be asked for again. */
const FRESH_MS = 10_000

/** The unfinished transfer that came with the first answer, and when. */
let draftAtBoot: { draft: DraftAnswer; at: number } | null = null

/** The unfinished transfer as the first answer just brought it, once; null when it is to be asked for. */
export function takeDraftAtBoot(): DraftAnswer | null {
  const taken = draftAtBoot
  draftAtBoot = null
  return taken && performance.now() - taken.at < FRESH_MS ? taken.draft : null
}

interface BootAnswer {
  idToken: string | null
  expiresAt: string | null
  user: IdentityUser | null
  profile: Profile | null
  draft: DraftAnswer | null
  config: Config
}

/** Takes over a sign-in and loads the profile behind it. */
async function signIn(signedIn: SignedIn): Promise<void> {
  if (showsOther(signedIn.user.uid)) leave()
  setToken(signedIn)
  // Before the profile is fetched: a tab that shows another account closes at once.
  channel?.postMessage({ signedIn: signedIn.user.uid })
  await loadProfile(signedIn.user)
}

/** Ends the session here and in the other tabs. Gives back why it could not, if so. */
async function signOut(): Promise<Failure | null> {
  const { error } = await api.post(calls.signOut, {})
  // A session that was found to have ended is what was asked for.
  if (error && whoIsHere() !== null) return error
  leave()
  channel?.postMessage('signed-out')
  return null
}

/** Takes over a profile that a call has just answered with. */
function takeProfile(profile: Profile): void {
  update({ profile, offline: false })
}

async function reloadProfile(): Promise<void> {
  if (session.user) await loadProfile(session.user)
}

async function loadProfile(user: IdentityUser): Promise<void> {
  try {
    const { user: profile } = await retrying(() => api.get(calls.getUser, {}))
    await enter(user, profile)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    show({ user, profile: null, offline: true })
  }
}

/** Creates the profile on the server when there is none yet, or one of another number. */
async function enter(user: IdentityUser, profile: Profile | null): Promise<void> {
  const country = user.phoneNumber === null ? undefined : countryOf(user.phoneNumber)
  const current = profile && (user.phoneNumber === null || profile.phoneNumber === user.phoneNumber)
  if (current || user.phoneNumber === null || country === undefined) {
    return show({ user, profile, offline: false })
  }
  const { data } = await api.post(calls.createUser, { body: { phoneNumber: user.phoneNumber, country } })
  show({ user, profile: data?.user ?? profile, offline: data === undefined })
}

/** Shows who is here, unless they have left while it was being found out. */
function show(here: { user: IdentityUser; profile: Profile | null; offline: boolean }): void {
  if (whoIsHere() === here.user.uid) update({ status: 'in', ...here })
}

/** The served country of an E.164 number; served countries share no calling code. */
function countryOf(phoneNumber: string) {
  return (['SL', 'LR', 'GH', 'US'] as const).find((code) =>
    phoneNumber.startsWith(findCountry(code)?.dialCode ?? ' '),
  )
}

onSessionLost((loss) => (loss === 'ended' ? leave() : void startOver()))
// Who is back online need not ask: neither who is here, nor for a profile that could not be loaded.
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

const actions = { signIn, signOut, takeProfile, reloadProfile, retryBoot: bootSession }

/** The session and what can be done with it. `signIn` and `reloadProfile` resolve when the profile is known. */
export function useSession(): Session & typeof actions {
  const current = useSyncExternalStore(subscribe, () => session)
  return { ...current, ...actions }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
