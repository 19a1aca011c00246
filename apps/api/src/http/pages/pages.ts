import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { PAYING_PERMISSIONS } from '../server/guards.ts'
import { signedInCookieReader } from '../signed-in-cookie.ts'
import { registerCrawlers } from './crawlers.ts'
import { encodingFor } from './encodings.ts'
import { loadLivePages } from './live-pages.ts'
import { loadPage, type Filled, type Page } from './load-page.ts'

/** The page's file for each sign-in state. */
export type Variants = v.InferOutput<typeof variantsSchema>

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the variant for this visitor. */
    sendPage(page: Variants): Promise<FastifyReply>
  }
}

const variantsSchema = v.object({ signedOut: v.string(), signedIn: v.string() })

/** The web build's manifest, `dist/manifest.json`; the web app's build declares the same shape. */
const manifestSchema = v.object({
  pages: v.record(v.string(), variantsSchema),
  /** Pages that a module fills for each request, by name. */
  live: v.optional(v.record(v.string(), v.string()), {}),
  app: v.array(v.string()),
  appFile: v.string(),
  appFiles: v.optional(v.record(v.string(), v.string()), {}),
  notFound: variantsSchema,
  /** By full address and visitor: `signedOut`, or the customer's sending country. */
  early: v.record(v.string(), v.record(v.string(), v.string())),
  preload: v.record(v.string(), v.array(v.string())),
  csp: v.record(
    v.string(),
    v.object({ styleHashes: v.array(v.string()), scriptHashes: v.array(v.string()) }),
  ),
})

type Manifest = v.InferOutput<typeof manifestSchema>

/** Additional hosts that a document may load from, by kind of resource. */
interface Hosts {
  readonly script: readonly string[]
  readonly frame: readonly string[]
  readonly connect: readonly string[]
}

/** Hosts of the card fields, as listed in Stripe's security guide: its script opens frames on changing subdomains. */
const STRIPE: Hosts = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Chrome fetches these when a document asks for Google Pay, and checks them against the document's policy. */
const GOOGLE_PAY = ['https://google.com/pay', 'https://www.google.com/pay', 'https://pay.google.com']

/** Returns the same three directives for the sandbox stand-in, with its own host if it has one. */
function standIn(host: string | undefined): Hosts {
  const hosts = host === undefined ? [] : [host]
  return { script: hosts, frame: hosts, connect: hosts }
}

/** Firebase's address in hosted mode: its pages, or the emulator's origin in tests. */
export interface FirebasePlace {
  readonly authDomain: string
  readonly emulatorUrl: string | null
}

/**
 * Returns the hosts for Firebase sign-in and its bot check in hosted mode: the popup's message loader with its
 * dependencies, and the hosts listed in the reCAPTCHA and Firebase documentation.
 */
