import { createHash } from 'node:crypto'

/** A document's scripts and their imports, listed together so that the browser fetches them in parallel. */
export interface Scripts {
  readonly entries: readonly string[]
  readonly imports: readonly string[]
}

interface DocumentParts {
  title: string
  /** Additional tags of the head, as HTML. */
  head?: readonly string[]
  css: string
  /** Runs before anything is painted. */
  early: string
  scripts: Scripts
  icons: { svg: string; apple: string }
  body: string
  /** Requests to start together with the document, such as the app's first call. */
  fetches?: readonly string[]
}

/** Colour of the browser's own bars: the `paper` colour of each theme. */
export const THEME_COLORS = { light: '#fbf6ec', dark: '#0f1814' } as const

/** Returns a complete HTML document: CSS inlined, scripts as deferred modules, only `early` runs inline. */
export function documentOf({
  title,
  head = [],
  css,
  early,
  scripts,
  icons,
  body,
  fetches = [],
}: DocumentParts): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escape(title)}</title>`,
    ...head,
    '<meta name="color-scheme" content="light dark">',
    ...Object.entries(THEME_COLORS).map(
      ([scheme, color]) =>
        `<meta name="theme-color" content="${color}" data-scheme="${scheme}" media="(prefers-color-scheme:${scheme})">`,
    ),
    `<script>${early}</script>`,
    ...fetches.map((path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`),
    ...scripts.imports.map((file) => `<link rel="modulepreload" href="/${file}">`),
    ...scripts.entries.map((file) => `<script type="module" src="/${file}"></script>`),
    `<link rel="icon" type="image/svg+xml" href="${icons.svg}">`,
    `<link rel="apple-touch-icon" href="${icons.apple}">`,
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<style>${css}</style></head><body>${body}</body></html>`,
  ].join('')
}

/** Returns the CSP source of an inlined style or script: `sha256-…`. */
export function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** Escapes text for HTML content and attributes. */
export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
