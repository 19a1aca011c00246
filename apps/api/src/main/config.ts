import * as v from 'valibot'

const text = v.pipe(v.string(), v.minLength(1))
const port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535))
const secret = v.pipe(
  v.string(),
  v.transform((value) => Buffer.from(value, 'base64')),
  v.check((value) => value.length >= 32, 'must be at least 32 bytes in base64'),
)

const environment = v.object({
  DATABASE_URL: text,
  DATABASE_OWNER_URL: v.optional(text),
  HOST: v.optional(text, '127.0.0.1'),
  PORT: v.optional(port, '3000'),
  SESA_PUBLIC_URL: v.optional(v.pipe(v.string(), v.url())),
  SESA_SECRET: secret,
  SESA_LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  TRUST_PROXY: v.optional(text),
  SANDBOX_URL: v.optional(v.pipe(v.string(), v.url())),
  SANDBOX_STRIPE_WEBHOOK_SECRET: v.optional(text),
  STRIPE_SECRET_KEY: v.optional(text),
  STRIPE_PUBLISHABLE_KEY: v.optional(text),
  STRIPE_WEBHOOK_SECRET: v.optional(text),
  PAWAPAY_BASE_URL: v.optional(v.pipe(v.string(), v.url())),
  PAWAPAY_API_TOKEN: v.optional(text),
  RATES_URL: v.optional(v.pipe(v.string(), v.url())),
  RATES_APP_ID: v.optional(text),
  SUPPORT_PHONE: v.optional(text, '+231 77 000 0100'),
  SUPPORT_EMAIL: v.optional(text, 'help@sesa.example'),
  SUPPORT_ADDRESS: v.optional(text, '12 Broad Street, Monrovia, Liberia'),
  SOCIAL_FACEBOOK: v.optional(v.pipe(v.string(), v.url())),
  SOCIAL_INSTAGRAM: v.optional(v.pipe(v.string(), v.url())),
  SOCIAL_X: v.optional(v.pipe(v.string(), v.url())),
})

/** Everything the processes are told from outside, read once at start. Modules get their part as arguments. */
export interface Config {
  readonly database: { readonly url: string; readonly ownerUrl: string }
  readonly http: {
    readonly host: string
    readonly port: number
    /** Where people reach the product, without a trailing slash. */
    readonly publicUrl: string
    /** Addresses (CIDR) of proxies whose X-Forwarded-For counts; undefined: none. */
    readonly trustProxy: string | undefined
    readonly logLevel: string
  }
  readonly secret: Buffer
  /** True when the sandbox plays every provider: no real money moves. */
  readonly sandbox: boolean
  /** Base address of the sandbox for server-to-server calls; undefined in live mode. */
  readonly sandboxUrl: string | undefined
  readonly stripe: {
    readonly secretKey: string
    readonly publishableKey: string
    readonly webhookSecret: string
  }
  readonly pawapay: { readonly baseUrl: string; readonly token: string }
  readonly rates: { readonly url: string }
  readonly support: {
    readonly phone: string
    readonly email: string
    readonly address: string
    readonly socials: readonly { readonly name: string; readonly url: string }[]
  }
}

/** A setting that is missing or wrong; the message names it and says what to do. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>
type Settings = v.InferOutput<typeof environment>

function parse<S extends v.GenericSchema>(schema: S, env: Environment): v.InferOutput<S> {
  const result = v.safeParse(schema, env)
  if (result.success) return result.output
  const issue = result.issues[0]
  const name = issue ? v.getDotPath(issue) : null
  throw new ConfigError(
    `Setting ${name ?? '?'}: ${issue?.message ?? 'is missing'}. See the README's list of settings.`,
  )
}

function required(settings: Settings, name: keyof Settings & string): string {
  const value = settings[name]
  if (typeof value !== 'string') {
    throw new ConfigError(
      `Setting ${name} is missing. Set it, or start without provider keys to use the sandbox.`,
    )
  }
  return value
}

function sandboxProviders(url: string, settings: Settings): Pick<Config, 'stripe' | 'pawapay' | 'rates'> {
  const live = Object.entries(settings).find(
    ([, value]) => typeof value === 'string' && /^(sk|rk|pk)_live_/.test(value),
  )
  if (live)
    throw new ConfigError(`Setting ${live[0]} holds a live key, but SANDBOX_URL is set. Remove one of them.`)
  return {
    stripe: {
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: required(settings, 'SANDBOX_STRIPE_WEBHOOK_SECRET'),
    },
    pawapay: { baseUrl: `${url}/sandbox/pawapay`, token: 'sandbox' },
    rates: { url: `${url}/sandbox/rates/latest` },
  }
}

function liveProviders(settings: Settings): Pick<Config, 'stripe' | 'pawapay' | 'rates'> {
  return {
    stripe: {
      secretKey: required(settings, 'STRIPE_SECRET_KEY'),
      publishableKey: required(settings, 'STRIPE_PUBLISHABLE_KEY'),
      webhookSecret: required(settings, 'STRIPE_WEBHOOK_SECRET'),
    },
    pawapay: {
      baseUrl: required(settings, 'PAWAPAY_BASE_URL'),
      token: required(settings, 'PAWAPAY_API_TOKEN'),
    },
    rates: {
      url:
        settings.RATES_URL ??
        `https://openexchangerates.org/api/latest.json?app_id=${required(settings, 'RATES_APP_ID')}`,
    },
  }
}

/** Reads the configuration of server and worker from the environment. Throws ConfigError. */
export function readConfig(env: Environment): Config {
  const settings = parse(environment, env)
  const url = settings.SANDBOX_URL?.replace(/\/$/, '')
  const socials = [
    { name: 'Facebook', url: settings.SOCIAL_FACEBOOK },
    { name: 'Instagram', url: settings.SOCIAL_INSTAGRAM },
    { name: 'X', url: settings.SOCIAL_X },
  ]
  return {
    database: { url: settings.DATABASE_URL, ownerUrl: settings.DATABASE_OWNER_URL ?? settings.DATABASE_URL },
    http: {
      host: settings.HOST,
      port: settings.PORT,
      publicUrl: (settings.SESA_PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/$/, ''),
      trustProxy: settings.TRUST_PROXY,
      logLevel: settings.SESA_LOG_LEVEL,
    },
    secret: settings.SESA_SECRET,
    sandbox: url !== undefined,
    sandboxUrl: url,
    ...(url ? sandboxProviders(url, settings) : liveProviders(settings)),
    support: {
      phone: settings.SUPPORT_PHONE,
      email: settings.SUPPORT_EMAIL,
      address: settings.SUPPORT_ADDRESS,
      socials: socials.flatMap(({ name, url: link }) => (link ? [{ name, url: link }] : [])),
    },
  }
}

const ownerEnvironment = v.object({ DATABASE_OWNER_URL: text, SESA_APP_DB_PASSWORD: text })

/** What the migrator needs: the owner's connection and the password to give the application's role. */
export function readDatabaseOwner(env: Environment): { ownerUrl: string; appPassword: string } {
  const settings = parse(ownerEnvironment, env)
  return { ownerUrl: settings.DATABASE_OWNER_URL, appPassword: settings.SESA_APP_DB_PASSWORD }
}
