import { mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { APP_ICONS, markOf, writeAppFiles } from './app-files.ts'
import {
  APP_CSS,
  APP_ENTRY,
  buildClient,
  buildRenderers,
  DASHBOARD_PAGE,
  EARLY,
  EARLY_FORM,
  ICON,
  modulesOfEntries,
  SEND_PAGE,
  SIGN_IN_PAGE,
  SITE_ENTRIES,
  SOCIAL_CARD,
  STATUS_PAGE,
  type Renderers,
} from './bundle.ts'
import { addressOf, scriptsOf, type Chunks } from './chunks.ts'
import { compressFolder } from './compress.ts'
import { cspHash, documentOf } from './document.ts'
import type { RenderedPage } from '../src/site/rendered-page.ts'
import { buildLanguages } from './languages.ts'
import { headOf, liveHeadOf, NOT_FOR_SEARCH } from './head.ts'
import type { Variants, WebManifest } from './manifest.ts'
import { renderSite, writeSiteStyles, type SitePage } from './site.ts'

/** React with its dependencies, and the app's start code: nine tenths of what any page of the app fetches. */
const LARGE_FILES = 2

const ACCOUNT = 'src/app/account-area.tsx'

/** Source of each app path's page, preloaded together with the document. */
const ROUTE_SOURCES: Readonly<Record<string, string | readonly string[]>> = {
  '/sign-in': SIGN_IN_PAGE,
  '/sign-up': SIGN_IN_PAGE,
  '/signin': SIGN_IN_PAGE,
  '/signup': SIGN_IN_PAGE,
  '/forgot-password': 'src/features/email-links/page.tsx',
  '/reset-password': 'src/features/email-links/page.tsx',
  '/verify-email': 'src/features/email-links/page.tsx',
  '/undo-email': 'src/features/email-links/page.tsx',
  '/send-money': SEND_PAGE,
  '/transfer-status': STATUS_PAGE,
  '/receipt': 'src/features/receipt/page.tsx',
  '/me/dashboard': DASHBOARD_PAGE,
  '/me/recipients': 'src/features/recipients/page.tsx',
  '/me/reminders': [ACCOUNT, 'src/features/reminders/list-page.tsx'],
  '/me/reminders/new': 'src/features/reminders/new-page.tsx',
  '/me/rate-alerts': [ACCOUNT, 'src/features/rate-alerts/page.tsx'],
  '/me/statement': 'src/features/statement/page.tsx',
  '/me/profile': [ACCOUNT, 'src/app/profile-area.tsx'],
  '/me/edit-profile': [ACCOUNT, 'src/app/profile-area.tsx'],
  '/me/sender-details': [ACCOUNT, 'src/features/sender-details/page.tsx'],
  '/me/set-up-profile': 'src/app/setup-area.tsx',
  '/me/settings': [ACCOUNT, 'src/features/settings/security-page.tsx'],
  '/me/messages': [ACCOUNT, 'src/features/enquiries/list-page.tsx'],
  '/me/messages/new': 'src/features/enquiries/new-page.tsx',
  '/me/agreements': [ACCOUNT, 'src/features/agreements/page.tsx'],
  '/me/notifications': [ACCOUNT, 'src/features/notifications/page.tsx'],
  '/me/limits': [ACCOUNT, 'src/features/limits/page.tsx'],
  '/me/cards': [ACCOUNT, 'src/features/settings/cards-page.tsx'],
  '/me/notices': 'src/features/notices/page.tsx',
}

/**
 * Builds the web app into `outDir`: `public/` (files by name and hash), `pages/` (documents) and `manifest.json`. A
 * finished build replaces the previous one at once; a failed build leaves it unchanged.
 */
export async function buildWeb(root: string, outDir: string): Promise<WebManifest> {
  await mkdir(join(root, '.cache'), { recursive: true })
  const work = await mkdtemp(join(root, '.cache/build-'))
  try {
    const renderers = await buildRenderers(root, join(work, 'render'))
    const site = renderSite(renderers)
    const modules = await modulesOfEntries(root)
    const styles = await writeSiteStyles(root, join(work, 'styles'), site, modules)
    const chunks = await buildClient(root, join(work, 'out/public'), {
      modules,
      styles: Object.values(styles),
    })
    const languages = await buildLanguages(root, join(work, 'out/public'))
    const manifest = await writeDocuments(join(work, 'out'), { chunks, languages, renderers, site, styles })
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

interface Built {
  readonly chunks: Chunks
  /** The hash in the names of the languages' scripts. */
  readonly languages: string
  readonly renderers: Renderers
  readonly site: readonly SitePage[]
  /** The stylesheet of each public page, by its name. */
  readonly styles: Readonly<Record<string, string>>
}

async function writeDocuments(
  out: string,
  { chunks, languages, renderers, site, styles }: Built,
): Promise<WebManifest> {
  const csp: Record<string, WebManifest['csp'][string]> = {}
  const icons = { svg: addressOf(chunks, ICON), apple: addressOf(chunks, APP_ICONS.apple) }
  const card = addressOf(chunks, SOCIAL_CARD)
  const appCss = await readText(out, chunks, APP_CSS)
  const first = await readText(out, chunks, EARLY)
  const early = inline(first.replace('sesa-LANGUAGES', languages))
  const earlyForm = early + inline(await readText(out, chunks, EARLY_FORM))
  await mkdir(join(out, 'pages'))

  const write = async (
    file: string,
    parts: Omit<Parameters<typeof documentOf>[0], 'early' | 'icons'>,
    script = early,
  ) => {
    csp[file] = { styleHashes: [cspHash(parts.css)], scriptHashes: [cspHash(script)] }
    await writeFile(join(out, 'pages', file), documentOf({ ...parts, early: script, icons }))
    return file
  }
  const writePublic = async ({ name, live, signedOut, signedIn }: SitePage): Promise<Variants> => {
    const css = await readText(out, chunks, styles[name] ?? '')
    const variant = (state: string, page: RenderedPage) => {
      const scripts = scriptsOf(chunks, ...page.entries.map((entry) => SITE_ENTRIES[entry]))
      const head = live ? liveHeadOf(page, card) : headOf(page, card)
      return write(`${name}.${state}.html`, { title: page.title, head, css, scripts, body: page.body })
    }
    if (live) {
      const file = await variant('live', signedOut)
      return { signedOut: file, signedIn: file }
    }
    return {
      signedOut: await variant('signed-out', signedOut),
      signedIn: await variant('signed-in', signedIn),
    }
  }
  const pages: Record<string, Variants> = {}
  const live: Record<string, string> = {}
  let notFound: Variants | undefined
  for (const page of site) {
    const variants = await writePublic(page)
    if (page.path === null) notFound = variants
    else if (page.live) live[page.path] = variants.signedOut
    else pages[page.path] = variants
  }
  if (!notFound) throw new Error('The site has no page for an unknown address')
  const app = (boot: string) => ({
    title: 'Sesa',
    // Lets a page that stays open detect a newer build.
    head: [`<meta name="build" content="${markOf(chunks)}">`],
    css: appCss,
    scripts: scriptsOf(chunks, APP_ENTRY),
    fetches: [boot],
    body: renderers.renderShell(),
  })
  const appFile = await write('app.html', app('/auth/boot'))
  // Its first answer includes the home page's content, as `lib/session/session.ts` requests it.
  const appFiles = { '/me/dashboard': await write('app-home.html', app('/auth/boot?with=home')) }
  const withForms: Record<string, Record<string, string>> = {}
  for (const form of renderers.renderEarlyForms()) {
    const parts = { ...app('/auth/boot'), title: form.title, body: renderers.renderShell(form) }
    const name = `app${form.address}-${form.for}`.replace(/\W+/g, '-')
    withForms[form.address] = {
      ...withForms[form.address],
      [form.for]: await write(`${name}.html`, parts, earlyForm),
    }
  }
  const offline = await write('offline.html', {
    title: 'You’re offline · Sesa',
    head: [NOT_FOR_SEARCH],
    css: appCss,
    scripts: { entries: [], imports: [] },
    body: renderers.renderOffline(),
  })
  pages['/offline'] = { signedOut: offline, signedIn: offline }
  await writeAppFiles(join(out, 'public'), chunks)
  // Documents inline these files, so nothing fetches them and they are removed. Pages with equal styles share one file.
  const inlined = [...Object.values(styles), APP_CSS, EARLY, EARLY_FORM].map((source) =>
    addressOf(chunks, source),
  )
  await Promise.all([...new Set(inlined)].map((file) => rm(join(out, 'public', file))))
  return {
    pages,
    live,
    app: renderers.APP_PATHS,
    appFile,
    appFiles,
    early: withForms,
    notFound,
    csp,
    preload: await preloads(out, chunks),
  }
}

/** Wraps a script in a function, so that its names do not become globals of the page. */
function inline(script: string): string {
  return `(()=>{${script}})();`
}

async function readText(out: string, chunks: Chunks, source: string): Promise<string> {
  const text = await readFile(join(out, 'public', addressOf(chunks, source)), 'utf8')
  return text.trim()
}

/**
 * Returns the scripts to announce before the document: the large ones that every page needs, largest first,
 * then the path's own. A browser sends six requests at once, and a large file queued behind them delays the
 * page.
 */
async function preloads(out: string, chunks: Chunks): Promise<Record<string, string[]>> {
  const app = scriptsOf(chunks, APP_ENTRY)
  const common = await largestFirst(out, [...app.entries, ...app.imports])
  const first = common.slice(0, LARGE_FILES)
  const found = Object.entries(ROUTE_SOURCES).map(async ([path, source]) => {
    const sources = [source].flat()
    const missing = sources.find((one) => !chunks[one])
    if (missing !== undefined) throw new Error(`${path} names ${missing}, which is no chunk of the app`)
    const { entries, imports } = scriptsOf(chunks, ...sources)
    const own = [...new Set([...entries, ...imports])].filter((file) => !common.includes(file))
    return [path, [...first, ...(await largestFirst(out, own))].map((file) => `/${file}`)] as const
  })
  return Object.fromEntries(await Promise.all(found))
}

async function largestFirst(out: string, files: readonly string[]): Promise<string[]> {
  const sized = files.map(async (file) => ({ file, size: (await stat(join(out, 'public', file))).size }))
  return (await Promise.all(sized)).sort((a, b) => b.size - a.size).map(({ file }) => file)
}
