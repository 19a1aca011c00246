import { calls, type SignedIn } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { NETWORK_FAILURE } from '@sesa/ui/api/http.ts'
import { tryCall } from '../api/api.ts'
type Library = typeof import('@simplewebauthn/browser')

/** Returns whether this browser can create and use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Enough for any browser that answers at once; the page does not wait longer. */
const ASKED_MS = 300
let answer: boolean | Promise<boolean> | undefined

/**
 * Returns whether this device can create a passkey behind its screen lock: the answer once it is known, and until then
 * always the same promise of it.
 */
export function canMakePasskeys(): boolean | Promise<boolean> {
  answer ??= Promise.race([
    canUsePasskeys() ? PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable() : false,
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ASKED_MS)),
  ])
    .catch(() => false)
    .then((found) => (answer = found))
  return answer
}

let answeredBy: string | null = null

/** Remembers, until a reload, that this account has created a passkey or declined one. */
export function answerOffer(uid: string): void {
  answeredBy = uid
}

export function isOfferAnswered(uid: string): boolean {
  return answeredBy === uid
}

/** Signs in or steps up with a passkey; the device asks for its screen lock. */
export async function signInByPasskey(): Promise<Outcome<SignedIn>> {
  const { data, error } = await tryCall(calls.challengePasskey, {})
  if (error) return { error }
  const { data: response, error: refused } = await withDevice(
    ({ startAuthentication }) =>
      // The server created the options with the same library; the contract does not repeat their type.
      startAuthentication({ optionsJSON: data.options as never }),
    i18n.t('We couldn’t use your passkey. Try again, or choose another way.'),
  )
  if (refused) return { error: refused }
  return tryCall(calls.signInByPasskey, { body: { response } })
}

/** Creates a passkey on this device and stores it under `name`: the kind of device, unless the customer names it. */
export async function addPasskey(name = deviceName()): Promise<Outcome<{ id: string }>> {
  const { data, error } = await tryCall(calls.startPasskey, {})
  if (error) return { error }
  const { data: response, error: refused } = await withDevice(
    ({ startRegistration }) => startRegistration({ optionsJSON: data.options as never }),
    i18n.t('We couldn’t add a passkey. Try again.'),
  )
  if (refused) return { error: refused }
  return tryCall(calls.addPasskey, { body: { name, response } })
}

/** Returns the passkey's name in the list: the kind of device that created it. */
export function deviceName(): string {
  const kinds = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux']
  const kind = kinds.find((name) => navigator.userAgent.includes(name))
  return kind === undefined ? i18n.t('Passkey') : i18n.t('Passkey on {kind}', { kind })
}

/** Runs the device's part. `unfinished` is the message if the customer does not complete it. */
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
        message: isKnown ? i18n.t('This device already has a passkey.') : unfinished,
      },
    }
  }
}
