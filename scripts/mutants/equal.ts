/** A mutant that no test can notice, since it behaves like the code. */
export interface EqualMutant {
  readonly file: string
  /** The replaced code, as written in the file. */
  readonly code: string
  readonly replacement: string
  readonly why: string
}

const FOR_THE_COMPILER = 'The text always has this part; the default is there for the compiler alone.'
const ALWAYS_A_ROW =
  'An aggregate without groups always gives one row; the default is there for the compiler alone.'
const ALWAYS_A_COUNTRY = 'Each currency has a country; the error is there for the compiler alone.'
const ALWAYS_FOUND =
  'A country code always names a country that we serve: the type and the database allow no other.'

export const EQUAL: readonly EqualMutant[] = [
  ...['format', 'money', 'rate'].map((name) => ({
    file: `packages/money/src/${name}.ts`,
    code: "''",
    replacement: '"Stryker was here!"',
    why: FOR_THE_COMPILER,
  })),
  {
    file: 'packages/money/src/rate.ts',
    code: "'0'",
    replacement: '""',
    why: 'Number reads both as zero.',
  },
  {
    file: 'packages/money/src/rate.ts',
    code: 'scale < 0',
    replacement: 'scale <= 0',
    why: 'At a scale of zero both branches make the same rate: the digits times one.',
  },
  {
    file: 'packages/money/src/parse.ts',
    code: 'last === -1',
    replacement: 'false',
    why: 'Without a separator, `separator` is empty, and every text includes the empty text: the result is -1 either way.',
  },
  {
    file: 'apps/api/src/domains/record/ledger/post.ts',
    code: 'amount.amount < 0n',
    replacement: 'amount.amount <= 0n',
    why: 'Legs of zero have already been left out.',
  },
  {
    file: 'apps/api/src/domains/record/ledger/balance.ts',
    code: 'rows[0]?.balance',
    replacement: 'rows[0].balance',
    why: ALWAYS_A_ROW,
  },
  ...['create/limits', 'create/allowance'].map((name) => ({
    file: `apps/api/src/domains/transfers/${name}.ts`,
    code: '{ day: 0n, month: 0n }',
    replacement: '{}',
    why: ALWAYS_A_ROW,
  })),
  {
    file: 'apps/api/src/domains/transfers/create/allowance.ts',
    code: 'findCountry(country)?.currency',
    replacement: 'findCountry(country).currency',
    why: ALWAYS_FOUND,
  },
  {
    file: 'apps/api/src/domains/transfers/create/allowance.ts',
    code: 'currency === undefined',
    replacement: 'false',
    why: ALWAYS_FOUND,
  },
  {
    file: 'apps/api/src/domains/transfers/create/allowance.ts',
    code: "'country_not_served'",
    replacement: '""',
    why: ALWAYS_FOUND,
  },
  ...['price', 'service'].map((name) => ({
    file: `apps/api/src/domains/pricing/quotes/${name}.ts`,
    code: "'down'",
    replacement: '""',
    why: 'Without a rounding mode, the library under `convert` rounds down.',
  })),
  {
    file: 'apps/api/src/domains/pricing/quotes/typed-amount.ts',
    code: "''",
    replacement: '"Stryker was here!"',
    why: FOR_THE_COMPILER,
  },
  {
    file: 'apps/api/src/domains/pricing/quotes/service.ts',
    code: '`No country for ${currency}`',
    replacement: '``',
    why: ALWAYS_A_COUNTRY,
  },
  {
    file: 'apps/api/src/domains/pricing/quotes/service.ts',
    code: '!country',
    replacement: 'false',
    why: ALWAYS_A_COUNTRY,
  },
  {
    file: 'apps/api/src/domains/pricing/quotes/service.ts',
    code: 'findCountry(code)?.name',
    replacement: 'findCountry(code).name',
    why: ALWAYS_FOUND,
  },
]
