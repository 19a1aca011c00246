import { randomBytes } from 'node:crypto'
import type { SandboxOptions } from '../index.ts'
import { makeSigningKey, publicKeyOf, SIGNATURE_FORMS } from '../pawapay/signatures.ts'

interface Settings extends Omit<SandboxOptions, 'now'> {
  host: string
  port: number
}

/** A setting that prevents the sandbox from starting; the message is for the person who set it. */
export class SettingsError extends Error {}

const LIVE_VALUES = [/^(?:sk|rk|pk)_live_/, /^https?:\/\/api\.pawapay\.(?:io|cloud)\b/]
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/

/**
 * Reads the sandbox's settings. Throws a SettingsError if there are live keys, if other machines could reach
 * its address without permission, or if a value is invalid.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  refuseLiveKeys(env)
  const host = env['HOST'] || '127.0.0.1'
  if (!LOOPBACK.test(host) && env['SESA_SANDBOX_PUBLIC'] !== '1') {
    throw new SettingsError(
      `the sandbox shows every code and is not opened on HOST=${host}; set SESA_SANDBOX_PUBLIC=1 if that is meant`,
    )
  }
  const port = env['SANDBOX_PORT'] || '4010'
  if (!/^\d{1,5}$/.test(port) || parseInt(port, 10) > 65_535) {
    throw new SettingsError(`SANDBOX_PORT=${port} is not a port number`)
  }
  return {
    host,
    port: parseInt(port, 10),
    dataFile: env['SANDBOX_DATA_FILE'] || ':memory:',
    publicUrl: origin(env, 'SANDBOX_PUBLIC_URL', `http://localhost:${port}/sandbox`),
    webhookBase: origin(env, 'SANDBOX_WEBHOOK_BASE', 'http://127.0.0.1:3000'),
    pawapay: signing(env),
    stripeWebhookSecret: env['SANDBOX_STRIPE_WEBHOOK_SECRET'] || `whsec_${randomBytes(24).toString('hex')}`,
  }
}

function signing(env: NodeJS.ProcessEnv): NonNullable<SandboxOptions['pawapay']> {
  const form = env['SANDBOX_PAWAPAY_SIGNATURES'] || 'der'
  const known = SIGNATURE_FORMS.find((one) => one === form)
  if (known === undefined) {
    throw new SettingsError(`SANDBOX_PAWAPAY_SIGNATURES=${form} is none of ${SIGNATURE_FORMS.join(', ')}`)
  }
  const signingKey = env['SANDBOX_PAWAPAY_SIGNING_KEY'] || makeSigningKey()
  try {
    publicKeyOf(signingKey)
  } catch {
    throw new SettingsError('SANDBOX_PAWAPAY_SIGNING_KEY is not a private key in PEM')
  }
  return { signingKey, form: known }
}

function refuseLiveKeys(env: NodeJS.ProcessEnv) {
  for (const [name, value = ''] of Object.entries(env)) {
    const live =
      LIVE_VALUES.some((pattern) => pattern.test(value)) || (name.includes('_LIVE_') && value !== '')
    // Only the name: a key must not appear in a log.
    if (live)
      throw new SettingsError(`${name} belongs to live operation; unset it, or do not start the sandbox`)
  }
}

function origin(env: NodeJS.ProcessEnv, name: string, otherwise: string): string {
  const value = env[name] || otherwise
  if (!URL.canParse(value)) throw new SettingsError(`${name}=${value} is not a URL`)
  return value.replace(/\/+$/, '')
}
