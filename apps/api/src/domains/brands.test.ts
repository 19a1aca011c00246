import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../../../../scripts/files.ts'

const BRAND = /stripe|pawapay|monime|momo|twilio|africas?-?talking|google|firebase/i
/** The specification's own word for mobile money, as a value or a field: it names no provider. */
const METHOD = /(?<![\w-])momo(?!\w)/g
const named = (text: string): boolean => BRAND.test(text.replace(METHOD, ''))

/**
 * Names used by the specification itself: signing in with Google, and words guessed as passwords. `failures.ts` has the rails'
 * documented failure codes, which are stored unchanged.
 */
const PRODUCT_WORDS = [
  'customers/account-record/kinds.ts',
  'customers/account/store.ts',
  'customers/identity/sessions/open-session.ts',
  'customers/identity/staff/actions.ts',
  'office/pages/routes.ts',
  'transfers/mobile-money/decide.ts',
  'transfers/state/failures.ts',
]
const PRODUCT_MODULES = ['customers/federation/', 'customers/index.ts', 'customers/compose.ts']

const isJudged = (path: string): boolean =>
  !/\.test\.ts$|\/testing\//.test(path) && !PRODUCT_MODULES.some((module) => path.startsWith(module))

test('no module names a provider, so that another can take its place', () => {
  const files = ['**/*.ts', '**/*.sql'].flatMap((pattern) => filesBelow(import.meta.dirname, pattern))
  const judged = files.filter(isJudged)
  const naming = judged.filter((path) => named(readFileSync(join(import.meta.dirname, path), 'utf8')))
  expect(judged.length).toBeGreaterThan(100)
  expect(naming.sort()).toEqual(PRODUCT_WORDS)
})

test.each([
  "callProvider('stripe.list_payment_intents')",
  "where provider = 'mtn-momo'",
  '/** PawaPay answers. */',
])('finds the name in %s', (line) => {
  expect(named(line)).toBe(true)
})
