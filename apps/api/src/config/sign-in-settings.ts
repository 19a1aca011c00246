import * as v from 'valibot'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'

const text = v.pipe(v.string(), v.minLength(1))
const url = v.pipe(v.string(), v.url())

const environment = v.object({
  GOOGLE_CLIENT_ID: v.optional(text),
  GOOGLE_CLIENT_SECRET: v.optional(text),
  GOOGLE_ISSUER: v.optional(url, 'https://accounts.google.com'),
  FIREBASE_PROJECT_ID: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{4,29}$/))),
  FIREBASE_API_KEY: v.optional(text),
  FIREBASE_AUTH_DOMAIN: v.optional(v.pipe(v.string(), v.regex(/^[\w-]+(\.[\w-]+)+$/, 'must be a host'))),
  FIREBASE_AUTH_EMULATOR_URL: v.optional(url),
  NODE_ENV: v.optional(v.string()),
})

/** The OpenID provider for Google accounts. */
export interface GoogleSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The issuer's address from the server, where it differs from the public one. */
  readonly reachedAt?: string
}

export interface FirebaseSettings {
  readonly projectId: string
  readonly apiKey: string
  readonly authDomain: string
  /** The emulator's origin, whose tokens are not signed; null everywhere but in tests. */
  readonly emulatorUrl: string | null
}

/** The external sign-in services. */
export interface SignInSettings {
  /** Null without Google sign-in. */
  readonly google: GoogleSettings | null
  /** Hosted mode; null when we send the codes ourselves. */
  readonly firebase: FirebaseSettings | null
}

type Settings = v.InferOutput<typeof environment>

/** Client and secret of the sandbox's stand-in, which accepts no other and knows no real account. */
const SANDBOX_CLIENT = { clientId: 'sesa-sandbox', clientSecret: 'sesa-sandbox-google-secret' }

function readGoogle(
  settings: Settings,
  providers: ProviderSettings,
  publicUrl: string,
): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer } = settings
  if (clientId !== undefined && clientSecret !== undefined) return { issuer, clientId, clientSecret }
  if (clientId !== undefined || clientSecret !== undefined)
    throw new ConfigError('Settings GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET come together. Set both.')
  if (providers.mode !== 'sandbox') return null
  const path = '/sandbox/google'
  return { ...SANDBOX_CLIENT, issuer: `${publicUrl}${path}`, reachedAt: `${providers.url}${path}` }
}

/** Reads the emulator's address. Its tokens are unsigned, so any sign of a real service beside it is refused. */
function readEmulator(settings: Settings, { mode }: ProviderSettings): string | null {
  const { FIREBASE_AUTH_EMULATOR_URL: emulatorUrl, FIREBASE_PROJECT_ID: projectId, NODE_ENV } = settings
  if (emulatorUrl === undefined) return null
  if (NODE_ENV !== 'test' || mode !== 'sandbox' || projectId?.startsWith('demo-') === false)
    throw new ConfigError(
      'Setting FIREBASE_AUTH_EMULATOR_URL lets anybody in who says so: it is for tests alone (NODE_ENV=test, SESA_MODE=sandbox, a FIREBASE_PROJECT_ID that begins with demo-). Remove it.',
    )
  return new URL(emulatorUrl).origin
}

function readFirebase(settings: Settings, providers: ProviderSettings): FirebaseSettings | null {
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey } = settings
  const emulatorUrl = readEmulator(settings, providers)
  if (projectId === undefined) return null
  if (apiKey === undefined)
    throw new ConfigError('Setting FIREBASE_API_KEY is missing beside FIREBASE_PROJECT_ID.')
  const authDomain = settings.FIREBASE_AUTH_DOMAIN ?? `${projectId}.firebaseapp.com`
  return { projectId, apiKey, authDomain, emulatorUrl }
}

/** Reads the external sign-in services. Throws ConfigError. */
export function readSignIn(
  env: Readonly<Record<string, string | undefined>>,
  providers: ProviderSettings,
  publicUrl: string,
): SignInSettings {
  const parsed = v.safeParse(environment, env)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new ConfigError(`Setting ${v.getDotPath(issue) ?? '?'}: ${issue.message}.`)
  }
  return {
    google: readGoogle(parsed.output, providers, publicUrl),
    firebase: readFirebase(parsed.output, providers),
  }
}
