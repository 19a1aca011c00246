/** `npm run docs` writes the generated parts of the docs. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format } from 'oxfmt'
import { outcomeRows } from './docs/identity-outcomes.ts'
import { stateDiagram } from './docs/life-of-a-transfer.ts'
import { permissionTable } from './docs/office.ts'
import { settingsExample, settingsPage } from './docs/settings.ts'
import { ROOT } from './files.ts'

const BEGIN = '<!-- written by `npm run docs` -->'
const END = '<!-- end -->'

/** Puts the text between a page's two marks. @throws Error if the page lacks them. */
function between(page: string, text: string): string {
  const [before, rest] = page.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`A page has lost its marks: ${BEGIN}`)
  return `${before}${BEGIN}\n\n${text}\n\n${END}${after}`
}

const OUTCOMES_HEAD = ['| Provider | Code | State | Reason |', '| --- | --- | --- | --- |']

const PAGES: Readonly<Record<string, (page: string) => string>> = {
  '.env.example': settingsExample,
  'docs/compliance.md': (page) => between(page, [...OUTCOMES_HEAD, ...outcomeRows()].join('\n')),
  'docs/life-of-a-transfer.md': (page) => between(page, `\`\`\`mermaid\n${stateDiagram()}\n\`\`\``),
  'docs/office.md': (page) => between(page, permissionTable()),
  'docs/settings.md': settingsPage,
}

/** Returns each page's current text, and the text generated from the code. */
export async function comparePages(): Promise<{ path: string; is: string; should: string }[]> {
  return Promise.all(
    Object.entries(PAGES).map(async ([path, write]) => {
      const is = readFileSync(join(ROOT, path), 'utf8')
      const should = write(is)
      return { path, is, should: path.endsWith('.md') ? (await format(path, should)).code : should }
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const { path, should } of await comparePages()) writeFileSync(join(ROOT, path), should)
