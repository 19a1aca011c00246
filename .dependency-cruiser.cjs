// docs/architecture.md says what these rules allow, under "Imports".
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const rule = (name, from, to) => ({ name, severity: 'error', from, to })

/** Tests and their helpers may import code that the product keeps apart. */
const TESTS = ['[.]test[.]tsx?$', '/testing(/|[.]ts$)', '^packages/test-kit/']
const PRODUCT = '^(apps|packages|e2e|bench|chaos)/'
const NPM = 'node_modules/'

/** Every entry point in the packages' `exports`. */
const FRONT_DOORS = readdirSync(join(__dirname, 'packages')).flatMap((name) => {
  const { exports: entries } = JSON.parse(
    readFileSync(join(__dirname, 'packages', name, 'package.json'), 'utf8'),
  )
  return Object.values(entries).map(
    (entry) => `^${join('packages', name, entry).replaceAll('.', '[.]').replaceAll('*', '.+')}$`,
  )
})

const packagesRules = [
  rule(
    'money-knows-only-dinero',
    { path: '^packages/money/src/', pathNot: TESTS },
    { pathNot: ['^packages/money/src/', 'node_modules/dinero[.]js/'] },
  ),
  rule(
    'contract-knows-only-money',
    { path: '^packages/contract/' },
    { path: PRODUCT, pathNot: ['^packages/contract/', '^packages/money/'] },
  ),
  rule(
    'ui-knows-contract-and-money',
    { path: '^packages/ui/' },
    { path: PRODUCT, pathNot: '^packages/(ui|contract|money)/' },
  ),
  rule(
    'components-make-no-calls',
    { path: ['^packages/ui/src/(art|feedback|fields|layout|overlay)/', '^packages/ui/src/[^/]+[.]tsx$'] },
    { path: '^packages/ui/src/(api/|load-state[.]ts$)' },
  ),
  rule(
    'sandbox-knows-no-product-code',
    { path: '^packages/sandbox/' },
    { path: PRODUCT, pathNot: '^packages/sandbox/' },
  ),
  rule(
    'embedded-postgres-knows-no-product-code',
    { path: '^packages/embedded-postgres/' },
    { path: PRODUCT, pathNot: '^packages/embedded-postgres/' },
  ),
  rule(
    'test-kit-knows-no-product-code',
    { path: '^packages/test-kit/' },
    { path: PRODUCT, pathNot: '^packages/(test-kit|embedded-postgres)/' },
  ),
  rule(
    'launcher-starts-the-others-as-processes',
    { path: '^apps/launcher/' },
    { path: PRODUCT, pathNot: ['^apps/launcher/', '^packages/(embedded-postgres|test-kit)/'] },
  ),
  rule(
    'packages-only-through-their-front-door',
    { path: '^(apps|packages|e2e|bench|chaos|scripts)/([^/]+)/' },
    {
      path: '^packages/[^/]+/',
      pathNot: ['^packages/$2/', ...FRONT_DOORS],
    },
  ),
]

