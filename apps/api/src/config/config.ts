import * as v from 'valibot'
import { ConfigError, readProviderSettings, type ProviderSettings } from './provider-settings.ts'
import { hostsOf, isDatabaseUrl } from '../db/hosts.ts'
import type { ReceiptSettings } from '../domains/support/index.ts'
import { readPush, type PushSettings } from './push-settings.ts'
import { readIdentitySettings, type IdentitySettings } from './identity-settings.ts'
import type { LegalDetails } from '../http/server/legal-details.ts'
import { readLegal } from './legal-settings.ts'
import { readOffice, type AnchorSettings, type OfficeSettings } from './office-settings.ts'
import { readProxies } from './proxy-settings.ts'
import { regulatorsSetting } from './regulators.ts'
import { readSupport } from './support-settings.ts'
import { readSignIn, type SignInSettings } from './sign-in-settings.ts'

const text = v.pipe(v.string(), v.minLength(1))
const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
/** Where an app is downloaded: linked from a public page, so https only. */
const storeUrl = v.pipe(v.string(), v.url(), v.startsWith('https://', 'begins with https://'))
const secret = v.pipe(
  v.string(),
  v.transform((value) => Buffer.from(value, 'base64')),
  v.check((value) => value.length >= 32, 'must be at least 32 bytes in base64'),
  // 32 random bytes hold about 30 different values; a typed or counted secret holds few.
  v.check((value) => new Set(value).size >= 16, 'must be random: openssl rand -base64 32 makes one'),
)

/** At most ten seconds: the lease on a transfer covers two such waits between two writes. */
const providerTimeout = v.pipe(
  v.string(),
  v.regex(/^\d{3,5}$/),
  v.transform(Number),
  v.minValue(100),
  v.maxValue(10_000),
)

/** Maps `localhost` to one address: Node would listen on whichever of its addresses it resolved first. */
const host = v.pipe(
  text,
  v.transform((value) => (value === 'localhost' ? '127.0.0.1' : value)),
)

const connections = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/, 'is no number from 2 to 100'),
  v.transform(Number),
  v.minValue(2, 'is no number from 2 to 100'),
  v.maxValue(100, 'is no number from 2 to 100'),
)

const environment = v.object({
  DATABASE_URL: text,
  DATABASE_OWNER_URL: v.optional(text),
  DATABASE_WORKER_URL: v.optional(text),
  DATABASE_OFFICE_URL: v.optional(text),
  DATABASE_READ_URL: v.optional(text),
  DATABASE_CONNECTIONS: v.optional(connections, '20'),
  HOST: v.optional(host, '127.0.0.1'),
  PORT: v.optional(port, '3000'),
  SESA_PUBLIC_URL: v.optional(v.pipe(v.string(), v.url())),
  SESA_SECRET: secret,
  SESA_SECRET_BEFORE: v.optional(secret),
  SESA_LAUNCH: v.optional(text),
  SESA_LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  SESA_PROVIDER_TIMEOUT_MS: v.optional(providerTimeout, '10000'),
  CODES_WITHOUT_PROOF: v.optional(v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number))),
  SMS_PER_DAY: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)), '20000'),
  SMS_NOTICES_PER_DAY: v.optional(v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)), '5000'),
  RATE_HISTORY_PER_DAY: v.optional(v.pipe(v.string(), v.regex(/^\d{1,4}$/), v.transform(Number))),
  SUPPORT_PHONE: v.optional(text),
  SUPPORT_EMAIL: v.optional(text),
  SUPPORT_ADDRESS: v.optional(text),
  REGULATORS: v.optional(regulatorsSetting, '{}'),
  SOCIAL_FACEBOOK: v.optional(v.pipe(v.string(), v.url())),
  SOCIAL_INSTAGRAM: v.optional(v.pipe(v.string(), v.url())),
  SOCIAL_X: v.optional(v.pipe(v.string(), v.url())),
  APP_STORE_URL: v.optional(storeUrl),
  PLAY_STORE_URL: v.optional(storeUrl),
})

