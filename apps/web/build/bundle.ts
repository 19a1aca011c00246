import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { APP_ICONS, SERVICE_WORKER } from './app-files.ts'
import type { Chunks } from './chunks.ts'
import type { RenderedEarlyForm } from '../src/lib/rendered-early-form.ts'
import type { EntryName, LoginState, RenderedPage } from '../src/site/rendered-page.ts'
import { lightContract, ONE_CALL } from './light-contract.ts'

/** Chrome on Android 6 and later, and browsers of the same age: colours and prefixes get fallbacks for them. */
const CSS_TARGET = ['chrome99', 'firefox97', 'safari15.4']
/** Safari 15 also runs class fields. Naming it would rewrite every class (2 kB) to avoid a rare bug in it. */
const SCRIPT_TARGET = ['chrome99', 'firefox97', 'safari16']

/** The folder of the design system's sources. */
export const UI = fileURLToPath(new URL('.', import.meta.resolve('@sesa/ui/theme.css')))

/** Returns the configuration that all builds of the web app share. */
export function shared(root: string): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [lightContract(), react(), tailwind()],
  }
}

/** Entry scripts of public pages, by the part of the page that each one hydrates. */
export const SITE_ENTRIES = {
  'signed-in': 'src/site/signed-in-entry.ts',
  converter: 'src/site/converter-entry.tsx',
  calculator: 'src/site/calculator-entry.tsx',
  contact: 'src/site/contact-entry.tsx',
  interest: 'src/site/interest-entry.tsx',
  track: 'src/site/track-entry.ts',
  'help-search': 'src/site/help-search-entry.ts',
} as const satisfies Record<EntryName, string>
export const APP_ENTRY = 'src/app/entry.tsx'
export const SEND_PAGE = 'src/app/send-area.tsx'
export const SIGN_IN_PAGE = 'src/features/sign-in/page.tsx'
export const DASHBOARD_PAGE = 'src/app/dashboard-area.tsx'
export const STATUS_PAGE = 'src/app/transfer-area.tsx'
/** Built separately, then inlined in every document. */
export const EARLY = 'src/document/early.ts'
/** Also inlined where the document contains a form. */
export const EARLY_FORM = 'src/document/early-form.ts'
export const ICON = 'build/icon.svg'
/** The image in previews of shared links, 1200 by 630. */
export const SOCIAL_CARD = 'build/social-card.png'
/**
 * A separate input, like the public pages' styles: if a script imported it, later chunks would request a file
 * that documents inline.
 */
export const APP_CSS = 'src/app/app.css'

const INPUTS = [
  ...Object.values(SITE_ENTRIES),
  APP_ENTRY,
  APP_CSS,
  EARLY,
  EARLY_FORM,
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

/** Pages with switches need nothing else that the sign-in pages use. */
const CHECKBOX = join(UI, 'fields/checkbox.tsx')

/** Code used by this many pages is moved to one file. */
const SHARED_BY = 5
const isOurs = (id: string) => id.startsWith(UI) || id.includes('/src/lib/')

/** Files that every page of the app has loaded before it imports another. */
const LOADED = /\/(rolldown-runtime|base|translated|entry)-/

type Modules = ReadonlySet<string>

/** Finds the modules that load with an entry, by building only that entry. Excludes later imports. */
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
    // A page has only its default export. As an application entry, whose exports are unused, it would be empty.
    build: { ...BROWSER_BUILD, write: false, rollupOptions: { input, preserveEntrySignatures: 'strict' } },
  })
  modules.delete(input)
  return modules
}

/** The modules behind each entry of the public pages. */
export type EntryModules = Readonly<Record<EntryName, Modules>>

/** Finds the modules of each entry by trial builds. */
export async function modulesOfEntries(root: string): Promise<EntryModules> {
  const names = Object.keys(SITE_ENTRIES) as EntryName[]
  const found = names.map(async (name) => [name, await modulesOf(root, SITE_ENTRIES[name])] as const)
  return Object.fromEntries(await Promise.all(found)) as EntryModules
}

/** Inputs of the client build in addition to its entries. */
interface ClientSources {
  readonly modules: EntryModules
  /** Stylesheets, relative to the root. */
  readonly styles: readonly string[]
}

/**
 * Builds the browser's entries into `outDir/assets` and returns Vite's manifest. The chunk `base` contains what all
 * public pages with React need; two more contain the rest of the landing page and of the forms. The app starts from the
 * same chunks, so visitors from a public page already have them.
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
  // A call is one line of text. In the dashboard's chunk, it would load the dashboard for other pages as well.
  const isShared = (id: string) => signIn.has(id) || id.startsWith(ONE_CALL)
  const isCommon = (id: string) =>
    (send.has(id) && (!id.startsWith(features) || id.endsWith('step-up/host.tsx'))) ||
    (dashboard.has(id) && isShared(id)) ||
    (status.has(id) && signIn.has(id))
  const isForms = (id: string) => contact.has(id) && interest.has(id) && !id.startsWith(features)
  // To save a few kilobytes of these, the home page would fetch the complete files `converter` and `form` (decision 16).
  const isHomes = (id: string) => (converter.has(id) || isForms(id)) && (app.has(id) || dashboard.has(id))
  await build({
    ...shared(root),
    build: {
      ...BROWSER_BUILD,
      outDir,
      emptyOutDir: true,
      manifest: 'chunks.json',
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_, files) => files.filter((file) => !LOADED.test(file)),
      },
      rollupOptions: {
        input: [...INPUTS, ...styles].map((file) => join(root, file)),
        output: {
          // The app's start names sixty files, and brotli cannot shorten a hash: these are 300 bytes less than by default.
          hashCharacters: 'hex',
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          codeSplitting: {
            // Excludes dependencies: a base file that also re-exports part of the app would add that part.
            includeDependenciesRecursively: false,
            groups: [
              // The landing page's budget has no room for it (decision 16).
              { name: 'translated', test: (id) => id === join(UI, 'translated-text.ts') },
              {
                name: 'base',
                test: (id) =>
                  (converter.has(id) && contact.has(id)) || isHomes(id) || id.includes('rolldown/runtime'),
              },
              { name: 'converter', test: (id) => converter.has(id) },
              { name: 'form', test: isForms },
              // A browser sends six requests at once and queues the rest, and Send Money starts from six files. So code
              // that its page uses outside its feature is part of the app's start, since every page needs most of it.
              // So is the little code that sign-in and the dashboard share.
              { name: 'app', test: (id) => app.has(id) || id === join(root, APP_ENTRY) || isCommon(id) },
              // Small files compress badly and each costs a request, so shared code is one file per group.
              { name: 'ways-in', test: (id) => signIn.has(id) && id !== CHECKBOX, minShareCount: 2 },
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

/** The exports of `src/site/render.tsx` and `src/app/render-shell.tsx`. */
export interface Renderers {
  PUBLIC_PATHS: readonly string[]
  APP_PATHS: readonly string[]
  /** `null` is the "not found" page. */
  renderPage: (path: string | null, session: LoginState) => RenderedPage
  /** The pages that the server fills for each request, by name. */
  renderLivePages: () => Readonly<Record<string, RenderedPage>>
  renderShell: (early?: RenderedEarlyForm) => string
  /** With the full address of their documents. */
  renderEarlyForms: () => readonly (RenderedEarlyForm & { readonly address: string })[]
  renderOffline: () => string
}
