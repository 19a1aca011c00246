import { COLUMNS } from '../../apps/api/src/domains/office/retention/columns.ts'
import { KINDS } from '../../apps/api/src/domains/office/retention/kinds.ts'
import { DELETIONS } from '../../apps/api/src/domains/office/retention/deletions.ts'
import { LAWS, longestOf, REGISTER } from '../../apps/api/src/domains/office/retention/register.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

const COUNTRIES = [
  ['US', 'United States'],
  ['GH', 'Ghana'],
  ['LR', 'Liberia'],
  ['SL', 'Sierra Leone'],
] as const

/** Returns each country with the longest period of its laws, which a transfer to or from it follows. */
const longest = (): readonly (readonly string[])[] =>
  COUNTRIES.map(([code, country]) => {
    const law = longestOf(code)
    return [country, `${law.years} years`, `${law.name} (${law.source})`]
  })

/** Returns what a table holds about people: its columns by kind, without state and times. */
const holds = (table: string): string =>
  Object.entries(COLUMNS[table] ?? {})
    .filter(([kind]) => kind !== 'row')
    .map(
      ([kind, columns]) =>
        `${kind}: ${columns
          .split(' ')
          .map((column) => `\`${column}\``)
          .join(', ')}`,
    )
    .join('; ')

const kinds = Object.entries(KINDS).map(([kind, meaning]) => [kind, meaning])

/** Returns docs/retention.md. */
export function retentionPage(): string {
  const regimes = REGISTER.map(({ name, isPersonal, period, law, end, tables }) =>
    [
      `## ${name}`,
      `Personal: ${isPersonal ? 'yes' : 'no'}. Period: ${period}. At its end: ${end}. ${law}`,
      tableOf(
        ['Table', 'Kept for', 'Holds'],
        Object.entries(tables).map(([table, purpose]) => [`\`${table}\``, purpose, holds(table)]),
      ),
    ].join('\n\n'),
  )
  const laws = LAWS.map(({ country, name, years, source, asOf }) => [
    country,
    name,
    String(years),
    source,
    asOf,
  ])
  return `${[
    '# What is kept, why and how long',
    'Written by `npm run docs` from `apps/api/src/domains/office/retention/register.ts`, the files of columns and `deletions.ts` beside it. A test compares them with the schema: a table or column without an entry fails it. Not legal advice: have a lawyer confirm each period.',
    '## Periods of each country',
    'Records of a transfer are kept as long as the longest law of its two countries asks.',
    tableOf(['Country', 'Records of a transfer', 'By'], longest()),
    '## Laws',
    tableOf(['Country', 'Law', 'Years', 'Source', 'Looked up'], laws),
    '## Kinds of columns',
    'Each table below names its columns by what they hold about a person. Left out are the state and the times of a row.',
    tableOf(['Kind', 'Meaning'], kinds),
    ...regimes,
    '## Periods of deletion',
    'The worker deletes these rows every hour (`retention_purge`).',
    tableOf(
      ['Table', 'Deleted'],
      DELETIONS.map(({ table, period }) => [`\`${table}\``, period]),
    ),
  ].join('\n\n')}\n`
}