/** The settings of the processes, read once at start. Modules get their part as arguments. */
export interface Config {
  readonly database: {
    readonly url: string
    /** For the job queue and the checks; the owner's while no `DATABASE_WORKER_URL` is set. */
    readonly workerUrl: string
    /** A standby, with the process's own user; undefined where everything is read on the primary. */
    readonly readUrl: string | undefined
    /** How many connections the process opens at most to `url`. */
    readonly connections: number
  }
  readonly http: {
    readonly host: string
    readonly port: number
    /** Where people reach the product, without a trailing slash. */
    readonly publicUrl: string
    /** Whether the forwarded headers of a proxy at this address count; undefined: none do. */
    readonly trustProxy: ((address: string) => boolean) | undefined
    readonly logLevel: string
    /** The launcher's name for this start; undefined without a launcher. */
    readonly launch: string | undefined
  }
  readonly secret: Buffer
  /** During a change of the secret: the other one, which opens sealed values as well. */
  readonly secretBefore?: Buffer | undefined
  /** The providers: the sandbox, or the real ones. */
  readonly providers: ProviderSettings
  /** How long one call to a provider may take, in milliseconds. */
  readonly providerTimeoutMs: number
  /** Codes per hour that an address gets without proof of work; undefined uses the mode's default. */
  readonly codesWithoutProof: number | undefined
  /** Maximum number of SMS per day (UTC). */
  readonly smsPerDay: number
  readonly smsNoticesPerDay: number
  /** Maximum number of requests per day (UTC) for exchange rates of past days. */
  readonly rateHistoryPerDay: number
  /** The providers of identity checks. */
  readonly identity: IdentitySettings
  /** The external sign-in services. */
  readonly signIn: SignInSettings
  /** Push notifications; null without them. */
  readonly push: PushSettings | null
  readonly support: {
    readonly phone: string
    readonly email: string
    readonly address: string
    readonly socials: readonly { readonly name: string; readonly url: string }[]
  }
  /** The app's page in each store that has it. */
  readonly stores: { readonly apple: string | undefined; readonly google: string | undefined }
  /** The regulators that customers can complain to, by country. */
  readonly regulators: ReceiptSettings['regulators']
  /** The office of staff; null while it is off. */
  readonly office: OfficeSettings | null
  /** Where staff reach the office, for links; null where nobody has set it. */
  readonly officeUrl: string | null
  readonly anchors: AnchorSettings
  /** The company, as its legal pages name it. */
  readonly legal: LegalDetails
}

/** Ten a day complete a year in five weeks; the plan may allow fewer. The sandbox has no plan. */
export const RATE_HISTORY_PER_DAY = { real: 10, sandbox: 400 } as const

type Environment = Readonly<Record<string, string | undefined>>

/** Reads settings. Throws ConfigError with the name of the first wrong one. */
export function parse<S extends v.GenericSchema>(schema: S, env: Environment): v.InferOutput<S> {
  const result = v.safeParse(schema, env)
  if (result.success) return result.output
  const issue = result.issues[0]
  const name = issue ? v.getDotPath(issue) : null
  throw new ConfigError(
    `Setting ${name ?? '?'}: ${issue?.message ?? 'is missing'}. See the README's list of settings.`,
  )
}

/** Passwords that attackers try first. */
const DEFAULT_PASSWORDS = new Set(['', 'postgres', 'password', 'sesa', 'test', 'admin', 'changeme', 'secret'])

const DATABASE_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_OFFICE_URL',
  'DATABASE_READ_URL',
] as const

