/** `node scripts/retention.ts` writes docs/retention.md from the register in the code. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DELETIONS } from '../apps/api/src/modules/retention/deletions.ts'
import { LAWS, REGISTER } from '../apps/api/src/modules/retention/register.ts'
import { ROOT } from './files.ts'

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n')

/** Returns docs/retention.md. */
export function retentionPage(): string {
  const regimes = REGISTER.map(({ name, isPersonal, period, law, end, tables }) =>
    [
      `## ${name}`,
      `Personal: ${isPersonal ? 'yes' : 'no'}. Period: ${period}. At its end: ${end}. ${law}`,
      tableOf(
        ['Table', 'Kept for'],
        Object.entries(tables).map(([table, purpose]) => [`\`${table}\``, purpose]),
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
    '# How long each table is kept',
    'Written by `node scripts/retention.ts` from `apps/api/src/modules/retention/register.ts` and `apps/api/src/modules/retention/deletions.ts`. Not legal advice: have a lawyer confirm each period.',
    '## Laws',
    tableOf(['Country', 'Law', 'Years', 'Source', 'Looked up'], laws),
    ...regimes,
    '## Periods of deletion',
    'The worker deletes these rows every hour (`retention_purge`).',
    tableOf(
      ['Table', 'Deleted'],
      DELETIONS.map(({ table, period }) => [`\`${table}\``, period]),
    ),
  ].join('\n\n')}\n`
}

export const RETENTION_PAGE = join(ROOT, 'docs/retention.md')
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(RETENTION_PAGE, retentionPage())
