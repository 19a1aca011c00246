// Slow: two builds of the web app.
import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cspHash } from './document.ts'
import { LANGUAGES } from '../src/languages/languages.ts'
import type { WebManifest } from './manifest.ts'

// Budgets of the design (section 6), in bytes as served with brotli.
const PUBLIC_HTML = 14_000
const LANDING_SCRIPT = 66_000
/** Pages with a form or a calculator (decision 16). */
const PUBLIC_SCRIPT = 67_000
const APP_SCRIPT = 120_000
/** The library and one catalogue. */
const LANGUAGE_SCRIPT = 12_000
/** Script files that a page of the app requests: at a 2 s round trip, each one can add a wait. */
const APP_SCRIPT_FILES = 8

const root = resolve(import.meta.dirname, '..')
const out = join(root, `.cache/budget-${process.pid}`)
let manifest: WebManifest

const build = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'build/build.ts'), ...args])

beforeAll(async () => {
  await build(out)
  manifest = JSON.parse(await readFile(join(out, 'manifest.json'), 'utf8')) as WebManifest
})
afterAll(() => rm(out, { recursive: true, force: true }))

const html = (file: string) => readFile(join(out, 'pages', file), 'utf8')
/** Leaves out what the inlined script writes for customers of another language. */
const withoutInline = (text: string) => text.replace(/(?<=<script>).*?(?=<\/script>)/s, '')
/** Omits the offline page: the service worker serves it, and no one navigates to it. */
const publicFiles = () =>
  Object.entries(manifest.pages)
    .filter(([path]) => path !== '/offline')
    .flatMap(([, page]) => [page.signedOut, page.signedIn])

/** Returns everything that a document's tags fetch, by attribute. */
async function fetchedBy(file: string): Promise<string[]> {
  const tags = withoutInline(await html(file)).match(/<(link|script|img|source|iframe)\b[^>]*>/g) ?? []
  return tags.flatMap((tag) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? [])
}

async function scriptsOf(file: string): Promise<string[]> {
  return (await fetchedBy(file)).filter((path) => path.endsWith('.js'))
}

