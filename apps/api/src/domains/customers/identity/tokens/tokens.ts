import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  type CryptoKey,
  type JWK,
} from 'jose'
import { inTransaction, type Db } from '../../../../db/index.ts'
import {
  createSealing,
  type Sealing,
  type Secrets,
  reencrypt,
  type SealedCount,
} from '../../../../lib/secrets.ts'
import {
  keepSigningKey,
  retireSigningKey,
  signingKey,
  type KeyRow,
  signingKeysInUse,
  keepSealed,
} from './keys.ts'
import { createTokenCache } from './token-cache.ts'

import * as v from 'valibot'

const ALGORITHM = 'ES256'
const AUDIENCE = 'sesa'
const TYPE = 'JWT'
const MINUTES = 15

const claimsSchema = v.object({ sub: v.pipe(v.string(), v.uuid()), sid: v.pipe(v.string(), v.uuid()) })
const privateJwkSchema = v.looseObject({ kty: v.literal('EC'), crv: v.literal('P-256'), d: v.string() })

interface SigningKey {
  readonly kid: string
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
  readonly publicJwk: JWK
}

/** The person and session of an ID token. */
export interface TokenSubject {
  readonly userId: string
  readonly sessionId: string
  readonly authTime: Date
  readonly phoneNumber: string | null
}

export interface Tokens {
  /** Issues an ID token of 15 minutes with the contract's claims: sub, sid, auth_time, phone_number. */
  issue(subject: TokenSubject): Promise<{ idToken: string; expiresAt: Date }>
  /** Returns user and session of one of our tokens if it is genuine and unexpired; null otherwise. */
  verify(token: string): Promise<{ userId: string; sessionId: string } | null>
  jwks(): Promise<{ keys: JWK[] }>
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM)
  if (key instanceof Uint8Array) throw new TypeError('A signing key must be an EC key')
  return key
}

/** Creates and stores a key pair, unless another process was first; returns the one in use. */
async function createKey(db: Db, sealing: Sealing): Promise<KeyRow> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true })
  const secret = await exportJWK(pair.privateKey)
  const kid = await calculateJwkThumbprint(secret)
  const publicJwk = { ...(await exportJWK(pair.publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const row = await inTransaction(db, 'identity.keep_signing_key', async (tx) => {
    await keepSigningKey(tx, {
      kid,
      public_jwk: JSON.stringify(publicJwk),
      private_jwk: sealing.seal(JSON.stringify(secret), kid),
    })
    return signingKey(tx)
  })
  if (!row) throw new Error('There is no signing key in use')
  return row
}

/** Seals the private halves of signing keys. */
const signingKeySealing = (secrets: Secrets): Sealing => createSealing(secrets, 'signing-keys')

async function loadKey(db: Db, sealing: Sealing): Promise<SigningKey> {
  let row = (await signingKey(db)) ?? (await createKey(db, sealing))
  if (sealing.sealedBy(row.private_jwk, row.kid) === 'unknown') {
    // SESA_SECRET was changed without the earlier one. Tokens of the old key become invalid, at most 15 minutes early;
    // sessions continue.
    await inTransaction(db, 'identity.retire_signing_key', (tx) => retireSigningKey(tx, row.kid))
    row = await createKey(db, sealing)
  }
  const secret = v.parse(privateJwkSchema, JSON.parse(sealing.unseal(row.private_jwk, row.kid)))
  return {
    kid: row.kid,
    privateKey: await importKey(secret),
    publicKey: await importKey(row.public_jwk),
    publicJwk: row.public_jwk,
  }
}

/**
 * Issues and verifies our ID tokens. Takes the verification key from our own table only (never from the token's header)
 * and pins algorithm, type, issuer and audience. Verified tokens are cached until they expire.
 */
export function createTokens(options: { db: Db; issuer: string } & Secrets): Tokens {
  const { db, issuer } = options
  const sealing = signingKeySealing(options)
  const verified = createTokenCache<{ userId: string; sessionId: string }>()
  let loading: Promise<SigningKey> | undefined
  const key = (): Promise<SigningKey> => {
    loading ??= loadKey(db, sealing).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    async issue({ userId, sessionId, authTime, phoneNumber }) {
      const { kid, privateKey } = await key()
      const issuedAt = Math.floor(Date.now() / 1000)
      const expiresAt = issuedAt + MINUTES * 60
      const idToken = await new SignJWT({
        sid: sessionId,
        auth_time: Math.floor(authTime.getTime() / 1000),
        ...(phoneNumber !== null && { phone_number: phoneNumber }),
      })
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: TYPE })
        .setIssuer(issuer)
        .setAudience(AUDIENCE)
        .setSubject(userId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(privateKey)
      return { idToken, expiresAt: new Date(expiresAt * 1000) }
    },
    async verify(token) {
      const known = verified.get(token, Date.now())
      if (known !== undefined) return known
      const { kid, publicKey } = await key()
      try {
        const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
        })
        const claims = v.safeParse(claimsSchema, payload)
        if (protectedHeader.kid !== kid || !claims.success) return null
        const subject = { userId: claims.output.sub, sessionId: claims.output.sid }
        verified.set(token, subject, (payload.exp ?? 0) * 1_000)
        return subject
      } catch {
        return null
      }
    },
    async jwks() {
      return { keys: [(await key()).publicJwk] }
    },
  }
}

/** Counts signing keys by secret; with `renew`, re-encrypts those of the earlier one under the current one. */
export async function reencryptSigningKeys(db: Db, secrets: Secrets, renew: boolean): Promise<SealedCount> {
  const rows = (await signingKeysInUse(db)).map(({ kid, private_jwk }) => ({ id: kid, sealed: private_jwk }))
  const keep = ({ id, sealed }: { id: string; sealed: Buffer }) =>
    keepSealed(db, { kid: id, private_jwk: sealed })
  return reencrypt(signingKeySealing(secrets), rows, renew ? keep : undefined)
}
