import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { APP_ICONS, SERVICE_WORKER } from './app-files.ts'
import type { Chunks } from './chunks.ts'
import type { EntryName, LoginState, RenderedPage } from '../src/site/rendered-page.ts'
import { lightContract, ONE_CALL } from './light-contract.ts'

/** Chrome of Android 6 and up, and its peers: colours and prefixes get fallbacks for them. */
const CSS_TARGET = ['chrome99', 'firefox97', 'safari15.4']
/** Safari 15 runs class fields too; naming it would rewrite every class for the sake of a rare fault in it (2 kB). */
const SCRIPT_TARGET = ['chrome99', 'firefox97', 'safari16']

/** The configuration that every build of the web app shares. */
export function shared(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [lightContract(), react(), tailwind()],
  }
}

/** The entries that public pages choose from, each for what it wakes. */
export const SITE_ENTRIES = {
  'signed-in': 'src/site/signed-in-entry.ts',
  converter: 'src/site/converter-entry.tsx',
  contact: 'src/site/contact-entry.tsx',
  interest: 'src/site/interest-entry.tsx',
} as const satisfies Record<EntryName, string>
export const APP_ENTRY = 'src/app/entry.tsx'
export const SEND_PAGE = 'src/features/send-money/page.tsx'
export const SIGN_IN_PAGE = 'src/features/sign-in/page.tsx'
export const DASHBOARD_PAGE = 'src/app/dashboard-area.tsx'
export const STATUS_PAGE = 'src/features/transfer-status/page.tsx'
/** Built alone, then inlined in every document. */
export const EARLY = 'src/document/early.ts'
export const ICON = 'build/icon.svg'
/** The picture that a shared link shows, 1200 by 630. */
export const SOCIAL_CARD = 'build/social-card.png'
/** An input of its own, as the public pages' are: a script that imported it would make later chunks ask for a file that documents inline. */
export const APP_CSS = 'src/app/app.css'

const INPUTS = [
  ...Object.values(SITE_ENTRIES),
  APP_ENTRY,
  APP_CSS,
  EARLY,
  ICON,
  SOCIAL_CARD,
  SERVICE_WORKER,
  ...Object.values(APP_ICONS),
]

/** The browsers that every client build targets. */
export const BROWSER_BUILD = {
  target: SCRIPT_TARGET,
  cssTarget: CSS_TARGET,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
} satisfies InlineConfig['build']

/** Code used by this many pages goes into one file. */
const SHARED_BY = 5
const isOurs = (id: string) => /\/src\/(ui|lib)\//.test(id)

type Modules = ReadonlySet<string>

/** The modules that load with an entry, by a trial build of it alone; what it imports later is not among them. */
async function modulesOf(root: string, entry: string): Promise<Modules> {
  const modules = new Set<string>()
  const collect: Plugin = {
    name: 'collect-modules',
    generateBundle(_, bundle) {
      const follow = (file: string) => {
        const output = bundle[file]
        if (output?.type !== 'chunk') return
        output.moduleIds.forEach((id) => modules.add(id))
        output.imports.forEach(follow)
      }
      Object.values(bundle).forEach((output) => {
        if (output.type === 'chunk' && output.isEntry) follow(output.fileName)
      })
    },
  }
  const config = shared(root)
  const input = join(root, entry)
  await build({
    ...config,
    plugins: [...(config.plugins ?? []), collect],
    // A page is all its default export: as an application's entry, whose exports nobody uses, it would be empty.
    build: { ...BROWSER_BUILD, write: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  modules.delete(input)
  return modules
}

/** The modules behind each entry of the public pages. */
export type EntryModules = Readonly<Record<EntryName, Modules>>

/** Finds them by trial builds. */
export async function modulesOfEntries(root: string): Promise<EntryModules> {
  const names = Object.keys(SITE_ENTRIES) as EntryName[]
  const found = names.map(async (name) => [name, await modulesOf(root, SITE_ENTRIES[name])] as const)
  return Object.fromEntries(await Promise.all(found)) as EntryModules
}

/** Inputs of the client build besides its entries. */
interface ClientSources {
  readonly modules: EntryModules
  /** Stylesheets, relative to the root. */
  readonly styles: readonly string[]
}

/**
 * Builds the browser's entries into `outDir/assets` and gives back Vite's manifest. What all public pages with a part
 * in React need is one chunk, `base`; what the landing page and what forms need beside it are two more. The app starts
 * from the same ones, so who comes from there has them already.
 */
export async function buildClient(
  root: string,
  outDir: string,
  { modules, styles }: ClientSources,
): Promise<Chunks> {
  const { converter, contact, interest } = modules
  const parts = [APP_ENTRY, SEND_PAGE, SIGN_IN_PAGE, DASHBOARD_PAGE, STATUS_PAGE]
  const [app, send, signIn, dashboard, status] = (await Promise.all(
    parts.map((source) => modulesOf(root, source)),
  )) as [Modules, Modules, Modules, Modules, Modules]
  const features = join(root, 'src/features')
  // A call is a line of text; left with the dashboard, another page that makes it would load the dashboard too.
  const isShared = (id: string) => signIn.has(id) || id.startsWith(ONE_CALL)
  const isCommon = (id: string) =>
    (send.has(id) && !id.startsWith(features)) ||
    (dashboard.has(id) && isShared(id)) ||
    (status.has(id) && signIn.has(id))
  await build({
    ...shared(root),
    build: {
      ...BROWSER_BUILD,
      outDir,
      emptyOutDir: true,
      manifest: 'chunks.json',
      rollupOptions: {
        input: [...INPUTS, ...styles].map((file) => join(root, file)),
        output: {
          codeSplitting: {
            // Not its dependencies too: a file of the base that also re-exports something of the app would pull that in.
            includeDependenciesRecursively: false,
            groups: [
              {
                name: 'base',
                test: (id) => (converter.has(id) && contact.has(id)) || id.includes('rolldown/runtime'),
              },
              { name: 'converter', test: (id) => converter.has(id) },
              { name: 'form', test: (id) => contact.has(id) && interest.has(id) && !id.startsWith(features) },
              // A browser sends six requests at once and the rest wait for one of them: Send Money starts from
              // six files. So what its page has beside its own comes with the app's start, since every page needs most of
              // it, and so does the little that sign-in and the dashboard share.
              { name: 'app', test: (id) => app.has(id) || id === join(root, APP_ENTRY) || isCommon(id) },
              // Small files compress badly, and each is a request: what these pages have in common with others is one
              // file each.
              { name: 'ways-in', test: (id) => signIn.has(id), minShareCount: 2 },
              { name: 'history', test: (id) => dashboard.has(id), minShareCount: 2 },
              { name: 'more', test: isOurs, minShareCount: SHARED_BY },
            ],
          },
        },
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

/** What `src/site/render.tsx` and `src/app/render-shell.tsx` export. */
export interface Renderers {
  PUBLIC_PATHS: readonly string[]
  APP_PATHS: readonly string[]
  /** `null` is the "not found" page. */
  renderPage: (path: string | null, session: LoginState) => RenderedPage
  renderShell: () => string
  renderOffline: () => string
}
