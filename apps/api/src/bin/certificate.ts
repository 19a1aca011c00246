import { readFile, stat } from 'node:fs/promises'
import type { TlsSettings } from '../config/config.ts'
import { ConfigError } from '../config/setting.ts'
import { distrustOf, faultOf, type Certificate } from '../http/server/tls.ts'

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
