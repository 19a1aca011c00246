import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { registerCrawlers } from './crawlers.ts'

declare module 'fastify' {
  interface FastifyReply {
    sendPage(file: string): FastifyReply
  }
}

/** What the web build says about itself in `dist/manifest.json`; the web app's build declares the same shape. */
const manifestSchema = v.object({
  pages: v.record(v.string(), v.object({ signedOut: v.string(), signedIn: v.string() })),
  app: v.array(v.string()),
  appFile: v.string(),
  notFoundFile: v.string(),
  preload: v.record(v.string(), v.array(v.string())),
  csp: v.record(
    v.string(),
    v.object({ styleHashes: v.array(v.string()), scriptHashes: v.array(v.string()) }),
  ),
})

type Manifest = v.InferOutput<typeof manifestSchema>

interface Page {
  readonly plain: Buffer
  readonly br: Buffer
  readonly gzip: Buffer
  readonly etag: string
  readonly policy: string
}

/** The non-secret cookie that says somebody is signed in, so that the right prerendered variant is sent. */
const HINT = /(?:^|;\s*)sesa_hint=1(?:;|$)/

/** What a page says that wants not to be found by search engines. */
const HIDDEN = '<meta name="robots" content="noindex">'

const STRIPE = {
  script: 'https://js.stripe.com',
  frame: 'https://js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
}

/** The policy of one document: own scripts and hashed inline styles only, plus Stripe's hosts in live mode. */
function contentPolicy(hashes: Manifest['csp'][string] | undefined, sandbox: boolean): string {
  const list = (values: readonly string[] | undefined): string =>
    (values ?? []).map((hash) => ` '${hash}'`).join('')
  const stripe = (hosts: string): string => (sandbox ? '' : ` ${hosts}`)
  return [
    "default-src 'none'",
    `script-src 'self'${list(hashes?.scriptHashes)}${stripe(STRIPE.script)}`,
    `style-src 'self'${list(hashes?.styleHashes)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${stripe(STRIPE.connect)}`,
    `frame-src 'self'${stripe(STRIPE.frame)}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

async function loadPage(dist: string, file: string, manifest: Manifest, sandbox: boolean): Promise<Page> {
  const path = join(dist, 'pages', file)
  const [plain, br, gzip] = await Promise.all([
    readFile(path),
    readFile(`${path}.br`),
    readFile(`${path}.gz`),
  ])
  return {
    plain,
    br,
    gzip,
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    policy: contentPolicy(manifest.csp[file], sandbox),
  }
}

function encodingFor(request: FastifyRequest): 'br' | 'gzip' | 'plain' {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain'
}

/** True when the client says that it has this very page; a cache on the way may have made the tag a weak one. */
function isKnown({ etag }: Page, request: FastifyRequest): boolean {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

function send(page: Page, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    'cache-control': 'no-cache',
    'content-security-policy': page.policy,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    etag: page.etag,
    vary: 'Cookie, Accept-Encoding',
  })
  if (reply.statusCode === 200 && isKnown(page, request)) return reply.code(304).send()
  const encoding = encodingFor(request)
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.type('text/html; charset=utf-8').send(page[encoding])
}

/**
 * Serves the built web app from `dist`: each page path by an explicit list, whatever Accept says, the hashed assets for
 * a year, and what crawlers look for. Answers the file of the "not found" page. Throws when the build is missing or
 * malformed.
 */
export async function registerPages(
  app: FastifyInstance,
  { dist, sandbox, publicUrl }: { dist: string; sandbox: boolean; publicUrl: string },
): Promise<string> {
  const manifest = v.parse(manifestSchema, JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')))
  const variants = Object.values(manifest.pages).flatMap(({ signedOut, signedIn }) => [signedOut, signedIn])
  const files = [...new Set([...variants, manifest.appFile, manifest.notFoundFile])]
  const loaded = await Promise.all(
    files.map(async (file) => [file, await loadPage(dist, file, manifest, sandbox)] as const),
  )
  const pages = new Map(loaded)

  app.decorateReply('sendPage', function sendPage(this: FastifyReply, file: string) {
    const page = pages.get(file)
    if (!page) throw new Error(`No page ${file} in the web build`)
    return send(page, this.request, this)
  })
  for (const [path, { signedOut, signedIn }] of Object.entries(manifest.pages)) {
    app.get(path, (request, reply) =>
      reply.sendPage(HINT.test(request.headers.cookie ?? '') ? signedIn : signedOut),
    )
  }
  const isHidden = (file: string): boolean => pages.get(file)?.plain.includes(HIDDEN) ?? false
  const open = Object.entries(manifest.pages).filter(([, { signedOut }]) => !isHidden(signedOut))
  registerCrawlers(app, { publicUrl, paths: open.map(([path]) => path) })
  for (const path of manifest.app) {
    // The path's own scripts are asked for along with the entry's, a round trip before the entry could name them.
    const links = (manifest.preload[path] ?? []).map((script) => `<${script}>; rel=modulepreload`).join(', ')
    app.get(path, (_request, reply) => {
      if (links !== '') reply.header('link', links)
      return reply.sendPage(manifest.appFile)
    })
  }
  await app.register(fastifyStatic, {
    root: join(dist, 'public'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes(`${join(dist, 'public', 'assets')}`)
      // Or `sw.js.br`, as it is compressed.
      if (path.startsWith(join(dist, 'public/sw.js'))) {
        // A worker takes its policy from its own answer, and this one fetches what it is asked for.
        response.header('content-security-policy', "default-src 'none'; connect-src 'self'")
        response.header('cache-control', 'no-cache')
        return
      }
      // It names hashed files, so an old one would ask for what is gone.
      const fresh = path.startsWith(join(dist, 'public/manifest.webmanifest'))
      const kept = fresh ? 'no-cache' : 'public, max-age=3600'
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : kept)
    },
  })
  return manifest.notFoundFile
}
