import { createRemoteJWKSet, customFetch, decodeJwt, errors, jwtVerify, type JWTPayload } from 'jose'
import * as v from 'valibot'
import type { FirebasePerson, FirebaseService } from '../../domains/customers/federation/ports.ts'
import { wholeFetch, type ProviderFetch } from '../../lib/provider-fetch.ts'

export interface FirebaseSettings {
  readonly projectId: string
  readonly fetch: ProviderFetch
  /** Accepts the emulator's unsigned tokens. Only for tests: the server refuses to start with it in production. */
  readonly emulator?: boolean
  /** Seconds since the epoch. */
  readonly now: () => number
}

const KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** A token is valid for an hour; opening one of our sessions requires a recent sign-in. */
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

/** Parses the claims that signature and audience don't cover: the person, the method and how recent the sign-in is. */
function read(payload: JWTPayload, now: number): FirebasePerson | null {
  const parsed = v.safeParse(claimsSchema, payload)
  if (!parsed.success) return null
  const { sub, iat, exp, auth_time, email, email_verified, phone_number, firebase } = parsed.output
  const inTime = exp > now && iat <= now + CLOCK_SECONDS && auth_time <= now + CLOCK_SECONDS
  if (!inTime || auth_time < now - SIGNED_IN_WITHIN_SECONDS) return null
  // A number linked long ago does not prove who has the phone today.
  const byPhone = firebase.sign_in_provider === 'phone'
  return {
    subject: sub,
    email: email ?? null,
    emailVerified: email_verified,
    phoneNumber: byPhone ? (phone_number ?? null) : null,
  }
}

/** Parses an emulator's token: header `alg: none`, no signature, otherwise like a real one. */
function readUnsigned(token: string, expected: { issuer: string; audience: string }): JWTPayload | null {
  const [header = '', , signature] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { alg?: unknown }
  if (alg !== 'none' || signature !== '') return null
  const payload = decodeJwt(token)
  return payload.iss === expected.issuer && payload.aud === expected.audience ? payload : null
}

/** Google's key list is unavailable or unreadable: an error on our side, not the customer's. */
class KeysUnavailable extends Error {}

function toKeysTrouble(error: unknown): never {
  // The list is readable but lacks the token's key: the token is invalid.
  if (error instanceof errors.JWKSNoMatchingKey) throw error
  throw new KeysUnavailable()
}

/**
 * Verifies Firebase Authentication's ID tokens: RS256 only, by a key in Google's list (fetched again when it rotates),
 * our project as issuer and audience, and a sign-in by phone or Google within the last five minutes.
 */
export function createFirebase({ projectId, fetch, emulator, now }: FirebaseSettings): FirebaseService {
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId }
  const listed = createRemoteJWKSet(new URL(KEYS), { [customFetch]: wholeFetch(fetch) })
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
