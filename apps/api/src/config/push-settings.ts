import { createECDH } from 'node:crypto'
import { deriveKey } from '../lib/secrets.ts'
import { ConfigError, type ProviderSettings } from './provider-settings.ts'

/** How we sign push messages (VAPID, RFC 8292). */
export interface PushSettings {
  /** The key pair on P-256, base64url. */
  readonly publicKey: string
  readonly privateKey: string
  /** Whom a push service contacts about our messages. */
  readonly subject: string
}

const NAMES = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT'] as const
const PRIVATE_KEY_BYTES = 32

/** Returns the public key of a private one, both base64url; null for a text that is no private key. */
function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== PRIVATE_KEY_BYTES) return null
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

/** Names that lead nowhere outside one machine or network (RFC 6761 and 6762). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|intranet|invalid|test)$/

/** True for a contact with a host on a public domain: Apple's push service refuses every other one. */
function isReachable(subject: string): boolean {
  const [, mailHost, webHost] =
    /^mailto:[^\s@<>:,]+@([^\s@<>/?:]+)$|^https:\/\/([^\s@/?#:]+)(?::\d+)?(?:[/?#]\S*)?$/i.exec(subject) ?? []
  const host = (mailHost ?? webHost ?? '').toLowerCase()
  const isDomain = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(host)
  return isDomain && !PRIVATE_DOMAIN.test(host)
}

/** The sandbox's keys come from the product's secret, so that they stay the same after a restart. */
function sandboxKeys(secret: Buffer): Pick<PushSettings, 'publicKey' | 'privateKey'> {
  for (let turn = 0; ; turn++) {
    const privateKey = deriveKey(secret, `vapid/${turn}`).toString('base64url')
    const publicKey = publicKeyOf(privateKey)
    if (publicKey !== null) return { publicKey, privateKey }
  }
}

/**
 * Reads the settings of push notifications; null without any, and then there are none. The sandbox has keys of its own.
 * Throws ConfigError for an incomplete set, and for keys that do not belong together.
 */
export function readPush(
  env: Readonly<Record<string, string | undefined>>,
  { mode }: ProviderSettings,
  secret: Buffer,
): PushSettings | null {
  const [publicKey = '', privateKey = '', subject = ''] = NAMES.map((name) => env[name]?.trim())
  const missing = NAMES.filter((name) => !env[name])
  if (missing.length === NAMES.length)
    return mode === 'sandbox' ? { ...sandboxKeys(secret), subject: 'mailto:push@sesa.example' } : null
  if (missing.length > 0)
    throw new ConfigError(`Settings ${NAMES.join(', ')} come together. Set ${missing.join(' and ')} too.`)
  if (!isReachable(subject))
    throw new ConfigError(
      'Setting VAPID_SUBJECT is a mailto: or https: address on a public domain, such as mailto:push@company.com. Apple refuses any other. Correct it.',
    )
  const expected = publicKeyOf(privateKey)
  if (expected === null)
    throw new ConfigError(
      'Setting VAPID_PRIVATE_KEY is 32 bytes in base64url. `npx web-push generate-vapid-keys` makes a pair.',
    )
  if (expected !== publicKey.replace(/=+$/, ''))
    throw new ConfigError(
      'Settings VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together. Set one pair.',
    )
  return { publicKey: expected, privateKey: privateKey.replace(/=+$/, ''), subject }
}
