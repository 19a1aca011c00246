import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import { lightContract } from './light-contract.ts'

/** Chrome of Android 6 and up, and its peers: colours and prefixes get fallbacks for them. */
const BROWSERS = ['chrome99', 'firefox97', 'safari15.4']

/** One entry of Vite's manifest, so far as it is used here. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

/** Vite's manifest by source path, such as `src/app/entry.tsx`. */
export type Chunks = Readonly<Record<string, Chunk>>

function shared(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [lightContract(), react(), tailwind()],
  }
}

/** Builds both browser entries into `outDir/assets` and gives back Vite's manifest. */
export async function buildClient(root: string, outDir: string): Promise<Chunks> {
  await build({
    ...shared(root),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: 'chunks.json',
      target: BROWSERS,
      cssTarget: BROWSERS,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rollupOptions: {
        input: [
          join(root, 'src/site/entry.tsx'),
          join(root, 'src/app/entry.tsx'),
          join(root, 'build/icon.svg'),
        ],
      },
    },
  })
  const path = join(outDir, 'chunks.json')
  const chunks = JSON.parse(await readFile(path, 'utf8')) as Chunks
  await rm(path)
  return chunks
}

/** Builds the code that renders documents and imports it into this process. */
export async function buildRenderers(root: string, outDir: string): Promise<Renderers> {
  await build({
    ...shared(root),
    ssr: { noExternal: true },
    build: {
      outDir,
      emptyOutDir: true,
      ssr: true,
      target: 'node24',
      rollupOptions: {
        input: { site: join(root, 'src/site/render.tsx'), shell: join(root, 'src/app/render-shell.tsx') },
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const load = (name: string) => import(pathToFileURL(join(outDir, name)).href)
  return { ...(await load('site.mjs')), ...(await load('shell.mjs')) } as Renderers
}

interface RenderedPage {
  title: string
  description: string
  body: string
}

/** What `src/site/render.tsx` and `src/app/render-shell.tsx` export. */
export interface Renderers {
  PUBLIC_PATHS: readonly string[]
  APP_PATHS: readonly string[]
  renderPage: (path: string, session: 'in' | 'out') => RenderedPage
  renderNotFound: () => RenderedPage
  renderShell: () => string
}

/** The files an entry needs before it runs: itself first, then all it imports, in order. */
export function scriptsOf(chunks: Chunks, source: string, seen = new Set<string>()): string[] {
  const chunk = chunks[source]
  if (!chunk || seen.has(source)) return []
  seen.add(source)
  return [chunk.file, ...(chunk.imports ?? []).flatMap((next) => scriptsOf(chunks, next, seen))]
}
