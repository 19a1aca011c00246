import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { RenderedPage } from '../src/site/rendered-page.ts'
import { UI, type EntryModules, type Renderers } from './bundle.ts'

/** A public page in both login states. */
export interface SitePage {
  /** File name of its documents, without the login state. */
  readonly name: string
  /** Null for the "not found" page. */
  readonly path: string | null
  /** True for a page that the server fills for each request, the same in both login states. */
  readonly live?: true
  readonly signedOut: RenderedPage
  readonly signedIn: RenderedPage
}

/** Renders every public page and the page for unknown addresses. */
export function renderSite({ PUBLIC_PATHS, renderPage, renderLivePages }: Renderers): readonly SitePage[] {
  const nameOf = (path: string) => (path === '/' ? 'index' : path.slice(1).replaceAll('/', '-'))
  const fixed = [...PUBLIC_PATHS, null].map((path) => ({
    name: path === null ? '404' : nameOf(path),
    path,
    signedOut: renderPage(path, 'out'),
    signedIn: renderPage(path, 'in'),
  }))
  const live = Object.entries(renderLivePages()).map(([path, page]) => ({
    name: (path.split('/')[1] ?? '').replaceAll(/\W/g, ''),
    path,
    live: true as const,
    signedOut: page,
    signedIn: page,
  }))
  return [...fixed, ...live]
}

/**
 * Writes one Tailwind source per public page into `folder`, so that each page inlines only the rules that it
 * or its script may use: one stylesheet for all would cost each page 3 kB. Returns the files, relative to
 * `root`, by page name.
 */
export async function writeSiteStyles(
  root: string,
  folder: string,
  site: readonly SitePage[],
  modules: EntryModules,
): Promise<Readonly<Record<string, string>>> {
  await mkdir(folder, { recursive: true })
  const own = join(root, 'src')
  const files = site.map(async ({ name, signedOut, signedIn }) => {
    await writeFile(join(folder, `${name}.html`), signedOut.body + signedIn.body)
    const scripts = new Set(signedIn.entries.flatMap((entry) => [...modules[entry]]))
    const ours = [...scripts].filter((id) => id.startsWith(own) || id.startsWith(UI))
    const sources = [join(folder, `${name}.html`), ...ours]
    const lines = [
      "@import 'tailwindcss' source(none);",
      "@import '@sesa/ui/theme.css';",
      "@import '@sesa/ui/base.css';",
      ...sources.map((file) => `@source '${relative(folder, file)}';`),
    ]
    await writeFile(join(folder, `${name}.css`), lines.join('\n'))
    return [name, relative(root, join(folder, `${name}.css`))] as const
  })
  return Object.fromEntries(await Promise.all(files))
}
