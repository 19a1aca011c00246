const TRANSFERS = 'apps/api/src/modules/transfers'

/** Code whose mutants are tried, and the tests nearest to it. */
export interface Part {
  /** Globs below the repository. */
  readonly code: readonly string[]
  /** The quickest first: a mutant is killed by the first test that fails. */
  readonly tests: readonly string[]
}

const transfers = (code: readonly string[], tests: readonly string[]): Part => ({
  code: code.map((name) => `${TRANSFERS}/${name}.ts`),
  tests: tests.map((name) => `${TRANSFERS}/${name}.test.ts`),
})

const module = (name: string, code: readonly string[], tests: readonly string[]): Part => ({
  code: code.map((file) => `apps/api/src/modules/${name}/${file}.ts`),
  tests: tests.map((file) => `apps/api/src/modules/${name}/${file}.test.ts`),
})

/** The parts by the names under which the command takes them. */
export const PARTS: Readonly<Record<string, Part>> = {
  money: {
    code: ['packages/money/src/!(*.test|*.typetest).ts'],
    tests: ['packages/money/src/*.test.ts'],
  },
  ledger: module('ledger', ['index'], ['ledger', 'adopt']),
  quotes: module(
    'quotes',
    ['price', 'service', 'store', 'typed-amount', 'present'],
    ['typed-amount', 'price', 'quotes'],
  ),
  limits: transfers(
    ['limits', 'allowance', 'former-numbers'],
    // Not `races`: 2,400 races take too long for each mutant. `limit-window` tests the same lock with two.
    ['limit-window', 'allowance', 'former-numbers', 'changed-numbers'],
  ),
  'shared-limits': transfers(['shared-limits', 'limit-keys'], ['limit-window', 'shared-limits']),
  claims: transfers(
    ['store', 'open-store', 'attempts'],
    ['leases', 'attempts', 'claims', 'payout-guards', 'repeated', 'create'],
  ),
  steps: transfers(
    ['engine', 'step', 'step-*', 'moves', 'booking', 'position', 'backoff', 'cancel', 'hints'],
    [
      'backoff',
      'booking',
      'payout-guards',
      'claims',
      'repeated',
      'cancel',
      'failures',
      'outcomes',
      'contradictions',
      'under-way',
      'repaid',
      'holds',
      'disputes',
    ],
  ),
  reconciliation: module(
    'reconciliation',
    ['breaks', 'compare-cards', 'compare-payouts', 'run', 'watch'],
    ['compare-cards', 'compare-payouts', 'watch', 'pairing', 'window', 'reconciliation'],
  ),
}
