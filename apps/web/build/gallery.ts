import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { APP_ICONS } from './app-files.ts'
import { BROWSER_BUILD, EARLY, ICON, shared } from './bundle.ts'
import { addressOf, scriptsOf, type Chunks } from './chunks.ts'
import { compressFolder } from './compress.ts'
import { cspHash, documentOf } from './document.ts'
import type { WebManifest } from './manifest.ts'

const ENTRY = 'src/gallery/entry.tsx'
const CSS = 'src/gallery/gallery.css'
const FILE = 'ui.html'

/**
 * Adds the page of the design system, `/ui`, to a finished build in `outDir`. For development only: as a separate step,
 * none of it can be part of a build that skips the step.
 */
export async function addGallery(root: string, outDir: string): Promise<void> {
  const publicDir = join(outDir, 'public')
  await build({
    ...shared(root),
    build: {
      ...BROWSER_BUILD,
      outDir: publicDir,
      emptyOutDir: false,
      manifest: 'gallery.json',
      rollupOptions: {
        input: [ENTRY, CSS, EARLY, ICON, APP_ICONS.apple].map((file) => join(root, file)),
      },
    },
  })
  const chunks = JSON.parse(await readFile(join(publicDir, 'gallery.json'), 'utf8')) as Chunks
  await rm(join(publicDir, 'gallery.json'))
  const text = (source: string) => readFile(join(publicDir, addressOf(chunks, source)), 'utf8')
  const css = await text(CSS)
  const early = `(()=>{${await text(EARLY)}})()`
  const document = documentOf({
    title: 'Design system · Sesa',
    css,
    early,
    icons: { svg: addressOf(chunks, ICON), apple: addressOf(chunks, APP_ICONS.apple) },
    scripts: scriptsOf(chunks, ENTRY),
    body: '<div id="root"></div>',
  })
  await writeFile(join(outDir, 'pages', FILE), document)
  await addToManifest(join(outDir, 'manifest.json'), {
    styleHashes: [cspHash(css)],
    scriptHashes: [cspHash(early)],
  })
  await compressFolder(join(outDir, 'pages'))
  await compressFolder(publicDir)
}

async function addToManifest(path: string, csp: WebManifest['csp'][string]): Promise<void> {
  const manifest = JSON.parse(await readFile(path, 'utf8')) as WebManifest
  const withGallery: WebManifest = {
    ...manifest,
    pages: { ...manifest.pages, '/ui': { signedOut: FILE, signedIn: FILE } },
    csp: { ...manifest.csp, [FILE]: csp },
  }
  await writeFile(path, JSON.stringify(withGallery, null, 2))
}
