import { createECDH } from 'node:crypto'
import * as v from 'valibot'
import { deriveKey } from '../lib/secrets.ts'
import { isSandbox } from './mode.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { form, number, text, url } from './schemas.ts'
import { complete, defaulted, group, isSet, needs, optional, secret, type Values } from './setting.ts'

export const GOOGLE = group({
  title: 'Sign-in: a Google OAuth client',
  intro: 'The sandbox has a stand-in.',
  allOrNone: true,
})({
  GOOGLE_CLIENT_ID: optional(text).means('The client’s id'),
  GOOGLE_CLIENT_SECRET: secret(text).means('The client’s secret'),
  GOOGLE_ISSUER: defaulted('https://accounts.google.com', url).means('A stand-in for Google, for tests'),
})

const project = form(/^[a-z][a-z0-9-]{4,29}$/, 'is the id of a project such as sesa-prod')
/** It becomes part of every page's content policy. */
const domain = form(/^[\w-]+(\.[\w-]+)+$/, 'is a host such as sesa.firebaseapp.com')

export const FIREBASE = group({
  title: 'Sign-in: hosted mode',
  intro: 'Firebase sends the codes and handles Google sign-in.',
  problems: (env) => ({
    ...needs(env, 'FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY'),
    // Its tokens are unsigned, so any setting of a real service alongside it is refused.
    'Setting FIREBASE_AUTH_EMULATOR_URL lets anybody in who says so: it is for tests alone (NODE_ENV=test, SESA_MODE=sandbox, a FIREBASE_PROJECT_ID that begins with demo-). Remove it.':
      isSet(env, 'FIREBASE_AUTH_EMULATOR_URL') &&
      (env['NODE_ENV'] !== 'test' ||
        !isSandbox(env) ||
        env['FIREBASE_PROJECT_ID']?.startsWith('demo-') === false),
  }),
})({
  FIREBASE_PROJECT_ID: optional(project).means('The project'),
  FIREBASE_API_KEY: optional(text).means('The project’s key for browsers'),
  FIREBASE_AUTH_DOMAIN: optional(domain, 'sesa.firebaseapp.com').means(
    'The sign-in host, if not the project’s own',
  ),
  FIREBASE_AUTH_EMULATOR_URL: optional(url).means('An emulator, for tests'),
})

/** Returns the public key of a private one, both base64url; null if the text is not a private key. */
function publicKeyOf(privateKey: string): string | null {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32) return null
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(bytes)
    return pair.getPublicKey('base64url')
  } catch {
    return null
  }
}

/** Names without public meaning, only on one machine or network (RFC 6761 and 6762). */
const PRIVATE_DOMAIN = /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|intranet|invalid|test)$/

/** Returns true for a contact with a host on a public domain: Apple's push service refuses every other one. */
function isReachable(subject: string): boolean {
  const [, mailHost, webHost] =
    /^mailto:[^\s@<>:,]+@([^\s@<>/?:]+)$|^https:\/\/([^\s@/?#:]+)(?::\d+)?(?:[/?#]\S*)?$/i.exec(subject) ?? []
  const host = (mailHost ?? webHost ?? '').toLowerCase()
  const isDomain = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/.test(host)
  return isDomain && !PRIVATE_DOMAIN.test(host)
}

const withoutPadding = (key: string): string => key.trim().replace(/=+$/, '')
const publicKey = v.pipe(v.string(), v.transform(withoutPadding))
const privateKey = v.pipe(
  publicKey,
  v.check(
    (key) => publicKeyOf(key) !== null,
    'is 32 bytes in base64url. `npx web-push generate-vapid-keys` makes a pair',
  ),
)
const contact = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    isReachable,
    'is a mailto: or https: address on a public domain, such as mailto:push@company.com. Apple refuses any other. Correct it',
  ),
)

