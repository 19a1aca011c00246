import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import * as v from 'valibot'
import type { FirebasePerson, FirebaseService } from '../../modules/federation/ports.ts'

export interface FirebaseSettings {
  readonly projectId: string
  readonly fetch: typeof fetch
  /** Takes the emulator's tokens, which are not signed. For tests alone: the server refuses to start with it in production. */
  readonly emulator?: boolean
  /** Seconds since the epoch. */
  readonly now: () => number
}

const KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** A token is good for an hour; a sign-in that opens a session of ours has to be of this moment. */
const SIGNED_IN_WITHIN_SECONDS = 300
const CLOCK_SECONDS = 60

const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  iat: v.number(),
  exp: v.number(),
  auth_time: v.number(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  phone_number: v.optional(v.string()),
  firebase: v.object({ sign_in_provider: v.picklist(['phone', 'google.com']) }),
})

/** What signature and audience do not tell: who, by what, and whether just now. */
function read(payload: JWTPayload, now: number): FirebasePerson | null {
  const parsed = v.safeParse(claimsSchema, payload)
  if (!parsed.success) return null
  const { sub, iat, exp, auth_time, email, email_verified, phone_number, firebase } = parsed.output
  const inTime = exp > now && iat <= now + CLOCK_SECONDS && auth_time <= now + CLOCK_SECONDS
  if (!inTime || auth_time < now - SIGNED_IN_WITHIN_SECONDS) return null
  // A number that was once linked says nothing about who holds the phone today.
  const byPhone = firebase.sign_in_provider === 'phone'
  return {
    subject: sub,
    email: email ?? null,
    emailVerified: email_verified,
    phoneNumber: byPhone ? (phone_number ?? null) : null,
  }
}

/** An emulator's token: header `alg: none`, no signature, everything else as it has to be. */
function readUnsigned(token: string, expected: { issuer: string; audience: string }): JWTPayload | null {
  const [header = '', , signature] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: unknown }
  if (alg !== 'none' || signature !== '') return null
  const payload = decodeJwt(token)
  return payload.iss === expected.issuer && payload.aud === expected.audience ? payload : null
}

/** Google's list of keys cannot be had or read: our trouble, not the person's. */
class KeysUnavailable extends Error {}

function toKeysTrouble(error: unknown): never {
  // A readable list without the token's key speaks of the token.
  if (error instanceof errors.JWKSNoMatchingKey) throw error
  throw new KeysUnavailable()
}

/**
 * Verifies ID tokens of Firebase Authentication: RS256 alone, by a key of Google's own list (fetched again when it turns),
 * our project as issuer and audience, and a sign-in by phone or Google of the last five minutes.
 */
export function createFirebase({ projectId, fetch, emulator, now }: FirebaseSettings): FirebaseService {
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId }
  const listed = createRemoteJWKSet(new URL(KEYS), { [customFetch]: fetch })
  const keys: typeof listed = Object.assign(
    (...asked: Parameters<typeof listed>) => listed(...asked).catch(toKeysTrouble),
    listed,
  )
  return {
    async verify(idToken) {
      try {
        const payload = emulator
          ? readUnsigned(idToken, expected)
          : (
              await jwtVerify(idToken, keys, {
                ...expected,
                algorithms: ['RS256'],
                currentDate: new Date(now() * 1_000),
              })
            ).payload
        return payload && read(payload, now())
      } catch (error) {
        if (error instanceof KeysUnavailable) throw error
        return null
      }
    },
  }
}
