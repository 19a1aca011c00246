import { dirname, join } from 'node:path/posix'
import { isTest, matches, type Rule } from './rule.ts'

/** Tables whose rows never change. */
export const APPEND_ONLY_TABLES: readonly string[] = [
  'ledger_accounts',
  'ledger_entries',
  'ledger_postings',
  'ledger_checkpoints',
  'transfer_events',
  'security_events',
  'rate_snapshots',
  'snapshot_rates',
  'daily_rates',
  'quotes',
]
const TABLE = `["'\`]?(${APPEND_ONLY_TABLES.join('|')})\\b`
const CHANGES = [
  `\\b(update|delete\\s+from|truncate(\\s+table)?)\\s+(only\\s+)?${TABLE}`,
  `\\b(updateTable|deleteFrom|mergeInto)\\(\\s*${TABLE}`,
  `\\binsert(Into\\(|\\s+into\\s+)${TABLE}[^;]{0,500}(doUpdateSet|do\\s+update)`,
  `\\bgrant\\b[^;]*\\b(update|delete|truncate|all)\\b[^;]*\\bon\\b[^;]*${TABLE}`,
].map((pattern) => new RegExp(pattern, 'gi'))

export const ledgerIsAppendOnly: Rule = {
  name: 'ledger-is-append-only',
  remedy: 'write a new row that corrects the old one',
  appliesTo: (path) => /^apps\/api\/.*\.(ts|sql)$/.test(path) && !isTest(path),
  offences: ({ text }) => matches(text, ...CHANGES),
}

const STATE = 'apps/api/src/domains/transfers/state'
const WRITERS = [`${STATE}/apply.ts`, `${STATE}/transitions.ts`]

