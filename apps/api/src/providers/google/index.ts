import * as client from 'openid-client'
import * as v from 'valibot'
import type { FederatedPerson, OpenIdService } from '../../domains/customers/federation/ports.ts'
import { wholeFetch, type ProviderFetch } from '../../lib/provider-fetch.ts'

export interface GoogleSettings {
  /** `https://accounts.google.com`, or its stand-in. */
  readonly issuer: string
  /** The issuer's address from this server, if it differs from the public one. */
  readonly reachedAt?: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly timeoutSeconds: number
  readonly fetch: ProviderFetch
}

const SCOPE = 'openid email profile'
const claimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
})

async function discover(settings: GoogleSettings): Promise<client.Configuration> {
  const { issuer, reachedAt = issuer, clientId, clientSecret, timeoutSeconds } = settings
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : []
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    client.ClientSecretPost(clientSecret),
    {
      timeout: timeoutSeconds,
      // By default the library trusts a signature received over TLS.
      execute: [...insecure, client.enableNonRepudiationChecks],
      [client.customFetch]: (url, options) =>
        wholeFetch(settings.fetch)(url.replace(issuer, reachedAt), options as RequestInit),
    },
  )
  return config
}

/** Creates Google as an OpenID provider: code flow with PKCE, nonce and state; the ID token's signature is checked. */
export function createGoogle(settings: GoogleSettings): OpenIdService {
  const { redirectUri } = settings
  let discovered: Promise<client.Configuration> | undefined
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  async function person(callback: URL, secrets: Parameters<OpenIdService['exchange']>[1]) {
    const tokens = await client.authorizationCodeGrant(await configuration(), callback, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      idTokenExpected: true,
    })
    const { sub, email, email_verified } = v.parse(claimsSchema, tokens.claims())
    return { subject: sub, email: email ?? null, emailVerified: email_verified }
  }

  return {
    newSecrets: () => ({
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }),
    async authorizationUrl({ state, nonce, codeVerifier }) {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async exchange(callback, secrets): Promise<FederatedPerson | null> {
      try {
        return await person(callback, secrets)
      } catch {
        // Any fault in the answer or the service fails the sign-in.
        return null
      }
    },
  }
}