export const PUSH = group({
  title: 'Push notifications',
  intro:
    'A VAPID pair (`npx web-push generate-vapid-keys`) and a contact. Without them only the sandbox pushes.',
  emptyIsUnset: true,
  allOrNone: true,
  problems: ({ VAPID_PUBLIC_KEY: ours = '', VAPID_PRIVATE_KEY: its = '' }) => ({
    'Settings VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together. Set one pair.':
      ours !== '' && ![null, withoutPadding(ours)].includes(publicKeyOf(withoutPadding(its))),
  }),
})({
  VAPID_PUBLIC_KEY: optional(publicKey).means('The public key'),
  VAPID_PRIVATE_KEY: secret(privateKey).means('The private key'),
  VAPID_SUBJECT: optional(contact, 'mailto:ops@sesa.example').means('How push services can reach you'),
})

export const LIMITS = group({
  title: 'Limits of a day (UTC)',
  intro: 'At 80 % of the text messages an alert fires.',
})({
  SMS_PER_DAY: defaulted('20000', number(0, 9_999_999)).means('Most text messages with codes a day'),
  SMS_NOTICES_PER_DAY: defaulted('5000', number(0, 9_999_999)).means(
    'Most text messages with security notices, payments and arrivals a day',
  ),
  CODES_WITHOUT_PROOF: optional(number(0, 99_999), '3').means(
    'Codes an hour for an address without proof of work; 0 during an attack',
  ),
  RATE_HISTORY_PER_DAY: optional(number(0, 9_999), '10').means(
    'Requests for past rates (400 in the sandbox): at most a third of the plan',
  ),
})

/** Derives the sandbox's keys from the product's secret, so that they stay the same after a restart. */
function sandboxKeys(secretOfProduct: Buffer): { readonly publicKey: string; readonly privateKey: string } {
  for (let turn = 0; ; turn++) {
    const made = deriveKey(secretOfProduct, `vapid/${turn}`).toString('base64url')
    const its = publicKeyOf(made)
    if (its !== null) return { publicKey: its, privateKey: made }
  }
}

/** Returns the signing settings of push messages (VAPID, RFC 8292); null without keys, which disables push. */
export function pushOf(
  s: Values<typeof PUSH>,
  { mode }: Pick<ProviderSettings, 'mode'>,
  secretOfProduct: Buffer,
) {
  const ours = complete({
    publicKey: s.VAPID_PUBLIC_KEY,
    privateKey: s.VAPID_PRIVATE_KEY,
    subject: s.VAPID_SUBJECT,
  })
  if (ours !== undefined || mode !== 'sandbox') return ours ?? null
  return { ...sandboxKeys(secretOfProduct), subject: 'mailto:push@sesa.example' }
}

/** Returns the external sign-in services: Google, and Firebase in hosted mode; null where there is none. */
export function signInOf(
  s: Values<typeof GOOGLE & typeof FIREBASE>,
  providers: ProviderSettings,
  publicUrl: string,
) {
  const client = complete({ clientId: s.GOOGLE_CLIENT_ID, clientSecret: s.GOOGLE_CLIENT_SECRET })
  const firebase = complete({ projectId: s.FIREBASE_PROJECT_ID, apiKey: s.FIREBASE_API_KEY })
  const emulatorUrl = s.FIREBASE_AUTH_EMULATOR_URL
  return {
    google: client
      ? { ...client, issuer: s.GOOGLE_ISSUER }
      : providers.mode === 'sandbox'
        ? sandboxGoogle(publicUrl, providers.url)
        : null,
    firebase: firebase
      ? {
          ...firebase,
          authDomain: s.FIREBASE_AUTH_DOMAIN ?? `${firebase.projectId}.firebaseapp.com`,
          /** The emulator's origin, whose tokens are unsigned; null except in tests. */
          emulatorUrl: emulatorUrl === undefined ? null : new URL(emulatorUrl).origin,
        }
      : null,
  }
}

/** Returns the sandbox's stand-in, which accepts no other client and knows no real account. */
const sandboxGoogle = (publicUrl: string, sandboxUrl: string) => ({
  clientId: 'sesa-sandbox',
  clientSecret: 'sesa-sandbox-google-secret',
  issuer: `${publicUrl}/sandbox/google`,
  /** The issuer's address from this server, if it differs from the public one. */
  reachedAt: `${sandboxUrl}/sandbox/google`,
})
