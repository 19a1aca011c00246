import type { Edit } from './edit.ts'

const MODULES = 'apps/api/src/domains'
const IDENTITY = `${MODULES}/identity`

/** Passwords, codes and other proofs: chapters 6 and 10. */
export const SIGN_IN_EDITS: readonly Edit[] = [
  {
    what: 'passwords may be short',
    rows: ['V6.2.1'],
    file: `${MODULES}/passwords/policy.ts`,
    find: 'if (lengthOf(password) < PASSWORD_MIN)',
    replace: 'if (password === "")',
  },
  {
    what: 'a changed password is not stored',
    rows: ['V6.2.2'],
    file: `${MODULES}/passwords/service.ts`,
    find: 'await storePassword(tx, userId, hash)',
    replace: '',
  },
  {
    what: 'a password is changed without the current one',
    rows: ['V6.2.3'],
    file: `${MODULES}/passwords/service.ts`,
    find: "if (await passwordMatches(hash, current ?? '')) return",
    replace: 'if (current !== "") return',
  },
  {
    what: 'common passwords are accepted',
    rows: ['V6.2.4', 'V6.2.12'],
    file: `${MODULES}/passwords/policy.ts`,
    find: 'if (known.has(lower) || known.has(withoutEnding(lower)) || new Set(lower).size < 4 || isPattern(lower))',
    replace: 'if (lower === "")',
  },
  {
    what: 'passwords must contain a digit',
    rows: ['V6.2.5'],
    file: `${MODULES}/passwords/policy.ts`,
    find: 'if (known.has(lower) || known.has(withoutEnding(lower)) || new Set(lower).size < 4 || isPattern(lower))',
    replace:
      'if (known.has(lower) || known.has(withoutEnding(lower)) || new Set(lower).size < 4 || isPattern(lower) || !/\\d/.test(lower))',
  },
  {
    what: 'passwords ignore upper and lower case',
    rows: ['V6.2.8'],
    file: `${MODULES}/passwords/hash.ts`,
    find: 'const argon = promisify(argon2)',
    replace:
      'const argon = (kind: "argon2id", options: Argon2Parameters) => promisify(argon2)(kind, { ...options, message: String(options.message).toLowerCase() })',
  },
  {
    what: 'long passwords are refused',
    rows: ['V6.2.9'],
    file: `${MODULES}/passwords/policy.ts`,
    find: 'if (lengthOf(password) < PASSWORD_MIN)',
    replace: 'if (lengthOf(password) < PASSWORD_MIN || lengthOf(password) > 63)',
  },
  {
    what: 'passwords made of the customer’s own words are accepted',
    rows: ['V6.2.11'],
    file: `${MODULES}/passwords/policy.ts`,
    find: 'if (rest !== lower && (',
    replace: 'if (rest === "none" && (',
  },
  {
    what: 'a known browser has no separate budget',
    rows: ['V6.1.1'],
    file: `${IDENTITY}/sessions/devices.ts`,
    find: '  return row !== undefined\n}',
    replace: '  return row === null\n}',
  },
  {
    what: 'password tries are not limited',
    rows: ['V6.3.1'],
    file: `${MODULES}/email/password-tries.ts`,
    find: "if ('wait' in outcome) throw new Refused('rate_limited', { field: 'password', retryAfter: outcome.wait })",
    replace: '',
  },
  {
    what: 'the server connects as the owner of the schema',
    rows: ['V6.3.2'],
    file: 'apps/launcher/src/environments.ts',
    find: '    DATABASE_URL: urls.application,\n  }',
    replace: '    DATABASE_URL: urls.owner,\n  }',
  },
  {
    what: 'a locked account still works',
    rows: ['V6.3.4'],
    file: 'apps/api/src/db/open-account.ts',
    find: 'select locked_at is null and closed_at is null as open',
    replace: 'select closed_at is null as open',
    also: [
      { file: `${IDENTITY}/sessions/store.ts`, find: 'and u.locked_at is null and u', replace: 'and u' },
    ],
  },
  {
    what: 'codes never expire',
    rows: ['V6.4.1', 'V6.5.5'],
    file: `${IDENTITY}/phone/verifications-store.ts`,
    find: 'when expires_at <= clock_timestamp()',
    replace: 'when false',
  },
  {
    what: 'other devices stay signed in after a reset',
    rows: ['V6.4.3'],
    file: `${MODULES}/email/sign-in.ts`,
    find: 'await gateway.signOutOthers(tx, userId, opened.id)',
    replace: '',
  },
  {
    what: 'a code can be used more than once',
    rows: ['V6.5.1'],
    file: `${IDENTITY}/phone/verify-phone.ts`,
    find: 'await store.markUsed(tx, found.id)',
    replace: '',
  },
  {
    what: 'codes have three digits',
    rows: ['V6.5.4'],
    file: `${IDENTITY}/phone/codes.ts`,
    find: 'export function newCode(digits: number): string {',
    replace: 'export function newCode(digits: number): string {\n  digits = 3',
  },
  {
    what: 'no passkey is ever offered',
    rows: ['V6.6.1'],
    file: `${MODULES}/passkeys/store.ts`,
    find: 'return rows[0]?.offered ?? false',
    replace: 'return rows.length === 0',
  },
  {
    what: 'a code is accepted for any verification',
    rows: ['V6.6.2'],
    file: `${IDENTITY}/phone/verify-phone.ts`,
    find: '  if (!isRight) {',
    replace: `  const all = await tx.selectFrom('verifications').selectAll().execute()
  const isAnybodys = all.some((one) =>
    settings.codeKeys.some((key) => sameHash(hashCode(key, one.id, one.salt, request.code), one.code_hash)),
  )
  if (!isRight && !isAnybodys) {`,
  },
  {
    what: 'a code may be tried any number of times',
    rows: ['V6.6.3'],
    file: `${IDENTITY}/phone/verifications-store.ts`,
    find: 'when wrong_tries >= ${TRIES_PER_CODE}::int',
    replace: 'when wrong_tries >= 1000000',
  },
  {
    what: 'another service with the confirmed address opens the account',
    rows: ['V6.8.1', 'V10.5.2'],
    file: `${MODULES}/federation/join.ts`,
    find: "if ((await emailOwner(tx, email)) !== undefined) throw new Refused('link_needed')",
    replace: 'const known = await emailOwner(tx, email)\n    if (known !== undefined) return known',
  },
  {
    what: 'a Google answer that fails its checks opens an account',
    rows: ['V6.8.2', 'V10.2.2', 'V10.5.1', 'V10.5.3', 'V10.5.4'],
    file: 'apps/api/src/providers/google/index.ts',
    find: '        return null\n',
    replace: "        return { subject: 'anybody', email: null, emailVerified: false }\n",
  },
  {
    what: 'an old Firebase sign-in opens a session',
    rows: ['V6.8.4', 'V7.6.1'],
    file: 'apps/api/src/providers/firebase/index.ts',
    find: 'if (!inTime || auth_time < now - SIGNED_IN_WITHIN_SECONDS)',
    replace: 'if (!inTime)',
  },
  {
    what: 'a Google sign-in may finish in another browser',
    rows: ['V10.1.2', 'V10.2.1'],
    file: `${MODULES}/federation/store.ts`,
    find: 'if (!row.browserHash.equals(hashToken(browserToken))) return undefined',
    replace: '',
  },
  {
    what: 'scripts can read the refresh token',
    rows: ['V10.1.1'],
    file: `${IDENTITY}/routes.ts`,
    find: '    if (answer) return answer\n    cookies.clear(reply)',
    replace:
      "    reply.header('x-refresh-token', cookies.read(request) ?? '')\n    if (answer) return answer\n    cookies.clear(reply)",
  },
]
