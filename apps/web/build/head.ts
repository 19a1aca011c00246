import type { PageHead } from '../src/site/rendered-page.ts'
import { escape } from './document.ts'

/** Keeps a document out of search engines. */
export const NOT_FOR_SEARCH = '<meta name="robots" content="noindex">'

/** Returns the head tags of a page with a secret address: no tag contains it or differs between requests. */
export function liveHeadOf({ title, description, referrer }: PageHead, card: string): string[] {
  const shared = {
    'og:type': 'website',
    'og:site_name': 'Sesa',
    'og:title': title,
    'og:description': description,
    'og:image': `%[origin]${card}`,
  }
  return [
    `<meta name="description" content="${escape(description)}">`,
    NOT_FOR_SEARCH,
    `<meta name="referrer" content="${referrer ?? 'no-referrer'}">`,
    ...Object.entries(shared).map(
      ([property, content]) => `<meta property="${property}" content="${escape(content)}">`,
    ),
    '<meta name="twitter:card" content="summary">',
  ]
}

/** Returns a public page's head tags. Absolute addresses start with `%[origin]`, which the server fills. */
export function headOf(
  { path, title, description, facts, factsWhen, hidden }: PageHead,
  card: string,
): string[] {
  const about = `<meta name="description" content="${escape(description)}">`
  if (path === null) return [about, NOT_FOR_SEARCH]
  const url = `%[origin]${path}`
  const shared = Object.entries({
    'og:type': 'website',
    'og:site_name': 'Sesa',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': `%[origin]${card}`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Sesa: send money home. It lands on their phone.',
  }).map(([property, content]) => `<meta property="${property}" content="${escape(content)}">`)
  return [
    about,
    ...(hidden ? [NOT_FOR_SEARCH] : []),
    `<link rel="canonical" href="${url}">`,
    ...shared,
    // Twitter reads the rest of the card from the Open Graph tags.
    '<meta name="twitter:card" content="summary_large_image">',
    ...facts.map(factOf),
    ...(factsWhen ? [`%[when ${factsWhen.region}]`, ...factsWhen.facts.map(factOf), '%[end]'] : []),
  ]
}

/**
 * Returns a fact as data, to which the content security policy does not apply. The escape prevents it from closing its
 * element.
 */
function factOf(fact: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...fact }).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}
