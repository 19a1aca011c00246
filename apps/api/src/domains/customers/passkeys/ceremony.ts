import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { Refused } from '../../../lib/refused.ts'
import { readAssertion, readRegistration } from './wire.ts'

/** The site that a passkey is bound to, and the challenge of its answer. */
export interface Ceremony {
  /** Base URL of the pages, for example `https://sesa.example`. */
  readonly url: string
  readonly takeChallenge: (challenge: string) => Promise<boolean>
}

/** The stored passkey data needed to check an answer. */
export interface KnownPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: string[]
}

/** Refuses anything the library rejects or cannot parse, without details. */
async function genuine<T extends { verified: boolean }>(
  work: () => Promise<T>,
  refused: () => Promise<Refused> = async () => new Refused('passkey_refused'),
): Promise<T> {
  const result = await work().catch(() => null)
  if (!result?.verified) throw await refused()
  return result
}

const placeOf = ({ url, takeChallenge }: Ceremony) => {
  const { hostname: expectedRPID, origin: expectedOrigin } = new URL(url)
  return { expectedRPID, expectedOrigin, expectedChallenge: takeChallenge }
}

/** Returns the passkey that a browser created. Throws Refused `passkey_refused`. */
export async function verifyNewPasskey(answer: unknown, ceremony: Ceremony): Promise<KnownPasskey> {
  const response = readRegistration(answer)
  const { registrationInfo } = await genuine(() =>
    verifyRegistrationResponse({ response, ...placeOf(ceremony) }),
  )
  if (!registrationInfo) throw new Refused('passkey_refused')
  const { credential } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: response.response.transports,
  }
}

/** Returns the new counter of a passkey after its answer. Throws the result of `refused`, by default `passkey_refused`. */
export async function verifyPasskey(
  answer: ReturnType<typeof readAssertion>,
  { credentialId, publicKey, counter, transports }: KnownPasskey,
  ceremony: Ceremony,
  refused?: () => Promise<Refused>,
): Promise<bigint> {
  const { authenticationInfo } = await genuine(
    () =>
      verifyAuthenticationResponse({
        response: answer,
        ...placeOf(ceremony),
        credential: {
          id: credentialId,
          publicKey: new Uint8Array(publicKey),
          counter: Number(counter),
          transports,
        },
      }),
    refused,
  )
  return BigInt(authenticationInfo.newCounter)
}