/** Refuses a well-known database password in production. */
function refuseDefaults(
  env: Environment,
  settings: Readonly<Record<(typeof DATABASE_SETTINGS)[number], string | undefined>>,
): void {
  if (env['NODE_ENV'] !== 'production') return
  for (const name of DATABASE_SETTINGS) {
    const url = settings[name]
    if (url === undefined) continue
    if (!isDatabaseUrl(url))
      throw new ConfigError(`Setting ${name} is no URL. See the README's list of settings.`)
    if (DEFAULT_PASSWORDS.has(decodeURIComponent(new URL(hostsOf(url)[0] ?? url).password)))
      throw new ConfigError(
        `Setting ${name} has no password, or one that everybody tries first. Choose another.`,
      )
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Refuses plain text on the network with real money, both for requests and for the database. On this machine
 * plain text needs an explicit setting: a Unix socket (`?host=/folder`), or `sslmode=disable`.
 */
function refusePlainText(publicUrl: string, urls: Readonly<Record<string, string | undefined>>): void {
  if (!publicUrl.startsWith('https:'))
    throw new ConfigError('Setting SESA_PUBLIC_URL: live mode wants the https address that people use.')
  for (const [name, text] of Object.entries(urls)) {
    if (text === undefined) continue
    if (!isDatabaseUrl(text))
      throw new ConfigError(`Setting ${name} is no URL. See the README's list of settings.`)
    for (const url of hostsOf(text)) refusePlainDatabase(name, new URL(url))
  }
}

function refusePlainDatabase(name: string, { hostname, searchParams }: URL): void {
  const host = searchParams.get('host')
  if (host?.startsWith('/') === true) return
  const mode = searchParams.get('sslmode')
  if (mode === 'verify-full') return
  const isHere = LOOPBACK.has(hostname) && host === null
  if (isHere && mode === 'disable') return
  throw new ConfigError(
    isHere
      ? `Setting ${name}: live mode wants sslmode=verify-full. Where the database is on this machine, say sslmode=disable to go without TLS, or name its socket with host=/FOLDER.`
      : `Setting ${name}: the database is on another machine. Add sslmode=verify-full, and sslrootcert=FILE for a CA of your own.`,
  )
}

/** The sandbox's stand-in for a social page that is not set; with real providers there is none. */
function standInPage({ mode }: ProviderSettings, publicUrl: string, name: string): string | undefined {
  return mode === 'sandbox' ? `${publicUrl}/sandbox/social/${name.toLowerCase()}` : undefined
}

/** Reads the configuration of server and worker from the environment. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  const providers = readProviderSettings(env)
  const settings = parse(environment, env)
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_WORKER_URL, DATABASE_OFFICE_URL, DATABASE_READ_URL } =
    settings
  const urls = {
    DATABASE_URL,
    DATABASE_OWNER_URL,
    DATABASE_WORKER_URL,
    DATABASE_OFFICE_URL,
    DATABASE_READ_URL,
  }
  const workerUrl = DATABASE_WORKER_URL ?? DATABASE_OWNER_URL ?? DATABASE_URL
  refuseDefaults(env, urls)
  const publicUrl = (settings.SESA_PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, '')
  if (providers.mode === 'live') refusePlainText(publicUrl, urls)
  const socials = [
    { name: 'Facebook', url: settings.SOCIAL_FACEBOOK },
    { name: 'Instagram', url: settings.SOCIAL_INSTAGRAM },
    { name: 'X', url: settings.SOCIAL_X },
  ].map(({ name, url }) => ({ name, url: url ?? standInPage(providers, publicUrl, name) }))
  const support = readSupport(settings, providers)
  return {
    database: {
      url: DATABASE_URL,
      workerUrl,
      readUrl: DATABASE_READ_URL,
      connections: settings.DATABASE_CONNECTIONS,
    },
    http: {
      host: settings.HOST,
      port: settings.PORT,
      publicUrl,
      trustProxy: readProxies(env).trusts,
      logLevel: settings.SESA_LOG_LEVEL,
      launch: settings.SESA_LAUNCH,
    },
    secret: settings.SESA_SECRET,
    secretBefore: settings.SESA_SECRET_BEFORE,
    providers,
    providerTimeoutMs: settings.SESA_PROVIDER_TIMEOUT_MS,
    codesWithoutProof: settings.CODES_WITHOUT_PROOF,
    smsPerDay: settings.SMS_PER_DAY,
    smsNoticesPerDay: settings.SMS_NOTICES_PER_DAY,
    rateHistoryPerDay:
      settings.RATE_HISTORY_PER_DAY ??
      RATE_HISTORY_PER_DAY[providers.mode === 'sandbox' ? 'sandbox' : 'real'],
    identity: readIdentitySettings(env, providers),
    signIn: readSignIn(env, providers, publicUrl),
    ...readOffice(env, providers, publicUrl),
    push: readPush(env, providers, settings.SESA_SECRET),
    support: {
      phone: support.SUPPORT_PHONE,
      email: support.SUPPORT_EMAIL,
      address: support.SUPPORT_ADDRESS,
      socials: socials.flatMap(({ name, url: link }) => (link ? [{ name, url: link }] : [])),
    },
    stores: { apple: settings.APP_STORE_URL, google: settings.PLAY_STORE_URL },
    regulators: settings.REGULATORS,
    legal: readLegal(env, providers, settings.REGULATORS),
  }
}
