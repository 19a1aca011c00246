import { calls, type Config, type SignedIn } from '@sesa/contract'
import { useEffect, useMemo } from 'react'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { NETWORK_FAILURE, serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from '../api/api.ts'
import { signInByGoogle, type GooglePurpose } from './google.ts'
import { useSession } from './session.ts'
import { startVerification, verificationOf, type Started } from './start-verification.ts'
import type { Verification } from './verification.ts'

/** Verifies phone numbers and Google accounts: our server, or Firebase in hosted mode. */
export interface Identity {
  /** Sends a code to this number (E.164), or by email where the server has offered that. */
  sendCode(phoneNumber: string, via?: 'email'): Promise<Started>
  /** Signs in with the code. If already signed in, links the number or counts as a step-up. */
  checkCode(sent: Verification, code: string, trustDevice?: boolean): Promise<Outcome<SignedIn>>
  /** Signs in with Google in a window, or adds it to the account. Must run from a click. Null: not offered. */
  readonly byGoogle: ((purpose: GooglePurpose) => Promise<Outcome<SignedIn>>) | null
  /** True when we send the codes; only then do they reach the sandbox's phones. */
  readonly sendsByUs: boolean
}

const OWN: Omit<Identity, 'byGoogle'> = {
  sendCode: startVerification,
  checkCode: ({ verificationId }, code, trustDevice) =>
    tryCall(calls.verifyPhone, { body: { verificationId, code, ...(trustDevice && { trustDevice }) } }),
  sendsByUs: true,
}

/** Firebase's codes have six digits; its answer does not include that. */
const FIREBASE_DIGITS = 6
/** Firebase specifies no waiting time between codes, so we set one: the button must not invite a refusal. */
const RESEND_AFTER_MS = 30_000

type Sdk = typeof import('../firebase/sdk.ts')

/** Loads the SDK, which only hosted mode needs, and runs `work` with it. */
async function withSdk<T extends { error?: Failure }>(
  work: (sdk: Sdk) => Promise<T>,
): Promise<T | { error: Failure; data?: never }> {
  let sdk: Sdk
  try {
    sdk = await import('../firebase/sdk.ts')
  } catch {
    return { error: NETWORK_FAILURE }
  }
  return work(sdk)
}

function hostedBy(settings: NonNullable<Config['identity']['firebase']>): Identity {
  return {
    async sendCode(phoneNumber) {
      const { data, error } = await withSdk((sdk) => sdk.sendCode(settings, phoneNumber))
      if (error) return { error }
      const resendAfter = new Date(serverNow() + RESEND_AFTER_MS).toISOString()
      const sent = { verificationId: data, resendAfter, digits: FIREBASE_DIGITS }
      return { verification: verificationOf(phoneNumber, sent) }
    },
    checkCode: ({ verificationId }, code, trustDevice = false) =>
      withSdk((sdk) => sdk.checkCode(settings, { verificationId, code }, trustDevice)),
    byGoogle: () => withSdk((sdk) => sdk.signInByGoogle(settings)),
    sendsByUs: false,
  }
}

/** Returns the identity service in the server's configuration. */
export function useIdentity(): Identity {
  const { config } = useSession()
  const hosted = config?.identity.firebase
  const hasGoogle = config?.identity.methods.includes('google') === true
  return useMemo(
    () => (hosted ? hostedBy(hosted) : { ...OWN, byGoogle: hasGoogle ? signInByGoogle : null }),
    [hosted, hasGoogle],
  )
}

/** Returns the identity service, and preloads Google's window: browsers block a window that opens late after the click. */
export function usePreparedIdentity(): Identity {
  const { config } = useSession()
  const hosted = config?.identity.firebase
  useEffect(() => {
    if (hosted) void withSdk(async (sdk) => (sdk.prepare(hosted), {}))
  }, [hosted])
  return useIdentity()
}
