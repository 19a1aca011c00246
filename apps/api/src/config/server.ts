import * as v from 'valibot'
import { isLive, isSandbox } from './mode.ts'
import { address, number, oneOf, portFrom, text } from './schemas.ts'
import {
  defaulted,
  group,
  isSet,
  optional,
  required,
  secret,
  type Environment,
  type Values,
} from './setting.ts'

const hasHttps = ({ SESA_PUBLIC_URL: url }: Environment): boolean => url?.startsWith('https:') === true

/** Node would listen on the first address that `localhost` resolves to. */
const toAddress = v.transform((host: string) => (host === 'localhost' ? '127.0.0.1' : host))

export const ADDRESS = group({
  title: 'The address that people use',
  problems: (env) => ({
    'Setting SESA_PUBLIC_URL: live mode wants the https address that people use.':
      isLive(env) && !hasHttps(env),
  }),
})({
  SESA_PUBLIC_URL: optional(address, 'https://sesa.example').means(
    'Where people reach the product; https in production',
  ),
  HOST: defaulted('127.0.0.1', v.pipe(text, toAddress)).means('The address to listen on; 0.0.0.0 for all'),
  PORT: defaulted('3000', portFrom(0)).means('The port to listen on'),
})

/** Requires TLS for real money: from the server, or from a proxy that cannot be bypassed. */
function tlsProblems(env: Environment): Record<string, boolean> {
  const { TLS_PROXY: proxy, HOST: host = '127.0.0.1' } = env
  const isOurs = env['TLS_CERT_FILE'] !== undefined
  const isHere = ['127.0.0.1', '::1', 'localhost'].includes(host)
  return {
    'Setting TLS_CERT_FILE: live mode wants TLS. Set TLS_CERT_FILE and TLS_KEY_FILE, or TLS_PROXY when a proxy ends it.':
      isLive(env) && !isOurs && proxy === undefined,
    'Setting TLS_PROXY: the server ends TLS itself with TLS_CERT_FILE. Remove one.':
      isOurs && proxy !== undefined,
    'Setting TLS_CERT_FILE: the sandbox is for this machine and calls back over plain HTTP. Remove it, or set SESA_MODE to test or live.':
      isOurs && isSandbox(env),
    'Setting SESA_PUBLIC_URL: with TLS_CERT_FILE it is the https address of people.':
      isOurs && !hasHttps(env),
    'Setting HOST: with TLS_PROXY=local the server listens on this machine alone. Remove HOST.':
      proxy === 'local' && !isHere,
    'Setting HOST: the proxies of TLS_PROXY cannot reach this machine’s loopback. Set HOST to its address in their network, or to 0.0.0.0.':
      proxy !== undefined && proxy !== 'local' && isHere,
  }
}

/** Read only by the servers. */
export const TLS = group({
  title: 'A certificate',
  intro: 'The server terminates TLS; renewed files need no restart.',
  allOrNone: true,
  problems: tlsProblems,
})({
  TLS_CERT_FILE: optional(text, '/etc/sesa/fullchain.pem').means('The certificate with its chain, in PEM'),
  TLS_KEY_FILE: optional(text, '/etc/sesa/privkey.pem').means('The certificate’s private key, in PEM'),
})

export const OPERATIONS = group({ title: 'Health, readiness and metrics' })({
  OPERATIONS_HOST: defaulted('127.0.0.1', text).means('The address to serve them on'),
  OPERATIONS_PORT: optional(portFrom(0), '9464').means(
    'Without it, none are served. Under `npm start` the worker has the next port, the office the one after',
  ),
  DRAIN_SECONDS: defaulted('0', number(0, 120)).means(
    'How long a stopping server answers “not ready” before it closes: longer than a balancer needs to notice',
  ),
})

/** Returns the port for a process's health, and how long it drains. */
export const operationsOf = (s: Values<typeof OPERATIONS>) => ({
  host: s.OPERATIONS_HOST,
  /** Null: no separate port. */
  port: s.OPERATIONS_PORT ?? null,
  drainMs: s.DRAIN_SECONDS * 1_000,
})

const hostOf = (url = ''): string | undefined => URL.parse(url)?.hostname

