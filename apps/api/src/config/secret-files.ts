import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from './provider-settings.ts'

/** The secrets; each may come from a file instead, named by `NAME_FILE`. */
const SECRETS = [
  'SESA_SECRET',
  'SESA_SECRET_BEFORE',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'PAWAPAY_TOKEN',
  'MTN_MOMO_GH_SUBSCRIPTION_KEY',
  'MTN_MOMO_GH_API_KEY',
  'MTN_MOMO_LR_SUBSCRIPTION_KEY',
  'MTN_MOMO_LR_API_KEY',
  'AFRICASTALKING_API_KEY',
  'TWILIO_AUTH_TOKEN',
  'SMTP_URL',
  'OPENEXCHANGERATES_APP_ID',
  'EXCHANGERATE_API_KEY',
  'SCREENING_API_KEY',
  'GOOGLE_CLIENT_SECRET',
  'VAPID_PRIVATE_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BACKUP_KEY',
] as const

type Environment = Readonly<Record<string, string | undefined>>

function readSecret(setting: string, file: string): string {
  let content: string
  let mode: number
  try {
    content = readFileSync(file, 'utf8').trim()
    mode = statSync(file).mode
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`Setting ${setting}: the file cannot be read (${why}).`)
  }
  if ((mode & 0o007) !== 0)
    throw new ConfigError(`Setting ${setting}: everybody here may read the file. chmod 600 ${file}`)
  if (content === '') throw new ConfigError(`Setting ${setting}: the file is empty.`)
  return content
}

/**
 * Returns the environment with the secrets from files, as secret managers mount them (`STRIPE_SECRET_KEY_FILE` and so on;
 * surrounding space is ignored). Throws ConfigError for a secret that is set twice, or whose file cannot be read or can be
 * read by others.
 */
export function withSecretFiles(env: Environment): Environment {
  const found: Record<string, string> = {}
  for (const name of SECRETS) {
    const setting = `${name}_FILE`
    const file = env[setting]
    if (file === undefined || file === '') continue
    if (env[name]) throw new ConfigError(`Settings ${name} and ${setting} say the same thing. Remove one.`)
    found[name] = readSecret(setting, file)
  }
  return { ...env, ...found }
}
