import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { distrustOf, faultOf, type Certificate } from '../http/server/tls.ts'
import { ConfigError, readProviderSettings } from './provider-settings.ts'
import { readProxies, type Proxies } from './proxy-settings.ts'

const file = v.pipe(v.string(), v.minLength(1))
const environment = v.object({
  SESA_PUBLIC_URL: v.optional(v.string()),
  HOST: v.optional(v.string(), '127.0.0.1'),
  TLS_CERT_FILE: v.optional(file),
  TLS_KEY_FILE: v.optional(file),
  TLS_PROXY: v.optional(v.string()),
})

/** What ends TLS: the server with these files, a proxy, or nothing. */
export type TlsSettings =
  | {
      readonly by: 'server'
      readonly certFile: string
      readonly keyFile: string
      /** The host name in the public address. */
      readonly host: string
      /** Whether the start requires a certificate that browsers trust: with real money. */
      readonly trusted: boolean
    }
  | {
      readonly by: 'proxy'
      /** For proxies on other machines: the addresses that may connect. Without it, the server listens on this machine alone. */
      readonly accepts?: (address: string) => boolean
    }
  | { readonly by: 'nobody' }

const THIS_MACHINE = new Set(['127.0.0.1', '::1', 'localhost'])

function behindProxy(proxy: NonNullable<Proxies['terminating']>, listensHereOnly: boolean): TlsSettings {
  if (proxy.at === 'local') {
    if (!listensHereOnly)
      throw new ConfigError(
        'Setting HOST: with TLS_PROXY=local the server listens on this machine alone. Remove HOST.',
      )
    return { by: 'proxy' }
  }
  if (listensHereOnly)
    throw new ConfigError(
      'Setting HOST: the proxies of TLS_PROXY cannot reach this machine’s loopback. Set HOST to its address in their network, or to 0.0.0.0.',
    )
  return { by: 'proxy', accepts: proxy.accepts }
}

/** Reads what ends TLS, which real money requires. Throws ConfigError, naming the setting. */
export function readTls(env: Readonly<Record<string, string | undefined>>): TlsSettings {
  const result = v.safeParse(environment, env)
  if (!result.success) {
    const name = result.issues[0].path?.[0].key
    throw new ConfigError(`Setting ${String(name)} is empty. Give it a file, or remove it.`)
  }
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, ...rest } = result.output
  const { mode } = readProviderSettings(env)
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new ConfigError('Settings TLS_CERT_FILE and TLS_KEY_FILE belong together. Set both, or neither.')
  if (certFile !== undefined && keyFile !== undefined) {
    if (rest.TLS_PROXY !== undefined)
      throw new ConfigError('Setting TLS_PROXY: the server ends TLS itself with TLS_CERT_FILE. Remove one.')
    if (mode === 'sandbox')
      throw new ConfigError(
        'Setting TLS_CERT_FILE: the sandbox is for this machine and calls back over plain HTTP. Remove it, or set SESA_MODE to test or live.',
      )
    const publicUrl = rest.SESA_PUBLIC_URL
    if (publicUrl === undefined || !URL.canParse(publicUrl) || !publicUrl.startsWith('https:'))
      throw new ConfigError('Setting SESA_PUBLIC_URL: with TLS_CERT_FILE it is the https address of people.')
    return { by: 'server', certFile, keyFile, host: new URL(publicUrl).hostname, trusted: mode === 'live' }
  }
  const { terminating } = readProxies(env)
  if (terminating !== null) return behindProxy(terminating, THIS_MACHINE.has(rest.HOST))
  if (mode === 'live')
    throw new ConfigError(
      'Setting TLS_CERT_FILE: live mode wants TLS. Set TLS_CERT_FILE and TLS_KEY_FILE, or TLS_PROXY when a proxy ends it.',
    )
  return { by: 'nobody' }
}

type OwnTls = Extract<TlsSettings, { by: 'server' }>

async function read(setting: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`Setting ${setting}: the file cannot be read (${why}).`)
  }
}

/**
 * Reads and checks the certificate: it is valid now, matches the key, which others cannot read, and with real money browsers
 * trust it for our name. `authorities`: see distrustOf. Throws ConfigError.
 */
export async function readCertificate(
  settings: OwnTls,
  authorities?: readonly string[],
): Promise<Certificate> {
  const { certFile, keyFile, host, trusted } = settings
  const certificate = {
    cert: await read('TLS_CERT_FILE', certFile),
    key: await read('TLS_KEY_FILE', keyFile),
  }
  if (((await stat(keyFile)).mode & 0o007) !== 0)
    throw new ConfigError(`Setting TLS_KEY_FILE: everybody here may read the key. chmod 600 ${keyFile}`)
  const fault = faultOf(certificate)
  if (fault !== undefined) throw new ConfigError(`Settings TLS_CERT_FILE and TLS_KEY_FILE: ${fault}.`)
  const distrust = trusted ? await distrustOf(certificate, host, authorities) : undefined
  if (distrust !== undefined)
    throw new ConfigError(
      `Setting TLS_CERT_FILE: browsers do not trust this certificate for ${host} (${distrust}). The file wants the certificate of a public authority, and its chain below it.`,
    )
  return certificate
}

/** How often to check the files for a renewed certificate, in milliseconds. */
const LOOK_EVERY = 30_000

export interface FollowOptions {
  /** The certificate at the start. */
  readonly current: Certificate
  readonly renew: (certificate: Certificate) => void
  /** Called when the files change; an unusable certificate leaves the old one in place. */
  readonly say: (words: string) => void
  readonly every?: number
  readonly authorities?: readonly string[]
}

/** Watches the files, so that a renewal needs no restart. Returns a function that stops it. */
export function followCertificate(settings: OwnTls, options: FollowOptions): () => void {
  let { current } = options
  let said = ''
  const look = async (): Promise<void> => {
    try {
      const next = await readCertificate(settings, options.authorities)
      if (next.cert === current.cert && next.key === current.key) return
      options.renew(next)
      current = next
      said = ''
      options.say('the renewed certificate of TLS_CERT_FILE is in use')
    } catch (error) {
      const words = `the old certificate stays in use. ${error instanceof Error ? error.message : String(error)}`
      if (words !== said) options.say(words)
      said = words
    }
  }
  const timer = setInterval(() => void look(), options.every ?? LOOK_EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
