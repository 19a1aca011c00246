import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import Provider, { interactionPolicy, type Configuration, type JWK } from 'oidc-provider'
import { text } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { People } from './people.ts'
import { stateIn } from './state.ts'

/** The only client: the product. Its secret is public, like everything in the sandbox. */
const CLIENT = { id: 'sesa-sandbox', secret: 'sesa-sandbox-google-secret' }

const SECONDS = { code: 60, interaction: 600, token: 3_600, session: 86_400 }

let newKey: JWK | undefined

/** Creates a signing key, once for all new books of this process: an RSA key takes a tenth of a second. */
function createKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'sandbox' }
}

/** Returns the signing key, stored in the books so that clients keep working across a restart. */
function signingKey(db: DatabaseSync): JWK {
  db.exec('create table if not exists google_keys (jwk text)')
  const kept = db.prepare('select jwk from google_keys').get()
  if (kept) return JSON.parse(text(kept, 'jwk')) as JWK
  const jwk = (newKey ??= createKey())
  db.prepare('insert into google_keys (jwk) values (?)').run(JSON.stringify(jwk))
  return jwk
}

/** Returns the sign-in prompts, including Google's `select_account`. */
function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base()
  prompts.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  return prompts
}

function configuration({ db, now }: World, people: People, options: { mount: string; redirectUri: string }) {
  return {
    adapter: stateIn(db, now),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [options.redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [signingKey(db)] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `${options.mount}/interaction/${uid}`, policy: policy() },
    pkce: { required: () => true },
    // As with Google, the ID token itself carries the claims.
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    scopes: ['openid', 'email', 'profile'],
    ttl: {
      AuthorizationCode: SECONDS.code,
      Interaction: SECONDS.interaction,
      AccessToken: SECONDS.token,
      IdToken: SECONDS.token,
      Session: SECONDS.session,
      Grant: SECONDS.session,
    },
    async findAccount(_ctx, sub) {
      const person = people.find(sub)
      if (!person) return undefined
      const { email, name } = person
      return { accountId: sub, claims: async () => ({ sub, email, email_verified: true, name }) }
    },
    // No consent page: there is only one client, and the person wants to sign in to it.
    async loadExistingGrant(ctx) {
      const { client, session, params } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope(typeof params?.['scope'] === 'string' ? params['scope'] : 'openid')
      await grant.save()
      return grant
    },
  } satisfies Configuration
}

/** Opens an OpenID provider at `issuer` that answers as Google does. */
export function openProvider(
  world: World,
  people: People,
  options: { issuer: string; mount: string; redirectUri: string },
): Provider {
  const provider = new Provider(options.issuer, configuration(world, people, options))
  provider.proxy = true
  return provider
}
