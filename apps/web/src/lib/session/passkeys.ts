import { calls, type SignedIn } from '@sesa/contract'
import { api } from '../api/api.ts'
import { NETWORK_FAILURE, type Failure } from '../api/http.ts'

type Outcome<T> = { data: T; error?: never } | { error: Failure; data?: never }
type Library = typeof import('@simplewebauthn/browser')

/** Whether this browser can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Long enough for any browser that answers at once; nobody waits longer. */
const ASKED_MS = 300
let made: Promise<boolean> | undefined

/** Whether this device can make a passkey of its own, with its lock. Always the same promise. */
export function canMakePasskeys(): Promise<boolean> {
  return (made ??= Promise.race([
    canUsePasskeys() ? PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable() : false,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ASKED_MS)),
  ]).catch(() => false))
}

let answeredBy: string | null = null

/** Remembers, while the document lives, that this account has made a passkey or wants none now. */
export function answerOffer(uid: string): void {
  answeredBy = uid
}

export function isOfferAnswered(uid: string): boolean {
  return answeredBy === uid
}

/** Signs in with a passkey, or proves again who is there: the device asks for its own lock. */
export async function signInByPasskey(): Promise<Outcome<SignedIn>> {
  const { data, error } = await api.post(calls.challengePasskey, {})
  if (error) return { error }
  const { data: response, error: refused } = await withDevice(
    ({ startAuthentication }) =>
      // The server made it with the library's other half; the contract does not repeat the standard's form.
      startAuthentication({ optionsJSON: data.options as never }),
    'No passkey was used. Try again, or choose another way.',
  )
  if (refused) return { error: refused }
  return api.post(calls.signInByPasskey, { body: { response } })
}

/** Makes a passkey on this device and keeps it under the device's kind. */
export async function addPasskey(): Promise<Outcome<{ id: string }>> {
  const { data, error } = await api.post(calls.startPasskey, {})
  if (error) return { error }
  const { data: response, error: refused } = await withDevice(
    ({ startRegistration }) => startRegistration({ optionsJSON: data.options as never }),
    'No passkey was made. Try again when you are ready.',
  )
  if (refused) return { error: refused }
  return api.post(calls.addPasskey, { body: { name: deviceName(), response } })
}

/** The name of a passkey in the list: the kind of device that made it. */
function deviceName(): string {
  const kinds = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux']
  const kind = kinds.find((name) => navigator.userAgent.includes(name))
  return kind === undefined ? 'Passkey' : `Passkey on ${kind}`
}

/** Has the device do its part. `unfinished` is said when the person did not go through with it. */
async function withDevice(
  work: (library: Library) => Promise<object>,
  unfinished: string,
): Promise<Outcome<Record<string, unknown>>> {
  let library: Library
  try {
    library = await import('@simplewebauthn/browser')
  } catch {
    return { error: NETWORK_FAILURE }
  }
  try {
    return { data: { ...(await work(library)) } }
  } catch (error) {
    const isKnown =
      error instanceof library.WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    return {
      error: {
        code: 'passkey_refused',
        message: isKnown ? 'This device has a passkey of yours already.' : unfinished,
      },
    }
  }
}
