/**
 * Signing in by Firebase Authentication, in hosted mode. Firebase only finds out who is there: its ID token opens a
 * session of ours, and then it forgets the person, who is kept in memory until then and never in the browser's storage.
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
import { api } from '../api/api.ts'
import type { Failure } from '../api/http.ts'
import { failureOfFirebase } from './failures.ts'

export type FirebaseSettings = NonNullable<Config['identity']['firebase']>
type Outcome = { data: SignedIn; error?: never } | { error: Failure; data?: never }

let opened: Auth | null = null

/** Begins the SDK, once in the page's life. */
function open({ apiKey, authDomain, projectId, emulatorUrl }: FirebaseSettings): Auth {
  if (opened) return opened
  const auth = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: inMemoryPersistence,
    popupRedirectResolver: browserPopupRedirectResolver,
  })
  auth.languageCode = 'en'
  if (emulatorUrl !== null) {
    connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
    // The emulator asks for no proof that a person is there, and Google's script for it need not be reached.
    auth.settings.appVerificationDisabledForTesting = true
  }
  opened = auth
  return auth
}

/** Who has just been proven and not yet signed in, since our own answer did not arrive: by the code that proved it. */
let unspent: { readonly proof: string; readonly user: User } | null = null

/** Has Firebase send a code to this number (E.164), after its invisible check; gives back the id to check it with. */
export async function sendCode(
  settings: FirebaseSettings,
  phoneNumber: string,
): Promise<{ data: string; error?: never } | { error: Failure; data?: never }> {
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

/** Signs in by a code that Firebase sent; signed in already, it links the number or proves again who is there. */
export async function checkCode(
  settings: FirebaseSettings,
  { verificationId, code }: { verificationId: string; code: string },
  trustDevice: boolean,
): Promise<Outcome> {
  const proof = `${verificationId} ${code}`
  try {
    const auth = open(settings)
    // Firebase takes a code once, and we a token: who lost only our answer gets another token for the same code.
    if (unspent?.proof === proof)
      return await openSession(auth, await unspent.user.getIdToken(true), trustDevice)
    const { user } = await signInWithCredential(auth, PhoneAuthProvider.credential(verificationId, code))
    unspent = { proof, user }
    return await openSession(auth, await user.getIdToken(), trustDevice)
  } catch (error) {
    return { error: failureOfFirebase(error) }
  }
}

/** Signs in with Google in Firebase's window; signed in already, it adds Google to the account. */
export async function signInByGoogle(settings: FirebaseSettings): Promise<Outcome> {
  try {
    const auth = open(settings)
    const provider = new GoogleAuthProvider()
    // On a shared phone the account that happens to be open need not be the person's.
    provider.setCustomParameters({ prompt: 'select_account' })
    const { user } = await signInWithPopup(auth, provider)
    return await openSession(auth, await user.getIdToken(), false)
  } catch (error) {
    return { error: failureOfFirebase(error) }
  }
}

/** Begins what the window of Google needs, so that it opens at once when it is asked for. */
export function prepare(settings: FirebaseSettings): void {
  open(settings)
}

async function openSession(auth: Auth, idToken: string, trustDevice: boolean): Promise<Outcome> {
  const body = { idToken, ...(trustDevice && { trustDevice }) }
  const answer = await api.post(calls.signInByFirebase, { body })
  if (answer.data) {
    unspent = null
    await auth.signOut()
  }
  return answer
}