export const oneWriter: Rule = {
  name: 'one-writer',
  remedy: `update transfers only through ${WRITERS.join(' and ')}`,
  appliesTo: (path) => /^apps\/api\/src\/.*\.ts$/.test(path) && !isTest(path) && !WRITERS.includes(path),
  offences: ({ text }) =>
    matches(
      text,
      /\bupdateTable\(\s*['"`]transfers['"`]/g,
      /\bupdate\s+(only\s+)?transfers\s+((as\s+)?\w+\s+)?set\b/gi,
    ),
}

const isText = (path: string): boolean =>
  /\.(ts|tsx|js|cjs|sql|css|html|md|json|yml|sh)$|^\.(ci|npmrc)/.test(path) && !isAboutRules(path)
/** Returns true for files that must spell out what they forbid. */
const isAboutRules = (path: string): boolean => path.startsWith('scripts/house-rules')
export const noMachineInText: Rule = {
  name: 'no-machine-in-text',
  remedy: 'name no folder and no package registry of one machine',
  appliesTo: isText,
  offences: ({ text }) =>
    matches(
      text,
      /(?<![\w.])\/(root|workspace|home\/\w+|Users\/\w+)\//g,
      /\/\/[\w.-]*(registry|artifactory|verdaccio|nexus)|"resolved":\s*"https?:|^\s*registry\s*=/gim,
    ),
}

export const onlyTheNewLeone: Rule = {
  name: 'only-the-new-leone',
  remedy: "the currency of Sierra Leone is 'SLE'; 'SLL' is a thousandth of it and is refused",
  appliesTo: (path) => /^(apps|packages|bench)\/.*\.(ts|tsx|js|sql|json)$/.test(path) && !isTest(path),
  offences: ({ text }) => matches(text, /(['"`])SLL\1/g),
}

export const noSwitchedOffRule: Rule = {
  name: 'no-switched-off-rule',
  remedy: 'mend the line, or change the rule in .oxlintrc.json for everyone',
  appliesTo: (path) => /\.(ts|tsx|js|cjs)$/.test(path) && !isAboutRules(path),
  offences: ({ text }) => matches(text, /\b(oxlint|eslint)-(disable|enable)/g),
}

export const noSkippedJourney: Rule = {
  name: 'no-skipped-journey',
  remedy: 'skip a journey only under a condition, which says where it cannot run: test.skip(isMobile)',
  appliesTo: (path) => path.startsWith('e2e/'),
  offences: ({ text }) =>
    matches(text, /\btest(\.describe)?\.(only|fixme)\b|\btest\.(describe\.)?skip\(\s*(['"`)]|$)/g),
}

const EXTENSIONS = 'ts|tsx|js|cjs|sql|md|json|css|html|svg|png|sh'
const PATHS = [
  new RegExp(`(?<![\\w/@.:-])[\\w.@-]+(/[\\w.@-]+)+\\.(${EXTENSIONS})\\b`, 'g'),
  /(?<=`)(apps|packages|e2e|bench|scripts|docs)\/[\w./-]+(?=`)/g,
]
const BUILT = /(^|\/)(dist|node_modules|\.data|\.cache)\//

/** Checks names in the docs. `exists` knows the repository's files and folders, `scripts` its npm scripts. */
export function docsNameWhatExists(exists: (path: string) => boolean, scripts: readonly string[]): Rule {
  const isDead = (page: string, path: string): boolean =>
    !BUILT.test(path) && !exists(path) && !exists(join(dirname(page), path))
  return {
    name: 'docs-name-what-exists',
    remedy: 'name a file, folder or npm script that exists',
    appliesTo: (path) => /^(README|CONTRIBUTING)\.md$/.test(path) || /^docs\/.*\.md$/.test(path),
    offences: ({ path: page, text }) => {
      const paths = PATHS.flatMap((pattern) => [...text.matchAll(pattern)])
      const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
      return [
        ...paths.filter(([path]) => isDead(page, path)),
        ...commands.filter(([, name]) => !scripts.includes(name ?? '')),
      ].map(({ index }) => index)
    },
  }
}

const CONTRACT = '-- The earlier release stops working.'
const CONTRACTS = [
  /\bdrop (?:table|column)\b/gi,
  // An index or sequence may be renamed, and a table if the same migration creates a replacement.
  /\balter (?!(?:index|sequence)\b)\w+ (\w+) rename to\b(?![^]*\bcreate table \1 )/gi,
  /\brename column\b/gi,
  /\balter column \w+ (?:type|set not null)\b/gi,
  /\badd column (?:if not exists )?\w+ [^,;]*?not null(?![^,;]*\b(?:default|generated)\b)/gi,
]
/** Statements that block a table while they read or rewrite it, with the table. */
const BLOCKS = [
  /\bcreate (?:unique )?index (?!concurrently\b)(?:if not exists )?\w+ on (\w+)/gi,
  /\balter table (\w+)\s+add (?:constraint \w+ )?(?:check|foreign key)\b(?![^;]*\bnot valid\b)/gi,
  /\balter table (\w+)\s+add column (?:if not exists )?\w+ [^;]*?\bdefault (?:gen_random_uuid|uuidv7|clock_timestamp|random|nextval)\(/gi,
]

/** Tables that stay small because only staff write to them. */
const SMALL = new Set(['staff_actions'])

/** Returns the offsets of statements that block a table, except a small one or one of the same migration. */
const blockingStatements = (text: string): number[] =>
  BLOCKS.flatMap((pattern) => [...text.matchAll(pattern)])
    .filter(
      ([, table = '']) =>
        !SMALL.has(table) && !new RegExp(`create table (?:if not exists )?${table}\\b`, 'i').test(text),
    )
    .map(({ index }) => index)

/** A migration runs while the earlier release serves, and that release may be restarted after it. */
export const migrationsLetOthersWork: Rule = {
  name: 'migrations-let-others-work',
  remedy:
    'build indexes with `create index concurrently` in a migration that begins with `-- Outside a transaction.`; add constraints `not valid` and validate them in such a migration; fill a column in batches instead of by a default that differs from row to row; first add, and remove in a later release whose migration begins with `-- The earlier release stops working.`',
  appliesTo: (path) => path.startsWith('apps/api/migrations/'),
  offences: ({ text }) => [
    ...blockingStatements(text),
    ...(text.startsWith(CONTRACT) ? [] : matches(text, ...CONTRACTS)),
  ],
}
