import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type Permission } from '@sesa/contract/office'
import { serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { observeCalls, tryCall } from './api.ts'
import { createStore } from './store.ts'

export type Me = AnswerOf<typeof officeCalls.whoAmI>

export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'unreachable'; readonly failure: Failure }
  | { readonly status: 'out' }
  /** `endsAt`: when the session ends without another call, in ms by the server's clock. */
  | { readonly status: 'in'; readonly me: Me; readonly idleMs: number; readonly endsAt: number }
  /** The session ended while this member's page was open; the page stays below the sign-in. */
  | { readonly status: 'ended'; readonly me: Me }

const store = createStore<Session>({ status: 'unknown' })

/** Returns the session, and follows it. */
export const useSession = (): Session => store.use()

/**
 * Returns the signed-in member.
 * @throws Error outside the signed-in part.
 */
export function useMe(): Me {
  const current = useSession()
  if (current.status !== 'in' && current.status !== 'ended') throw new Error('Nobody is signed in')
  return current.me
}

/** Returns whether the member has a permission. The server decides; the app only hides what it would refuse. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** Opens a session with the answer to a sign-in. */
export function enter(me: Me): void {
  const now = serverNow()
  const idleMs = Date.parse(me.idleEndsAt) - now
  store.set({ status: 'in', me, idleMs, endsAt: Math.min(now + idleMs, Date.parse(me.endsAt)) })
}

/** Asks the server for the session; also keeps it open. */
export async function loadSession(): Promise<void> {
  const { data, error } = await tryCall(officeCalls.whoAmI, {})
  if (data) return enter(data)
  const { status } = store.get()
  if (status === 'in' || status === 'ended') return
  store.set(error.code === 'unauthenticated' ? { status: 'out' } : { status: 'unreachable', failure: error })
}

/** Ends the session; without an answer, the member stays signed in and sees why. */
export async function signOut(): Promise<Failure | null> {
  const { error } = await tryCall(officeCalls.signOutStaff, {})
  if (error && error.code !== 'unauthenticated') return error
  leave()
  return null
}

/** Shows the sign-in page, without the page that was open. */
export function leave(): void {
  store.set({ status: 'out' })
}

/** Marks the session as ended, when its time is over or the server says so. */
export function endSession(): void {
  const session = store.get()
  if (session.status === 'in') store.set({ status: 'ended', me: session.me })
}

observeCalls({
  answered: () => {
    const session = store.get()
    if (session.status !== 'in') return
    const endsAt = Math.min(serverNow() + session.idleMs, Date.parse(session.me.endsAt))
    store.set({ ...session, endsAt })
  },
  signedOut: endSession,
})
