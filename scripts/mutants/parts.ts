const TRANSFERS = 'apps/api/src/domains/transfers'

/** Code to mutate, and the tests closest to it. */
export interface Part {
  /** Globs relative to the repository. */
  readonly code: readonly string[]
  /** Fastest first: the first failing test kills a mutant. */
  readonly tests: readonly string[]
}

const transfers = (code: readonly string[], tests: readonly string[]): Part => ({
  code: code.map((name) => `${TRANSFERS}/${name}.ts`),
  tests: tests.map((name) => `${TRANSFERS}/${name}.test.ts`),
})

const module = (name: string, code: readonly string[], tests: readonly string[]): Part => ({
  code: code.map((file) => `apps/api/src/domains/${name}/${file}.ts`),
  tests: tests.map((file) => `apps/api/src/domains/${name}/${file}.test.ts`),
})

/** Returns code and tests of several folders below the API's sources, given without `.ts` or `.test.ts`. */
const api = (code: readonly string[], tests: readonly string[]): Part => ({
  code: code.map((file) => `apps/api/src/${file}.ts`),
  tests: tests.map((file) => `apps/api/src/${file}.test.ts`),
})

const IDENTITY = 'domains/customers/identity'

/** The code that keeps strangers out. docs/security/asvs.md lists the requirement that each test proves. */
const SECURITY: Readonly<Record<string, Part>> = {
  tokens: module('customers/identity', ['tokens/!(*.test)'], ['tokens/token-cache', 'tokens/tokens']),
  sessions: api(
    [`${IDENTITY}/sessions/!(*.test)`],
    [
      `${IDENTITY}/sessions/devices`,
      `${IDENTITY}/sessions/sessions`,
      `${IDENTITY}/staff/actions`,
      'domains/customers/email/stale-session',
    ],
  ),
  codes: module(
    'customers/identity',
    ['phone/!(*.test)', 'limits/!(*.test)'],
    ['limits/proof-of-work', 'phone/sign-in', 'phone/change-phone', 'limits/limits', 'limits/lockout'],
  ),
  passwords: api(
    [
      'domains/customers/passwords/{count,hash,patterns,policy,service,store}',
      'domains/customers/email/password-tries',
    ],
    [
      'domains/customers/passwords/policy',
      'domains/customers/passwords/passwords',
      'domains/customers/passwords/cost',
      'domains/customers/email/password-tries',
    ],
  ),
  links: api(
    ['lib/link-token', 'domains/customers/email/{addresses-store,links-store,sign-in,sign-up,verify}'],
    [
      'domains/customers/email/stale-session',
      'domains/customers/email/email',
      'domains/support/tracking/tracking',
    ],
  ),
  'google-and-firebase': api(
    [
      'domains/customers/federation/{firebase-routes,google-routes,join,store}',
      'providers/{google,firebase}/index',
    ],
    ['domains/customers/federation/firebase', 'domains/customers/federation/google'],
  ),
  passkeys: module('customers/passkeys', ['{ceremony,service,store,wire}'], ['passkeys']),
  'step-up': {
    code: ['packages/contract/src/rules/proofs.ts'],
    tests: ['apps/api/src/security/proofs.test.ts'],
  },
  'office-gate': api(
    [
      'http/office/!(*.test)',
      'domains/office/staff/{changes,members,passkeys,proofs,sessions,two-people,without-invitation}',
    ],
    ['proofs', 'two-people', 'insider', 'both-saw', 'staff'].map((name) => `domains/office/staff/${name}`),
  ),
  sealing: api(
    ['lib/secrets', 'domains/customers/sender-details/sealing'],
    [
      'domains/customers/sender-details/sealing',
      'domains/customers/sender-details/sender-details',
      `${IDENTITY}/tokens/tokens`,
    ],
  ),
  requests: api(
    [
      'http/{errors,route,security-log}',
      'http/pages/hosts',
      'http/server/{base,guards,json-body,one-meaning,slots,unreadable}',
    ],
    [
      'http/server/slots',
      'http/server/one-meaning',
      'http/server/server',
      'http/server/log',
      'http/pages/hosts',
      'security/bodies',
      'security/policies',
      'security/access',
      'security/cross-site.all',
    ],
  ),
}

/** The parts, by the names that the command accepts. */
export const PARTS: Readonly<Record<string, Part>> = {
  money: {
    code: ['packages/money/src/!(*.test|*.typetest).ts'],
    tests: ['packages/money/src/*.test.ts'],
  },
  ledger: module('record/ledger', ['post', 'balance', 'checkpoints'], ['ledger', 'restored-dump']),
  quotes: module(
    'pricing/quotes',
    ['price', 'service', 'store', 'typed-amount', 'present'],
    ['typed-amount', 'price', 'quotes'],
  ),
  limits: transfers(
    ['create/limits', 'create/allowance', 'create/former-numbers'],
    // Not `races`: 160 races take too long for each mutant. `limit-window` tests the same lock with two.
    ['create/limit-window', 'create/allowance', 'create/changed-numbers'],
  ),
  'shared-limits': transfers(
    ['create/shared-limits', 'create/limit-keys'],
    ['create/limit-window', 'create/shared-limits'],
  ),
  claims: transfers(
    ['state/{apply,change}', 'create/create-store', 'steps/attempts'],
    [
      'state/apply',
      'steps/payment',
      'engine/leases',
      'steps/attempts',
      'state/claims',
      'steps/contradictions',
      'staff/repeated-actions',
      'create/create',
    ],
  ),
  steps: transfers(
    [
      'engine/!(*.test|worker|webhooks|wait-for-outcome)',
      'steps/!(*.test|attempts|disputes)',
      'state/{transitions,ledger-entries,transfer-balance,backoff}',
    ],
    [
      'state/backoff',
      'state/ledger-entries',
      'state/claims',
      'staff/repeated-actions',
      'engine/cancel',
      'state/failures',
      'engine/outcomes',
      'steps/contradictions',
      'engine/in-flight',
      'staff/off-card-repayment',
      'state/holds',
      'steps/disputes',
    ],
  ),
  reconciliation: module(
    'books/reconciliation',
    ['breaks', 'compare-cards', 'compare-payouts', 'run', 'watch'],
    ['compare-cards', 'compare-payouts', 'watch', 'pairing', 'window', 'reconciliation'],
  ),
  ...SECURITY,
}
