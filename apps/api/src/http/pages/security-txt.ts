import type { FastifyInstance } from 'fastify'

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
