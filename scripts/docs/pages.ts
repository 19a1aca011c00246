import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesBelow, ROOT } from '../files.ts'

export interface Page {
  /** Relative to the repository. */
  readonly path: string
  readonly text: string
}

/** Returns every page of Markdown of the repository. */
export const readPages = (): readonly Page[] =>
  filesBelow(ROOT, '**/*.md').map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const withoutCode = (text: string): string =>
  text.replace(/^ *```[^]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '')

/** Returns the anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.replace(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replace(/ /g, '-'),
    ),
  )

/** Returns the relative links of a page. */
export const linksOf = ({ text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^[a-z]+:/.test(to))

/** True when a link leads nowhere: to no file, or to no heading of a page. */
export function isDead(page: Page, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const path = file === '' ? page.path : join(dirname(page.path), file)
  if (!existsSync(join(ROOT, path))) return true
  if (anchor === undefined) return false
  return !path.endsWith('.md') || !anchorsOf(readFileSync(join(ROOT, path), 'utf8')).has(anchor)
}

/** A block of commands that works as written on a fresh clone, beside `npm start`. */
export interface Block {
  readonly page: string
  readonly line: number
  readonly commands: string
}

/** Returns the blocks that a page marks as runnable: ```sh runnable. */
export const runnableBlocks = ({ path, text }: Page): readonly Block[] =>
  [...text.matchAll(/^( *)```sh runnable\n([^]*?)^ *```$/gm)].map(({ index, 2: commands = '' }) => ({
    page: path,
    line: text.slice(0, index).split('\n').length,
    commands,
  }))