export const OFFICE = group({
  title: 'The office',
  intro: 'A separate process (`npm run sesa -- office`) on a separate host: docs/office.md.',
  problems: (env) => {
    const { OFFICE_PORT: port, OFFICE_URL: url, SESA_PUBLIC_URL: customers } = env
    return {
      'Setting OFFICE_URL is missing: set it to the address that staff use.':
        isLive(env) && port !== undefined && url === undefined,
      'Setting OFFICE_URL: live mode wants the https address that staff use.':
        isLive(env) && url?.startsWith('https:') === false,
      // Passkeys and the session's cookie belong to the host.
      'Setting OFFICE_URL: live mode wants a host of its own, not that of SESA_PUBLIC_URL.':
        isLive(env) && url !== undefined && hostOf(url) === hostOf(customers),
    }
  },
})({
  OFFICE_PORT: optional(portFrom(1), '3100').means('Without it the office is off, except in the sandbox'),
  OFFICE_URL: optional(address, 'https://office.sesa.example').means('The address that staff use'),
})

const email = v.pipe(v.string(), v.email('is no email address'))

export const ANCHORS = group({
  title: 'The end of the audit log',
  intro: 'The worker stores it daily outside the database.',
})({
  AUDIT_ANCHOR_FILE: optional(text, '/anchors/audit-log').means(
    'The file that gets anchors of the audit log',
  ),
  AUDIT_ANCHOR_EMAIL: optional(email, 'auditor@sesa.example').means(
    'The address that gets anchors of the audit log',
  ),
})

const random = v.pipe(
  v.string(),
  v.transform((value) => Buffer.from(value, 'base64')),
  v.check((value) => value.length >= 32, 'must be at least 32 bytes in base64: openssl rand -base64 32'),
  // 32 random bytes hold about 30 different values; a typed or counted secret holds few.
  v.check((value) => new Set(value).size >= 16, 'must be random: openssl rand -base64 32 makes one'),
)

export const SECRETS = group({
  title: 'The secret',
  intro:
    'Any secret may be in a file that only its user reads: `SESA_SECRET_FILE=/run/secrets/sesa`, `SMTP_URL_FILE=...`.',
})({
  SESA_SECRET: required(random, '', { isSecret: true }).means(
    '32 random bytes in base64: openssl rand -base64 32. `npm start` makes one',
  ),
  SESA_SECRET_BEFORE: secret(random).means('The other secret during a change: docs/runbooks/secret.md'),
})

const level = oneOf('debug', 'info', 'warn', 'error', 'silent')

export const PROCESS = group({ title: 'Every process' })({
  SESA_LOG_LEVEL: defaulted('info', level).means('debug, info, warn, error or silent'),
  // The lease on a transfer covers two such waits between two writes.
  SESA_PROVIDER_TIMEOUT_MS: defaulted('10000', number(100, 10_000)).means(
    'Time limit of one call to a provider',
  ),
})

export const LAUNCHER = group({ title: 'Set by the launcher', isInternal: true })({
  SESA_LAUNCH: optional(text).means('The launcher’s name for this start'),
})

/** Read only by the launcher and by commands. */
export const COMMANDS = group({ title: '`npm start` and commands', emptyIsUnset: true })({
  SESA_DATA_DIR: defaulted('.data', text).means('The folder for the data'),
  SESA_SANDBOX_PUBLIC: optional(text, '1').means(
    '1 opens the sandbox to other machines; it shows every code to anyone',
  ),
  ARCHIVE_DIR: optional(text, '/archives').means('Where `sesa archive` writes months'),
  BACKUP_KEY: secret(text).means(
    'Encrypts `sesa backup`: 32 random bytes in base64. Keep it off this machine',
  ),
})

const endpoint = v.pipe(
  v.string(),
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'is no http or https URL'),
  v.transform((value) => value.replace(/\/+$/, '')),
)
const headers = v.pipe(
  v.string(),
  v.regex(/^[\w-]+=[^,]*(?:,[\w-]+=[^,]*)*$/, 'is no list such as api-key=abc,tenant=sesa'),
  v.transform((list) =>
    list.split(',').map((pair): [string, string] => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? []
      return [name, value]
    }),
  ),
  v.transform((pairs) => Object.fromEntries(pairs)),
)
const share = v.pipe(
  v.string(),
  v.regex(/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/, 'is no number from 0 to 1'),
  v.transform(Number),
)

export const TRACING = group({
  title: 'Traces, to an OpenTelemetry collector',
  isRead: (env) => isSet(env, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
})({
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(endpoint, 'http://127.0.0.1:4318').means(
    'The collector’s OTLP address over HTTP',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(headers, 'api-key=...').means(
    'The collector’s headers, for example a key',
  ),
  OTEL_TRACES_SAMPLER_ARG: defaulted('1', share).means('Share of transfers to record, 0 to 1'),
})

/** Returns where spans are sent, and the recorded share of the traces; undefined without a collector. */
export const tracingOf = (s: Values<typeof TRACING>) =>
  s.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: s.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: s.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        ratio: s.OTEL_TRACES_SAMPLER_ARG,
      }
