import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../../scripts/files.ts'

const BRAND = /stripe|pawapay|momo|twilio|africas?-?talking|google|firebase/i

/**
 * Names used by the specification itself: signing in with Google, words guessed as passwords, and the transfer method `momo`.
 * `failures.ts` has the rails' documented failure codes, which are stored unchanged.
 */
const PRODUCT_WORDS = [
  'customers/account-record/kinds.ts',
  'customers/account/store.ts',
  'customers/identity/sessions/open-session.ts',
  'customers/identity/staff/actions.ts',
  'customers/passwords/policy.ts',
  'office/pages/routes.ts',
  'transfers/create/input.ts',
  'transfers/history/view.ts',
  'transfers/state/failures.ts',
]
const PRODUCT_MODULES = ['customers/federation/', 'customers/index.ts', 'customers/compose.ts']

const isJudged = (path: string): boolean =>
  !/\.test\.ts$|\/testing\//.test(path) && !PRODUCT_MODULES.some((module) => path.startsWith(module))

test('no module names a provider, so that another can take its place', () => {
  const files = ['**/*.ts', '**/*.sql'].flatMap((pattern) => filesBelow(import.meta.dirname, pattern))
  const judged = files.filter(isJudged)
  const naming = judged.filter((path) => BRAND.test(readFileSync(join(import.meta.dirname, path), 'utf8')))
  expect(judged.length).toBeGreaterThan(100)
  expect(naming.sort()).toEqual(PRODUCT_WORDS)
})

test.each([
  "callProvider('stripe.list_payment_intents')",
  "where provider = 'mtn-momo'",
  '/** PawaPay answers. */',
])('finds the name in %s', (line) => {
  expect(line).toMatch(BRAND)
})
