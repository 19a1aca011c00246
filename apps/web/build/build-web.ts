import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressOf, APP_ICONS, writeAppFiles } from './app-files.ts'
import {
  APP_CSS,
  APP_ENTRY,
  buildClient,
  buildRenderers,
  EARLY,
  ICON,
  scriptsOf,
  SIGNED_IN_ENTRY,
  SITE_CSS,
  SITE_ENTRY,
  type Chunks,
  type Renderers,
} from './bundle.ts'
import { compressFolder } from './compress.ts'
import { cspHash, documentOf } from './document.ts'
import type { WebManifest } from './manifest.ts'

const SETTINGS_LAYOUT = 'src/features/settings/layout.tsx'

/** The code of each app path's page, for preloading beside the document. */
const ROUTE_SOURCES: Readonly<Record<string, string | readonly string[]>> = {
  '/sign-in': 'src/features/sign-in/page.tsx',
  '/sign-up': 'src/features/sign-in/page.tsx',
  '/signin': 'src/features/sign-in/page.tsx',
  '/send-money': 'src/features/send-money/page.tsx',
  '/transfer-status': 'src/features/transfer-status/page.tsx',
  '/me/dashboard': 'src/features/dashboard/page.tsx',
  '/me/profile': 'src/features/profile/view-page.tsx',
  '/me/edit-profile': 'src/features/profile/edit-page.tsx',
  '/me/set-up-profile': 'src/features/profile/setup-page.tsx',
  '/me/settings': [SETTINGS_LAYOUT, 'src/features/settings/security-page.tsx'],
  '/me/notifications': [SETTINGS_LAYOUT, 'src/features/notifications/page.tsx'],
}

/**
 * Builds the web app into `outDir`: `public/` (files by name and hash), `pages/` (documents) and `manifest.json`. A
 * finished build replaces the old one at once; a failed one leaves the old one standing.
 */
export async function buildWeb(root: string, outDir: string): Promise<WebManifest> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const work = await mkdtemp(join(root, '.cache/build-'))
  try {
    const chunks = await buildClient(root, join(work, 'out/public'))
    const renderers = await buildRenderers(root, join(work, 'render'))
    const manifest = await writeDocuments(join(work, 'out'), chunks, renderers)
    await writeFile(join(work, 'out/manifest.json'), JSON.stringify(manifest, null, 2))
    await compressFolder(join(work, 'out/public'))
    await compressFolder(join(work, 'out/pages'))
    await rm(outDir, { recursive: true, force: true })
    await rename(join(work, 'out'), outDir)
    return manifest
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function writeDocuments(out: string, chunks: Chunks, renderers: Renderers): Promise<WebManifest> {
  const pages: Record<string, { signedOut: string; signedIn: string }> = {}
  const csp: Record<string, WebManifest['csp'][string]> = {}
  const icons = { svg: addressOf(chunks, ICON), apple: addressOf(chunks, APP_ICONS.apple) }
  const siteCss = await takeText(out, chunks, SITE_CSS)
  const appCss = await takeText(out, chunks, APP_CSS)
  // A function of its own, or its names would be the page's.
  const early = `(()=>{${await takeText(out, chunks, EARLY)}})()`
  await mkdir(join(out, 'pages'))

  const write = async (
    file: string,
    css: string,
    parts: Omit<Parameters<typeof documentOf>[0], 'css' | 'early' | 'icons'>,
  ) => {
    csp[file] = { styleHashes: [cspHash(css)], scriptHashes: [cspHash(early)] }
    await writeFile(join(out, 'pages', file), documentOf({ ...parts, css, early, icons }))
    return file
  }
  const site = scriptsOf(chunks, SITE_ENTRY)
  const siteSignedIn = scriptsOf(chunks, SITE_ENTRY, SIGNED_IN_ENTRY)
  for (const path of renderers.PUBLIC_PATHS) {
    const name = path === '/' ? 'index' : path.slice(1).replaceAll('/', '-')
    const signedOut = { ...renderers.renderPage(path, 'out'), scripts: site }
    const signedIn = { ...renderers.renderPage(path, 'in'), scripts: siteSignedIn }
    pages[path] = {
      signedOut: await write(`${name}.signed-out.html`, siteCss, signedOut),
      signedIn: await write(`${name}.signed-in.html`, siteCss, signedIn),
    }
  }
  const notFoundFile = await write('404.html', siteCss, { ...renderers.renderNotFound(), scripts: site })
  const offline = await write('offline.html', siteCss, {
    title: 'You are offline · Sesa',
    description: 'This page needs a connection.',
    hidden: true,
    scripts: { entries: [], imports: [] },
    body: renderers.renderOffline(),
  })
  pages['/offline'] = { signedOut: offline, signedIn: offline }
  const appFile = await write('app.html', appCss, {
    title: 'Sesa',
    scripts: scriptsOf(chunks, APP_ENTRY),
    fetches: ['/auth/boot'],
    body: `<div id="root">${renderers.renderShell()}</div>`,
  })
  await writeAppFiles(
    join(out, 'public'),
    chunks,
    Object.values(csp).flatMap((hashes) => hashes.styleHashes),
  )
  return { pages, app: renderers.APP_PATHS, appFile, notFoundFile, csp, preload: preloads(chunks) }
}

/** What the documents inline: the file itself goes. */
async function takeText(out: string, chunks: Chunks, source: string): Promise<string> {
  const file = chunks[source]?.file
  if (file === undefined) throw new Error(`The build has no file for ${source}`)
  const text = await readFile(join(out, 'public', file), 'utf8')
  await rm(join(out, 'public', file))
  return text.trim()
}

/** What a path's own chunks are, beyond what the app's document loads anyway. */
function preloads(chunks: Chunks): Record<string, string[]> {
  const app = scriptsOf(chunks, APP_ENTRY)
  const common = new Set([...app.entries, ...app.imports])
  return Object.fromEntries(
    Object.entries(ROUTE_SOURCES).map(([path, named]) => {
      const sources = [named].flat()
      const unknown = sources.find((source) => !chunks[source])
      if (unknown !== undefined) throw new Error(`${path} names ${unknown}, which is no chunk of the app`)
      const { entries, imports } = scriptsOf(chunks, ...sources)
      const own = [...entries, ...imports].filter((file) => !common.has(file))
      return [path, own.map((file) => `/${file}`)]
    }),
  )
}