const webRules = [
  rule(
    'web-knows-contract-money-and-ui',
    { path: '^apps/web/' },
    { path: PRODUCT, pathNot: ['^apps/web/', '^packages/(contract|money|ui|test-kit)/'] },
  ),
  rule(
    'features-do-not-know-each-other',
    { path: '^apps/web/src/features/([^/]+)/' },
    { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/($1|verification)/' },
  ),
  rule(
    'features-do-not-know-site-or-app',
    { path: '^apps/web/src/features/' },
    { path: '^apps/web/src/(site|app)/' },
  ),
  rule(
    'lib-knows-nothing-above-it',
    { path: '^apps/web/src/lib/' },
    { path: '^apps/web/src/(site|app|features)/' },
  ),
  rule('site-and-app-are-apart', { path: '^apps/web/src/site/' }, { path: '^apps/web/src/app/' }),
  rule(
    'nothing-imports-the-gallery',
    { path: PRODUCT, pathNot: '^apps/web/src/gallery/' },
    { path: '^apps/web/src/gallery/' },
  ),
  rule(
    'nothing-imports-the-baseline',
    { path: PRODUCT, pathNot: '^apps/web/src/baseline/' },
    { path: '^apps/web/src/baseline/' },
  ),
]

const officeRules = [
  rule(
    'office-knows-contract-money-and-ui',
    { path: '^apps/office/' },
    { path: PRODUCT, pathNot: ['^apps/office/', '^packages/(contract|money|ui|test-kit)/'] },
  ),
  rule(
    'office-features-do-not-know-each-other',
    { path: '^apps/office/src/features/([^/]+)/' },
    { path: '^apps/office/src/features/', pathNot: '^apps/office/src/features/$1/' },
  ),
  rule(
    'office-parts-know-nothing-above-them',
    { path: '^apps/office/src/(lib|parts|table)/' },
    { path: '^apps/office/src/(app|features)/' },
  ),
]

/** The API's domains, each with those it may import. Every arrow points down this list. */
const DOMAINS = {
  office: [
    'compliance',
    'support',
    'books',
    'customers',
    'payouts',
    'transfers',
    'pricing',
    'risk',
    'record',
  ],
  compliance: ['customers', 'transfers', 'record'],
  support: ['customers', 'payouts', 'transfers', 'pricing', 'record'],
  books: ['payouts', 'transfers', 'pricing', 'record'],
  customers: ['payouts', 'transfers', 'risk', 'record'],
  payouts: ['transfers', 'pricing', 'record'],
  transfers: ['pricing', 'risk', 'record'],
  pricing: ['record'],
  risk: ['record'],
  record: [],
}

const apiRules = [
  rule('api-does-not-know-web', { path: '^apps/api/' }, { path: '^apps/(web|office|launcher)/' }),
  rule(
    'domains-only-through-their-front-door',
    { path: '^apps/api/src/([^/]+)/([^/]+)', pathNot: ['^apps/api/src/(providers|db)/', ...TESTS] },
    {
      path: '^apps/api/src/domains/',
      pathNot: ['^apps/api/src/$1/$2/', '^apps/api/src/domains/[^/]+/index[.]ts$'],
    },
  ),
  ...Object.entries(DOMAINS).map(([domain, below]) =>
    rule(
      'domains-run-one-way',
      { path: `^apps/api/src/domains/${domain}/`, pathNot: TESTS },
      {
        path: '^apps/api/src/domains/',
        pathNot: `^apps/api/src/domains/(${[domain, ...below].join('|')})/`,
      },
    ),
  ),
  rule(
    'modules-only-through-their-front-door',
    { path: '^apps/api/src/domains/(?!transfers/)([^/]+)/([^/]+)/' },
    {
      path: '^apps/api/src/domains/$1/[^/]+/',
      pathNot: ['^apps/api/src/domains/$1/$2/', '^apps/api/src/domains/[^/]+/[^/]+/index[.]ts$'],
    },
  ),
  rule(
    'domains-know-neither-providers-nor-composition',
    { path: '^apps/api/src/domains/', pathNot: TESTS },
    { path: '^apps/api/src/(providers|compose|config|cli|bin)/' },
  ),
  rule(
    'providers-know-only-ports',
    { path: '^apps/api/src/providers/([^/]+)/', pathNot: TESTS },
    {
      path: ['^apps/api/src/', '^packages/sandbox/'],
      pathNot: ['^apps/api/src/providers/$1/', '^apps/api/src/domains/.+/ports[.]ts$', '^apps/api/src/lib/'],
    },
  ),
  rule(
    'foundations-know-no-module',
    { path: '^apps/api/src/(db|http|jobs|lib)/', pathNot: ['^apps/api/src/db/schema/', ...TESTS] },
    { path: '^apps/api/src/(domains|providers|compose|config|cli|bin)/' },
  ),
  rule(
    'only-composition-knows-providers-and-sandbox',
    { path: '^apps/api/src/', pathNot: ['^apps/api/src/(compose|config|providers)/', ...TESTS] },
    { path: ['^apps/api/src/providers/', '^packages/sandbox/'] },
  ),
]

const outsideRules = [
  rule(
    'e2e-and-bench-talk-http',
    { path: '^(e2e|bench)/' },
    { path: PRODUCT, pathNot: ['^(e2e|bench)/', '^packages/(contract|test-kit)/'] },
  ),
  rule(
    'chaos-kills-from-outside',
    { path: '^chaos/' },
    {
      path: PRODUCT,
      pathNot: [
        '^chaos/',
        '^packages/(contract|money|embedded-postgres|test-kit)/',
        '^apps/api/src/db/index[.]ts$',
        '^apps/api/src/domains/books/index[.]ts$',
      ],
    },
  ),
  rule('product-knows-no-tests', { path: '^(apps|packages)/', pathNot: TESTS }, { path: TESTS }),
  rule(
    'no-undeclared-package',
    { pathNot: NPM },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
  ),
  rule('no-cycles', {}, { circular: true }),
]

module.exports = {
  forbidden: [...packagesRules, ...webRules, ...officeRules, ...apiRules, ...outsideRules],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|[.]data|[.]cache)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
    },
  },
}
