import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../../lib/html.ts'

/** Paths closed to crawlers: pages behind sign-in, and the playground. */
const NOT_FOR_CRAWLERS = ['/me/', '/send-money', '/transfer-status', '/sandbox']

/** Serves `/robots.txt` and `/sitemap.xml`, which need absolute addresses. `paths`: the pages to index. */
export function registerCrawlers(
  app: FastifyInstance,
  { publicUrl, paths }: { publicUrl: string; paths: readonly string[] },
): void {
  const robots = [
    'User-agent: *',
    ...NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `<url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
  for (const [path, type, text] of [
    ['/robots.txt', 'text/plain; charset=utf-8', robots],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap],
  ] as const) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text),
    )
  }
}

/** How long the file stays valid, in milliseconds: RFC 9116 recommends less than a year. */
const LIFE_MS = 180 * 86_400_000

/** Serves `/.well-known/security.txt` (RFC 9116): the address for reporting vulnerabilities. */
export function registerSecurityTxt(
  app: FastifyInstance,
  { publicUrl, email }: { publicUrl: string; email: string },
): void {
  app.get('/.well-known/security.txt', (_request, reply) => {
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${new Date(Date.now() + LIFE_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ]
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(lines.join('\n'))
  })
}
