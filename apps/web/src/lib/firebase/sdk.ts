/**
 * Signs in with Firebase Authentication, in hosted mode. Firebase only verifies the customer: its ID token
 * opens our session, and then Firebase signs the customer out. Until then it keeps them in memory, never in
 * the browser's storage.
 */
import { initializeApp } from '@firebase/app'
import {
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  initializeAuth,
  inMemoryPersistence,
  PhoneAuthProvider,
  RecaptchaVerifier,
  signInWithCredential,
  signInWithPopup,
  type Auth,
  type User,
} from '@firebase/auth'
import { calls, type Config, type SignedIn } from '@sesa/contract'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall } from '../api/api.ts'
import { failureOfFirebase } from './failures.ts'

export type FirebaseSettings = NonNullable<Config['identity']['firebase']>

let opened: Auth | null = null

/** Starts the SDK, once per page load. */
function open({ apiKey, authDomain, projectId, emulatorUrl }: FirebaseSettings): Auth {
  if (opened) return opened
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = 'en'
  if (emulatorUrl !== null) {
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
    // The emulator skips the bot check, so Google's script for it need not load.
    auth.settings.appVerificationDisabledForTesting = true
  }
  opened = auth
  return auth
}

/** A user verified by Firebase whose sign-in our server has not confirmed, with the code they used. */
let unspent: { readonly proof: string; readonly user: User } | null = null

/** Makes Firebase send a code to this number (E.164), after its invisible check. Returns the code's id. */
export async function sendCode(settings: FirebaseSettings, phoneNumber: string): Promise<Outcome<string>> {
  const place = document.createElement('div')
  document.body.append(place)
  try {
    const auth = open(settings)
    const verifier = new RecaptchaVerifier(auth, place, { size: 'invisible' })
    try {
      return { data: await new PhoneAuthProvider(auth).verifyPhoneNumber(phoneNumber, verifier) }
    } finally {
      verifier.clear()
    }
  } catch (error) {
    return { error: failureOfFirebase(error) }
  } finally {
    place.remove()
  }
}

/** Signs in with a code that Firebase sent. If already signed in, links the number or counts as a step-up. */
export async function checkCode(
  settings: FirebaseSettings,
  { verificationId, code }: { verificationId: string; code: string },
  trustDevice: boolean,
): Promise<Outcome<SignedIn>> {
  const proof = `${verificationId} ${code}`
  try {
    const auth = open(settings)
    // Firebase accepts a code once, and we accept a token once. If only our answer was lost, the same code
    // gets a new token.
    if (unspent?.proof === proof)
      return await openSession(auth, await unspent.user.getIdToken(true), trustDevice)
    const { user } = await signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, code))
    unspent = { proof, user }
    return await openSession(auth, await user.getIdToken(), trustDevice)
  } catch (error) {
    return { error: failureOfFirebase(error) }
  }
}

/** Signs in with Google in Firebase's window. If already signed in, adds Google to the account. */
export async function signInByGoogle(settings: FirebaseSettings): Promise<Outcome<SignedIn>> {
  try {
    const auth = open(settings)
    const provider = new GoogleAuthProvider()
    // On a shared phone, the open Google account may belong to another person.
    provider.setCustomParameters({ prompt: 'select_account' })
    const { user } = await signInWithPopup(auth, provider)
    return await openSession(auth, await user.getIdToken(), false)
  } catch (error) {
    return { error: failureOfFirebase(error) }
  }
}

/** Prepares Google's window, so that it opens at once when needed. */
export function prepare(settings: FirebaseSettings): void {
  open(settings)
}

async function openSession(auth: Auth, idToken: string, trustDevice: boolean): Promise<Outcome<SignedIn>> {
  const body = { idToken, ...(trustDevice && { trustDevice }) }
  const answer = await tryCall(calls.signInByFirebase, { body })
  if (answer.data) {
    unspent = null
    await auth.signOut()
  }
  return answer
}
