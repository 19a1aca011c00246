import { SignOutButton } from '../features/chrome/sign-out-button.tsx'
import { failureOf, request, type Failure } from '../lib/http.ts'

/** Ends the session and shows the same page as a visitor sees it. */
async function signOut(): Promise<Failure | null> {
  try {
    await request({ method: 'POST', path: '/auth/sign-out' })
  } catch (error) {
    return failureOf(error)
  }
  new BroadcastChannel('sesa-session').postMessage('signed-out')
  location.reload()
  return null
}

/** The drawer's Sign out, on public pages. */
export function SignOutIsland() {
  return <SignOutButton signOut={signOut} />
}
