import { SETTINGS } from '../../apps/api/src/config/config.ts'
import type { Group, Table } from '../../apps/api/src/config/setting.ts'

type Rows = [name: string, row: Table[string]][]

const rows: Rows = Object.entries<Table[string]>(SETTINGS).filter(
  ([, { group }]) => group.isInternal !== true,
)
const groups: ReadonlyMap<Group, Rows> = Map.groupBy(rows, ([, { group }]) => group)

const HEAD = `The company's settings. With an unchanged copy as .env, the product runs with its sandbox and no real money moves:
  cp .env.example .env && npm start
docs/going-live.md says where each value comes from. Environment variables override this file.
Written by \`npm run docs\` from the table in apps/api/src/config; docs/settings.md has the same in a table.`

const commented = (text: string): string => text.replaceAll(/^/gm, '# ')

/** Returns .env.example: each setting with its default or an example, as a comment. */
export function settingsExample(): string {
  const sections = [...groups].map(([{ title, intro }, its]) =>
    [
      commented(`--- ${title} ---`),
      ...(intro === undefined ? [] : [commented(intro)]),
      ...its.map(([name, { means, fallback, example }]) => {
        return `${commented(means)}\n#${name}=${fallback ?? example ?? ''}`
      }),
    ].join('\n'),
  )
  return `${[commented(HEAD), ...sections].join('\n\n')}\n`
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

const hasDefaults = (its: Rows): boolean => its.some(([, { fallback }]) => fallback !== undefined)

/** Returns the head of a table, without the column of defaults where there are none. */
function head(its: Rows): string[] {
  const names = hasDefaults(its) ? ['Setting', 'Default', 'Meaning'] : ['Setting', 'Meaning']
  return [row(...names), row(...names.map(() => '---'))]
}

/** Returns docs/settings.md. */
export function settingsPage(): string {
  const sections = [...groups].map(([{ title, intro, allOrNone }, its]) =>
    [
      `## ${title}`,
      ...(intro === undefined ? [] : [intro]),
      ...(allOrNone === true ? ['Set all or none, except defaults and optional ones.'] : []),
      [
        ...head(its),
        ...its.map(([name, { means, fallback, isExtra, isSecret }]) =>
          row(
            `\`${name}\``,
            ...(hasDefaults(its) ? [fallback === undefined ? '' : `\`${fallback}\``] : []),
            `${means}${isExtra === true ? ' (optional)' : ''}${isSecret === true ? ' (secret)' : ''}`,
          ),
        ),
      ].join('\n'),
    ].join('\n\n'),
  )
  return `${[
    '# Settings',
    '`npm start` needs none and runs with the sandbox. Put yours into a file `.env` next to the README; `.env.example` is a template. Real money needs `SESA_MODE=live` and a real provider for every part: [going live](going-live.md). A process names all its wrong settings and exits with 78.',
    'Written by `npm run docs` from the table in `apps/api/src/config`.',
    ...sections,
  ].join('\n\n')}\n`
}