function firebaseHosts({ authDomain, emulatorUrl }: FirebasePlace): Hosts {
  const loader = ['https://apis.google.com/js/', 'https://apis.google.com/_/scs/']
  if (emulatorUrl !== null) return { script: loader, frame: [emulatorUrl], connect: [emulatorUrl] }
  return {
    script: [...loader, 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frame: [
      `https://${authDomain}`,
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
    connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
  }
}

/** Returns the content policy of one document: own scripts, hashed inline styles, and the hosts of the services in use. */
function contentPolicy(hashes: Manifest['csp'][string] | undefined, services: readonly Hosts[]): string {
  const list = (values: readonly string[] | undefined): string =>
    (values ?? []).map((hash) => ` '${hash}'`).join('')
  const of = (kind: keyof Hosts): string =>
    services.flatMap((service) => service[kind].map((host) => ` ${host}`)).join('')
  return [
    "default-src 'none'",
    `script-src 'self'${list(hashes?.scriptHashes)}${of('script')}`,
    `style-src 'self'${list(hashes?.styleHashes)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self'${of('connect')}`,
    `frame-src 'self'${of('frame')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Returns true when the client already has this version of the page; a cache in between may have weakened the tag. */
function isKnown({ etag }: Page, request: FastifyRequest): boolean {
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  return known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

async function send(page: Page, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
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
  return reply.type('text/html; charset=utf-8').send(await page[encoding]())
}

const WORKER_POLICY =
  "default-src 'none'; connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

/** Redirects a path with a trailing slash to the one without it. Wildcard routes handle their own. */
function redirectSlash(app: FastifyInstance, path: string): void {
  if (path !== '/' && !path.endsWith('*')) app.get(`${path}/`, toCanonical)
}

function endsInSlash(url: string): boolean {
  return /^[^?]*\/(?:\?|$)/.test(url)
}

function toCanonical(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = '', query] = request.url.split(/\?(.*)/s)
  const canonical = path.replace(/\/+$/, '') + (query === undefined ? '' : `?${query}`)
  return reply.header('cache-control', 'public, max-age=3600').redirect(canonical, 308)
}

interface Served extends Filled {
  /** Folder of the built web app. */
  readonly dist: string
  /** Undefined in live mode. */
  readonly sandbox: { readonly standInHost?: string | undefined } | undefined
  readonly publicUrl: string
  /** True where the card form may offer wallets. */
  readonly wallets: boolean
  /** In hosted mode. */
  readonly firebase: FirebasePlace | undefined
}

function servicesOf({ sandbox, wallets, firebase }: Served, paysByCard: boolean): Hosts[] {
  const stripe = wallets ? { ...STRIPE, connect: [...STRIPE.connect, ...GOOGLE_PAY] } : STRIPE
  const cards = sandbox === undefined ? stripe : standIn(sandbox.standInHost)
  return [...(paysByCard ? [cards] : []), ...(firebase === undefined ? [] : [firebaseHosts(firebase)])]
}

/**
 * Serves the built web app from `dist`: pages by an explicit list of paths, whatever the Accept header; hashed assets,
 * cached for a year; and the files for crawlers. Returns the "not found" page. Throws when the build is missing or
 * malformed.
 */
export async function registerPages(app: FastifyInstance, served: Served): Promise<Variants> {
  const { dist, publicUrl } = served
  const manifest = v.parse(manifestSchema, JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8')))
  const shellOf = (path: string): Variants => {
    const file = manifest.appFiles[path] ?? manifest.appFile
    return { signedOut: file, signedIn: file }
  }
  const shells = manifest.app.map(shellOf)
  const early = new Map(
    Object.entries(manifest.early).map(([address, files]) => [address, new Map(Object.entries(files))]),
  )
  const filesOf = (all: readonly Variants[]): string[] =>
    all.flatMap(({ signedOut, signedIn }) => [signedOut, signedIn])
  // Every document of the app can reach the card form without loading a new document; public pages are separate
  // documents.
  const earlyFiles = [...early.values()].flatMap((byVisitor) => [...byVisitor.values()])
  const paying = new Set([...earlyFiles, ...filesOf(shells)])
  const files = [...filesOf([...Object.values(manifest.pages), manifest.notFound]), ...paying]
  const loaded = await Promise.all(
    [...new Set(files)].map(async (file) => {
      const policy = contentPolicy(manifest.csp[file], servicesOf(served, paying.has(file)))
      return [file, await loadPage(join(dist, 'pages', file), policy, served)] as const
    }),
  )
  const pages = new Map(loaded)
  const readSignedInCookie = signedInCookieReader(publicUrl)

  app.decorateReply('sendPage', async function sendPage(this: FastifyReply, variants: Variants) {
    const isSignedIn = readSignedInCookie(this.request.headers.cookie) !== null
    const file = isSignedIn ? variants.signedIn : variants.signedOut
    const page = pages.get(file)
    if (!page) throw new Error(`No page ${file} in the web build`)
    if (paying.has(file)) void this.header('permissions-policy', PAYING_PERMISSIONS)
    return send(await page.now(), this.request, this)
  })
  // A live page uses no other company's service.
  const policyOf = (file: string) => contentPolicy(manifest.csp[file], [])
  app.decorateReply('sendLive', await loadLivePages(served, manifest.live, policyOf))
  for (const [path, variants] of Object.entries(manifest.pages)) {
    app.get(path, (_request, reply) => reply.sendPage(variants))
    redirectSlash(app, path)
  }
  const open = Object.entries(manifest.pages).filter(
    ([, { signedOut }]) => pages.get(signedOut)?.hidden === false,
  )
  registerCrawlers(app, { publicUrl, paths: open.map(([path]) => path) })
  for (const path of manifest.app) {
    // Preload the page's own scripts with the app's: it saves the round trip before the entry script names them.
    const links = (manifest.preload[path] ?? []).map((script) => `<${script}>; rel=modulepreload`).join(', ')
    app.get(path, (request, reply) => {
      if (endsInSlash(request.url)) return toCanonical(request, reply)
      if (links !== '') reply.header('link', links)
      const visitor = readSignedInCookie(request.headers.cookie) ?? 'signedOut'
      const file = early.get(request.url)?.get(visitor)
      return reply.sendPage(file === undefined ? shellOf(path) : { signedOut: file, signedIn: file })
    })
    redirectSlash(app, path)
  }
  await app.register(fastifyStatic, {
    root: join(dist, 'public'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      const hashed = path.includes(`${join(dist, 'public', 'assets')}`)
      // Or `sw.js.br`, the compressed file.
      if (path.startsWith(join(dist, 'public/sw.js'))) {
        // A service worker's policy is in its own response, and this one fetches on behalf of pages.
        response.header('content-security-policy', WORKER_POLICY)
        response.header('cache-control', 'no-cache')
        return
      }
      // It names hashed files, so an outdated copy would request deleted files.
      const fresh = path.startsWith(join(dist, 'public/manifest.webmanifest'))
      const kept = fresh ? 'no-cache' : 'public, max-age=3600'
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : kept)
    },
  })
  return manifest.notFound
}