async function brotliBytes(paths: Iterable<string>): Promise<number> {
  const sizes = await Promise.all([...paths].map((path) => stat(join(out, 'public', `${path}.br`))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

describe('public pages', () => {
  test('exist in both login states', () => {
    expect(publicFiles()).toContain('index.signed-out.html')
    expect(publicFiles()).toContain('help-mobile-money.signed-in.html')
    expect(new Set(publicFiles()).size).toBe(2 * (Object.keys(manifest.pages).length - 1))
  })

  test('stay under their HTML budget', async () => {
    for (const file of publicFiles()) {
      const { size } = await stat(join(out, 'pages', `${file}.br`))
      expect(size, file).toBeLessThanOrEqual(PUBLIC_HTML)
    }
  })

  test('stay under their script budget, and most need no script', async () => {
    const sizes = new Map<string, number>()
    for (const file of publicFiles()) sizes.set(file, await brotliBytes(await scriptsOf(file)))
    for (const [file, size] of sizes)
      expect(size, file).toBeLessThanOrEqual(file.startsWith('index.') ? LANDING_SCRIPT : PUBLIC_SCRIPT)
    const without = [...sizes].filter(([, size]) => size === 0).map(([file]) => file)
    expect(without).toContain('how-it-works.signed-out.html')
    expect(without).not.toContain('index.signed-out.html')
  })

  test('about rates need one document, and a script only for the calculator', async () => {
    const rates = Object.keys(manifest.pages).filter((path) => path.startsWith('/rates'))
    expect(rates).toHaveLength(10)
    expect(await scriptsOf('rates.signed-out.html')).toEqual([])
    expect(await scriptsOf('rates-liberia-to-ghana.signed-out.html')).toContainEqual(
      expect.stringMatching(/calculator-entry/),
    )
  })

  test('need nothing but the document for their first paint', async () => {
    for (const file of publicFiles()) {
      const text = withoutInline(await html(file))
      expect(text.match(/rel="stylesheet"|<img|<iframe|url\((?!#)/), file).toBeNull()
      const scripts = (text.match(/<script\b[^>]*>/g) ?? []).filter(
        (tag) => tag !== '<script>' && tag !== '<script type="application/ld+json">',
      )
      expect(scripts.every((tag) => tag.includes('type="module"') && tag.includes('src='))).toBe(true)
    }
  })
})

describe('the app', () => {
  test('stays under its script budget before each of its pages is usable', async () => {
    const common = await scriptsOf(manifest.appFile)
    const pages = Object.entries(manifest.preload)
    expect(pages.map(([path]) => path)).toEqual(
      expect.arrayContaining([
        ...['/send-money', '/transfer-status', '/sign-in'],
        ...['/me/dashboard', '/me/profile', '/me/settings', '/me/notifications', '/me/limits'],
      ]),
    )
    for (const [path, own] of pages) {
      expect(own.length, path).toBeGreaterThan(0)
      expect(await brotliBytes(new Set([...common, ...own])), path).toBeLessThanOrEqual(APP_SCRIPT)
    }
  })

  test('carries the flags in its document, and in no script', async () => {
    expect(await html(manifest.appFile)).toContain('<symbol id="flag-GH"')
    const scripts = await scriptsOf(manifest.appFile)
    const texts = await Promise.all(scripts.map((path) => readFile(join(out, 'public', path), 'utf8')))
    expect(texts.some((text) => text.includes('flag-GH'))).toBe(false)
  })

  test('needs few script files for sign-in, Send Money and the dashboard', async () => {
    const common = await scriptsOf(manifest.appFile)
    for (const path of ['/sign-in', '/send-money', '/me/dashboard']) {
      const files = new Set([...common, ...(manifest.preload[path] ?? [])])
      expect(files.size, path).toBeLessThanOrEqual(APP_SCRIPT_FILES)
    }
  })

  test('preloads the large files first, since a browser queues requests after the sixth', async () => {
    const sizes = async (paths: readonly string[]) =>
      Promise.all(paths.map(async (path) => brotliBytes([path])))
    const largest = Math.max(...(await sizes(await scriptsOf(manifest.appFile))))
    for (const [path, scripts] of Object.entries(manifest.preload)) {
      const [first = 0, second = 0, ...own] = await sizes(scripts)
      expect(first, path).toBe(largest)
      expect(second, path).toBeGreaterThan(Math.max(...own))
    }
  })

  test('in another language needs one more script, without any file of the page', async () => {
    const assets = await readdir(join(out, 'public/assets'))
    const files = assets.filter((file) => /^(kri|en-LR)-[\w-]{6}\.js$/.test(file))
    expect(files).toHaveLength(LANGUAGES.length - 1)
    for (const file of files) {
      const [code] = file.split(/-[\w-]{6}\.js$/)
      expect(await html('index.signed-out.html')).toContain(file.replace(`${code}-`, '').replace('.js', ''))
      expect(await brotliBytes([`/assets/${file}`]), file).toBeLessThanOrEqual(LANGUAGE_SCRIPT)
      // It runs as a classic script, before the modules.
      expect(await readFile(join(out, 'public/assets', file), 'utf8')).not.toMatch(
        /\b(import|export)\b ?[{*(]/,
      )
    }
  })

  test('loads Firebase only on demand', async () => {
    const assets = await readdir(join(out, 'public/assets'))
    const scripts = assets.filter((file) => file.endsWith('.js'))
    const texts = await Promise.all(
      scripts.map(async (file) => [file, await readFile(join(out, 'public/assets', file), 'utf8')] as const),
    )
    const holding = texts.filter(([, text]) => text.includes('identitytoolkit.googleapis.com'))
    expect(holding).toHaveLength(1)
    const file = holding[0]?.[0] ?? ''
    const fetched = [...(await scriptsOf(manifest.appFile)), ...Object.values(manifest.preload).flat()]
    expect(fetched.length).toBeGreaterThan(10)
    expect(fetched.filter((path) => path.includes(file))).toEqual([])
    // No other script imports it statically either: hosted mode loads it with a dynamic import.
    const asking = texts.filter(([, text]) => text.includes(file))
    for (const [asker, text] of asking)
      expect(text.match(/from\s*["'`][^"'`]+["'`]/g)?.join() ?? '', asker).not.toContain(file)
    expect(asking.length).toBeGreaterThan(0)
  })

  test('starts its first call with the document', async () => {
    const preload = '<link rel="preload" as="fetch" crossorigin href="/auth/boot">'
    expect((await html(manifest.appFile)).includes(preload)).toBe(true)
  })

  test('preloads the code of every page it serves except redirects and unknown ones', () => {
    const preloaded = Object.keys(manifest.preload).sort()
    expect([...preloaded, '/profile', '/me', '/me/*'].sort()).toEqual([...manifest.app].sort())
  })
})

test('every document passes the content security policy: hashes match, no style attribute, one script inline', async () => {
  const files = Object.keys(manifest.csp)
  const withForms = new Set(Object.values(manifest.early).flatMap((found) => Object.values(found)))
  expect(files).toContain(manifest.notFound.signedIn)
  for (const file of files) {
    const text = await html(file)
    const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map((match) => cspHash(match[1] ?? ''))
    expect(styles, file).toEqual(manifest.csp[file]?.styleHashes)
    const inline = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1] ?? '')
    expect(inline.map(cspHash), file).toEqual(manifest.csp[file]?.scriptHashes)
    expect(inline, file).toHaveLength(1)
    // This script blocks the first paint, so it stays tiny.
    expect(inline[0]?.length, file).toBeLessThan(withForms.has(file) ? 2250 : 1500)
    expect(text.match(/<[^>]+\s(?:style|on\w+)="/), file).toBeNull()
  }
})

describe('the installed app', () => {
  const publicFile = (path: string) => readFile(join(out, 'public', path), 'utf8')

  test('has a manifest whose icons and paths exist', async () => {
    const { icons, shortcuts, start_url } = JSON.parse(await publicFile('manifest.webmanifest')) as {
      icons: { src: string; sizes: string; purpose: string }[]
      shortcuts: { url: string }[]
      start_url: string
    }
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
    for (const { src } of icons) expect((await stat(join(out, 'public', src))).size).toBeGreaterThan(1000)
    for (const path of [start_url, ...shortcuts.map(({ url }) => url)]) expect(manifest.app).toContain(path)
  })

  test('has a worker of about two kilobytes that contains the id of this build and its icon', async () => {
    const worker = await publicFile('sw.js')
    expect(worker.length).toBeLessThan(2600)
    expect(worker).toMatch(/`\/assets\/192-[\w-]+\.png`/)
    expect(worker).toMatch(/`sesa-[\w-]{10}`/)
    expect(worker).not.toMatch(/sesa-(BUILD|ICON)/)
  })

  test('has an offline page that fetches no script and no stylesheet', async () => {
    const { signedOut, signedIn } = manifest.pages['/offline'] ?? {}
    expect(signedIn).toBe(signedOut)
    expect(await fetchedBy(signedOut ?? '')).not.toContainEqual(expect.stringMatching(/\.(js|css)$/))
    expect(await html(signedOut ?? '')).toContain('noindex')
  })
})

// Runs two builds.
test('the page of the design system exists in the development build and in no other', async () => {
  expect(manifest.pages).not.toHaveProperty('/ui')
  const files = await readdir(out, { recursive: true })
  expect(files.filter((file) => /(^|\/)ui\.html/.test(file))).toEqual([])
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  for (const file of scripts)
    expect(await readFile(join(out, file), 'utf8')).not.toContain('Broken on purpose')

  const other = `${out}-gallery`
  try {
    await build(other, '--gallery')
    const { pages } = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8')) as WebManifest
    expect(pages['/ui']).toEqual({ signedOut: 'ui.html', signedIn: 'ui.html' })
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})
