import type { Outcome } from '@sesa/ui/api/client.ts'
import { NETWORK_FAILURE } from '@sesa/ui/api/http.ts'

type Library = typeof import('@simplewebauthn/browser')
type Options = Readonly<Record<string, unknown>>
type Answer = Record<string, unknown>

/** Returns whether this browser can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined'
}

/** Asks the device for a passkey. */
export function askPasskey(options: Options): Promise<Outcome<Answer>> {
  return withDevice(
    // The server made the options with the same library; the contract does not repeat their type.
    ({ startAuthentication }) => startAuthentication({ optionsJSON: options as never }),
    'The passkey wasn’t used. Try again and unlock your device when prompted.',
  )
}

/** Stops asking the device: the answer is that the passkey was not used. */
export async function cancelPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}

/** Asks the device to make a passkey. */
export function makePasskey(options: Options): Promise<Outcome<Answer>> {
  return withDevice(
    ({ startRegistration }) => startRegistration({ optionsJSON: options as never }),
    'No passkey was created. Try again and unlock your device when prompted.',
  )
}

async function withDevice(
  work: (library: Library) => Promise<object>,
  unfinished: string,
): Promise<Outcome<Answer>> {
  let library: Library
  try {
    library = await import('@simplewebauthn/browser')
  } catch {
    return { error: NETWORK_FAILURE }
  }
  try {
    return { data: { ...(await work(library)) } }
  } catch {
    return { error: { code: 'passkey_refused', message: unfinished } }
  }
}
