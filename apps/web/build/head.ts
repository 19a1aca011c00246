import type { PageHead } from '../src/site/rendered-page.ts'
import { escape } from './document.ts'

/** Keeps a document out of search engines. */
export const NOT_FOR_SEARCH = '<meta name="robots" content="noindex">'

/** The tags of a public page's head. Absolute addresses begin with the slot `%[origin]`, which the server fills. */
export function headOf({ path, title, description, facts }: PageHead, card: string): string[] {
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
    `<link rel="canonical" href="${url}">`,
    ...shared,
    // The rest of a Twitter card is taken from the Open Graph tags.
    '<meta name="twitter:card" content="summary_large_image">',
    // Data and not code: the content security policy has no say in it. The escape keeps it from ending its element.
    ...facts.map(
      (fact) =>
        `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...fact }).replaceAll('<', '\\u003c')}</script>`,
    ),
  ]
}
