const TRANSFERS = 'apps/api/src/domains/transfers'

/** Code to mutate, and the tests closest to it. */
export interface Part {
  /** Globs below the repository. */
  readonly code: readonly string[]
  /** Quickest first: the first test that fails kills a mutant. */
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
    ['state/claims', 'create/create-store', 'steps/attempts'],
    [
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
    'reconciliation',
    ['breaks', 'compare-cards', 'compare-payouts', 'run', 'watch'],
    ['compare-cards', 'compare-payouts', 'watch', 'pairing', 'window', 'reconciliation'],
  ),
}
