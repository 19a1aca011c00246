import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkImports, type ImportCheck } from './import-rules.ts'

/** Installed as another package's dependency, and declared nowhere. */
const PACKAGE = 'node_modules/left-pad/'

/** One planted import for each rule: the rule that must report it, the file, and its import. */
const PLANTED: readonly (readonly [rule: string, from: string, to: string])[] = [
  ['money-knows-only-dinero', 'packages/money/src/rate.ts', 'fs'],
  ['contract-knows-only-money', 'packages/contract/src/call.ts', 'packages/sandbox/src/index.ts'],
  ['ui-knows-contract-and-money', 'packages/ui/src/form.ts', 'apps/web/src/lib/api/api.ts'],
  ['components-make-no-calls', 'packages/ui/src/layout/card.tsx', 'packages/ui/src/api/http.ts'],
  ['sandbox-knows-no-product-code', 'packages/sandbox/src/core/world.ts', 'packages/money/src/index.ts'],
  [
    'embedded-postgres-knows-no-product-code',
    'packages/embedded-postgres/src/start.ts',
    'packages/money/src/index.ts',
  ],
  ['test-kit-knows-no-product-code', 'packages/test-kit/src/pauses.ts', 'apps/api/src/lib/breaker.ts'],
  ['launcher-starts-the-others-as-processes', 'apps/launcher/src/start.ts', 'apps/api/src/bin/serve.ts'],
  [
    'packages-only-through-their-front-door',
    'apps/api/src/domains/pricing/quotes/price.ts',
    'packages/money/src/decimal.ts',
  ],
  [
    'web-knows-contract-money-and-ui',
    'apps/web/src/lib/api/api.ts',
    'packages/embedded-postgres/src/index.ts',
  ],
  [
    'features-do-not-know-each-other',
    'apps/web/src/features/dashboard/page.tsx',
    'apps/web/src/features/send-money/draft.ts',
  ],
  [
    'features-do-not-know-site-or-app',
    'apps/web/src/features/dashboard/page.tsx',
    'apps/web/src/app/routes.ts',
  ],
  ['lib-knows-nothing-above-it', 'apps/web/src/lib/recipients.ts', 'apps/web/src/features/dashboard/row.ts'],
  ['site-and-app-are-apart', 'apps/web/src/site/landing.tsx', 'apps/web/src/app/routes.ts'],
  ['nothing-imports-the-gallery', 'apps/web/src/app/routes.ts', 'apps/web/src/gallery/gallery.tsx'],
  ['nothing-imports-the-baseline', 'apps/web/src/app/routes.ts', 'apps/web/src/baseline/entry.tsx'],
  [
    'office-knows-contract-money-and-ui',
    'apps/office/src/app/routes.tsx',
    'apps/web/src/lib/session/session.ts',
  ],
  [
    'office-features-do-not-know-each-other',
    'apps/office/src/features/holds/page.tsx',
    'apps/office/src/features/audit-log/diff.tsx',
  ],
  [
    'office-parts-know-nothing-above-them',
    'apps/office/src/table/data-table.tsx',
    'apps/office/src/features/audit-log/diff.tsx',
  ],
  ['api-does-not-know-web', 'apps/api/src/http/pages/pages.ts', 'apps/web/build/manifest.ts'],
  [
    'domains-only-through-their-front-door',
    'apps/api/src/domains/transfers/service.ts',
    'apps/api/src/domains/record/ledger/store.ts',
  ],
  [
    'domains-run-one-way',
    'apps/api/src/domains/record/ledger/store.ts',
    'apps/api/src/domains/transfers/index.ts',
  ],
  [
    'modules-only-through-their-front-door',
    'apps/api/src/domains/pricing/quotes/price.ts',
    'apps/api/src/domains/pricing/rates/store.ts',
  ],
  [
    'domains-know-neither-providers-nor-composition',
    'apps/api/src/domains/transfers/service.ts',
    'apps/api/src/providers/stripe/index.ts',
  ],
  [
    'providers-know-only-ports',
    'apps/api/src/providers/stripe/index.ts',
    'apps/api/src/domains/transfers/index.ts',
  ],
  [
    'foundations-know-no-module',
    'apps/api/src/http/server/server.ts',
    'apps/api/src/domains/transfers/index.ts',
  ],
  [
    'only-composition-knows-providers-and-sandbox',
    'apps/api/src/http/server/server.ts',
    'packages/sandbox/src/index.ts',
  ],
  ['e2e-and-bench-talk-http', 'bench/src/run.ts', 'apps/api/src/bin/serve.ts'],
  ['chaos-kills-from-outside', 'chaos/src/world/world.ts', 'apps/api/src/domains/transfers/index.ts'],
  ['product-knows-no-tests', 'apps/api/src/compose/product.ts', 'apps/api/src/testing/world.ts'],
  ['no-undeclared-package', 'apps/api/src/compose/product.ts', `${PACKAGE}index.js`],
  ['no-cycles', 'packages/ui/src/api/http.ts', 'packages/ui/src/layout/card.tsx'],
]

/** Imports that resemble the planted ones and are allowed. */
const ALLOWED: readonly (readonly [from: string, to: string])[] = [
  ['apps/api/src/compose/product.ts', 'packages/sandbox/src/index.ts'],
  ['apps/api/src/compose/product.ts', 'apps/api/src/providers/stripe/index.ts'],
  ['apps/api/src/providers/stripe/index.ts', 'apps/api/src/domains/transfers/ports.ts'],
  ['apps/api/src/domains/pricing/quotes/price.ts', 'packages/money/src/index.ts'],
  ['apps/api/src/domains/pricing/quotes/price.ts', 'apps/api/src/domains/pricing/rates/index.ts'],
  ['apps/api/src/domains/transfers/service.ts', 'apps/api/src/domains/record/index.ts'],
  ['apps/api/src/domains/transfers/transfers.test.ts', 'apps/api/src/testing/world.ts'],
  ['apps/office/src/app/frame.tsx', 'packages/ui/src/button.tsx'],
  ['apps/web/src/app/shell.tsx', 'apps/web/src/features/dashboard/page.tsx'],
]

function writeTree(root: string): void {
  const texts = new Map([
    ['package.json', '{}'],
    [`${PACKAGE}package.json`, '{ "main": "index.js" }'],
  ])
  const edges = [...PLANTED.map(([, from, to]) => [from, to] as const), ...ALLOWED]
  for (const [from, to] of edges) {
    const specifier = to === 'fs' ? 'node:fs' : to.startsWith(PACKAGE) ? 'left-pad' : join(root, to)
    texts.set(from, `${texts.get(from) ?? ''}import '${specifier}'\n`)
    if (to !== 'fs' && !texts.has(to)) texts.set(to, '')
  }
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

describe('import rules', () => {
  const root = mkdtempSync(join(tmpdir(), 'import-rules-'))
  let check: ImportCheck

  beforeAll(async () => {
    writeTree(root)
    check = await checkImports(root)
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test.each(PLANTED)('%s catches %s', (rule, from, to) => {
    expect(check.violations).toContainEqual(expect.objectContaining({ rule, from, to }))
  })

  test.each(ALLOWED)('%s may import %s', (from, to) => {
    expect(check.violations.filter((found) => found.from === from && found.to === to)).toEqual([])
  })

  test('reads every file and has a planted violation for every rule', () => {
    expect(PLANTED.map(([rule]) => rule)).toEqual(check.rules)
    expect(check.cruised).toBe(check.existing)
  })
})
