import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import type { OpenWorld } from '../core/open-world.ts'
import type { Messages } from '../messages/messages.ts'
import type { PushService } from '../push/push.ts'
import type { Collections } from '../carriers/collections.ts'
import type { Phones } from '../carriers/phones.ts'
import type { Wallets } from '../carriers/wallets.ts'
import { debitsOf } from '../cards/index.ts'
import { readBooks, type Rail } from './books.ts'
import { renderPage } from './page.ts'
import { socialPage } from './social.ts'

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
const MOST_MESSAGES = 500

interface PageParts {
  messages: Messages
  push: PushService
  wallets: Wallets
  collections: Collections
  phones: Phones
  rails: readonly Rail[]
}

/**
 * Registers `GET /sandbox/books`, the page for people at `/sandbox`, and the company's pages on social
 * networks.
 */
export async function registerPages(
  app: FastifyInstance,
  world: OpenWorld,
  { messages, push, wallets, collections, phones, rails }: PageParts,
): Promise<void> {
  const [script, style] = await Promise.all(['page.js', 'page.css'].map((name) => readBeside(name)))

  app.get('/sandbox/books', () => readBooks(world, rails, collections))
  app.get('/sandbox/page.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  app.get('/sandbox/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style))

  app.get<{ Params: { network: string } }>('/sandbox/social/:network', ({ params }, reply) => {
    const page = socialPage(params.network)
    if (page === undefined) return reply.callNotFound()
    return reply.type('text/html; charset=utf-8').header('content-security-policy', CSP).send(page)
  })

  for (const path of ['/sandbox', '/sandbox/']) {
    app.get(path, (_request, reply) => {
      const page = renderPage({
        books: readBooks(world, rails, collections),
        wallets: wallets.list(),
        prompts: phones.prompts(),
        debits: debitsOf(world),
        messages: messages.list({ limit: MOST_MESSAGES }),
        pushed: push.list({ limit: MOST_MESSAGES }),
        withHtml: messages.idsWithHtml(MOST_MESSAGES),
        faults: world.faults.list(),
      })
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', CSP)
        .header('cache-control', 'no-store')
        .send(page)
    })
  }
}

function readBeside(name: string): Promise<string> {
  return readFile(new URL(name, import.meta.url), 'utf8')
}
