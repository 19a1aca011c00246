import { PATIENCE } from '@sesa/test-kit/patience'
import type { FastifyInstance } from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing.ts'
import { createServer } from '../server/server.ts'
import type { PublicTerms } from '../server/public-terms.ts'
import { COMPANY_DETAILS } from '../../testing/legal-details.ts'

let dist: string
let readTerms: () => Promise<PublicTerms>
let database: TestDatabase
let app: FastifyInstance

async function write(path: string, text: string): Promise<void> {
  const file = join(dist, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  await writeFile(`${file}.br`, brotliCompressSync(text))
  await writeFile(`${file}.gz`, gzipSync(text))
}

const variants = (name: string) => ({ signedOut: `${name}.html`, signedIn: `${name}-in.html` })

/** Builds the smallest possible web app. */
async function build(): Promise<void> {
  for (const name of ['home', 'about'])
    for (const [state, file] of Object.entries(variants(name)))
      await write(`pages/${file}`, `<!doctype html><title>${name} ${state}</title>`)
  for (const file of Object.values(variants('offline')))
    await write(
      `pages/${file}`,
      '<!doctype html><meta name="robots" content="noindex"><title>offline</title>',
    )
  await write('pages/app.html', '<!doctype html><title>app</title>')
  await write('pages/app-sign-in.html', '<!doctype html><title>app with the sign-in form</title>')
  await write('pages/app-gh.html', '<!doctype html><title>app for Ghana</title>')
  for (const [state, file] of Object.entries(variants('missing')))
    await write(`pages/${file}`, `<!doctype html><title>missing ${state}</title>`)
  await write('pages/contact.html', '<a href="tel:%[tel]">%[phone]</a>%[when X]<a href="%[X]">X</a>%[end]')
  await write('pages/track.html', '%[live:when here]<b>%[live:who]</b> %[phone]%[live:end]')
  await write(
    'pages/fees.html',
    '%[when terms]%[each corridors]%[item.from] to %[item.to]: %[each item.margins]%[item.price]%[when item.amounts] %[item.amounts]%[end]. %[end]%[each item.momo-fees]By mobile money: %[item.price].%[end]%[each item.bank-fees]From a bank account: %[item.price].%[end]%[end]%[end]%[when no-terms]Not known%[end]',
  )
  await write('public/assets/a-12345678.js', 'export {}')
  await write('public/sw.js', '// worker')
  await write('public/manifest.webmanifest', '{}')
  const manifest = {
    pages: {
      '/': variants('home'),
      '/about': variants('about'),
      '/contact-us': { signedOut: 'contact.html', signedIn: 'contact.html' },
      '/fees': { signedOut: 'fees.html', signedIn: 'fees.html' },
      '/offline': variants('offline'),
    },
    app: ['/me/dashboard', '/sign-in', '/me/*'],
    live: { '/track/{token}': 'track.html' },
    appFile: 'app.html',
    early: { '/sign-in': { signedOut: 'app-sign-in.html', GH: 'app-gh.html' } },
    notFound: variants('missing'),
    preload: { '/sign-in': ['/assets/a-12345678.js'] },
    csp: {
      'home.html': { styleHashes: ['sha256-abc='], scriptHashes: [] },
      'track.html': { styleHashes: ['sha256-def='], scriptHashes: [] },
    },
  }
  await writeFile(join(dist, 'manifest.json'), JSON.stringify(manifest))
}

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'sesa-pages-'))
  await build()
  database = await createTestDatabase()
  app = await createServer({
    db: database.db,
    publicUrl: 'https://sesa.example',
    logLevel: 'silent',
    modules: [
      {
        routes: (site) =>
          void site.get<{ Params: { who: string } }>('/live/:who', ({ params: { who } }, reply) =>
            reply.sendLive('/track/{token}', { here: 'here', who }),
          ),
      },
    ],
    authenticate: () => Promise.resolve(null),
    web: {
      dist,
      support: { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia', socials: [] },
      stores: { apple: undefined, google: undefined },
      legal: COMPANY_DETAILS,
      terms: () => readTerms(),
    },
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers })

const ACCEPTS = ['*/*', 'text/html', 'application/json', 'image/avif', '']

describe('a page with prices', () => {
  const corridor = {
    ...{
      from: 'Liberia',
      to: 'Ghana',
      fees: [{ amounts: undefined, price: 'LRD 0.00' }],
      margins: [{ amounts: undefined, price: '1.00%' }],
      least: 'LRD 87.00',
    },
    ...{ most: 'LRD 900.00', charged: undefined, closed: undefined },
  }
  const terms = {
    ...{ at: 'today', perTransfer: 'USD 1.00', per24Hours: 'USD 2.00', per30Days: 'USD 3.00' },
    ...{ corridors: [corridor], networks: [] },
    reach: { corridors: [], networks: [], medianSeconds: null },
  }

  it('says that they are unknown while they cannot be read, then shows them, and reads them once a minute', async () => {
    const { performance: clock } = globalThis
    const start = clock.now()
    const time = vi.spyOn(clock, 'now').mockReturnValue(start)
    onTestFinished(() => time.mockRestore())
    const text = async () => (await app.inject({ url: '/fees' })).body
    let reads = 0
    readTerms = () => Promise.reject(new Error('no database'))
    expect(await text()).toBe('Not known')
    readTerms = () => {
      reads++
      return Promise.resolve(terms)
    }
    expect(await text()).toBe('Not known')
    time.mockReturnValue(start + 6_000)
    expect(await Promise.all([text(), text(), text()])).toEqual(Array(3).fill('Liberia to Ghana: 1.00%. '))
    expect(reads).toBe(1)
    time.mockReturnValue(start + 60_000)
    await text()
    expect(reads).toBe(1)
    // After a failure, the last page stays.
    time.mockReturnValue(start + 70_000)
    readTerms = () => Promise.reject(new Error('no database'))
    expect(await text()).toBe('Liberia to Ghana: 1.00%. ')
    time.mockReturnValue(start + 80_000)
    readTerms = () =>
      Promise.resolve({
        ...terms,
        corridors: [
          {
            ...corridor,
            margins: [
              { amounts: 'Below LRD 9.00', price: '2.50%' },
              { amounts: 'From LRD 9.00', price: '1.00%' },
            ],
            momo: { fees: [{ amounts: undefined, price: '3.00%' }], margins: [] },
            bank: { fees: [{ amounts: undefined, price: '1.80%' }], margins: [] },
          },
        ],
      })
    const after =
      'Liberia to Ghana: 2.50% Below LRD 9.00. 1.00% From LRD 9.00. By mobile money: 3.00%.From a bank account: 1.80%.'
    expect(await text()).toBe(after)
    // A read that never ends does not delay visitors.
    time.mockReturnValue(start + 160_000)
    const late = Promise.withResolvers<PublicTerms>()
    readTerms = () => late.promise
    expect(await text()).toBe(after)
    late.resolve(terms)
    await vi.waitFor(async () => expect(await text()).toBe('Liberia to Ghana: 1.00%. '), PATIENCE)
  })
})

describe('a page', () => {
  it.each(ACCEPTS)('is served in both login states and to HEAD, for Accept “%s”', async (accept) => {
    for (const [cookie, state] of [
      ['', 'signedOut'],
      ['other=1; __Host-sesa_hint=1', 'signedIn'],
      ['__Host-sesa_hint=GH', 'signedIn'],
      ['__Host-sesa_hint=10', 'signedOut'],
      ['__Host-sesa_hint=GHA', 'signedOut'],
    ] as const) {
      for (const [url, name] of [
        ['/', 'home'],
        ['/about', 'about'],
      ] as const) {
        const page = await get(url, { accept, cookie })
        expect([page.statusCode, page.body]).toEqual([200, `<!doctype html><title>${name} ${state}</title>`])
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
        const head = await get(url, { accept, cookie }, 'HEAD')
        expect([head.statusCode, head.body]).toEqual([200, ''])
        expect(head.headers.etag).toBe(page.headers.etag)
      }
    }
  })

  it('is revalidated each time, by login state and encoding', async () => {
    const { headers } = await get('/')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers.vary).toBe('Cookie, Accept-Encoding')
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('is not sent again to a client that has it, unless the login state has changed', async () => {
    const etag = String((await get('/')).headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get('/', { 'if-none-match': tag })
      expect([again.statusCode, again.body, again.headers.vary]).toEqual([304, '', 'Cookie, Accept-Encoding'])
    }
    expect((await get('/', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await get('/', { 'if-none-match': etag, cookie: '__Host-sesa_hint=1' })).statusCode).toBe(200)
  })

  it('is served as compressed by the build', async () => {
    const page = await get('/', { 'accept-encoding': 'gzip, br' })
    expect(page.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(page.rawPayload).toString()).toContain('home signedOut')
  })

  it('shows the deployment’s details in every encoding', async () => {
    const filled = '<a href="tel:+231770000100">+231 77 000 0100</a>'
    expect((await get('/contact-us')).body).toBe(filled)
    const small = await get('/contact-us', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(filled)
    const zipped = await get('/contact-us', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(filled)
  })

  it('with live values is filled for each request, in every encoding, and never stored', async () => {
    for (const who of ['Ama', '<i>']) {
      const filled = `<b>${who.replace('<', '&lt;')}</b> +231 77 000 0100`
      const page = await get(`/live/${encodeURIComponent(who)}`)
      expect([page.statusCode, page.body]).toEqual([200, filled])
      expect(page.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Accept-Encoding' })
      expect(page.headers.etag).toBeUndefined()
      // The page uses no other company’s service.
      expect(page.headers['content-security-policy']).toContain("style-src 'self' 'sha256-def='")
      expect(page.headers['content-security-policy']).not.toContain('stripe')
      const small = await get(`/live/${encodeURIComponent(who)}`, { 'accept-encoding': 'br' })
      expect(brotliDecompressSync(small.rawPayload).toString()).toBe(filled)
      const zipped = await get(`/live/${encodeURIComponent(who)}`, { 'accept-encoding': 'gzip' })
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(filled)
    }
  })

  it('has its own document’s policy', async () => {
    expect((await get('/')).headers['content-security-policy']).toContain("style-src 'self' 'sha256-abc='")
    expect((await get('/about')).headers['content-security-policy']).toContain("style-src 'self';")
  })

  it('of the app names its scripts', async () => {
    const { body, headers } = await get('/sign-in?with=email', { accept: '*/*' })
    expect(body).toContain('<title>app</title>')
    expect(headers.link).toBe('</assets/a-12345678.js>; rel=modulepreload')
  })

  it('of the app with a form is served for its full address and one kind of visitor', async () => {
    const { body, headers } = await get('/sign-in')
    expect(body).toContain('<title>app with the sign-in form</title>')
    expect(headers.link).toBe('</assets/a-12345678.js>; rel=modulepreload')
    const known = await get('/sign-in', { cookie: '__Host-sesa_hint=1' })
    expect(known.body).toContain('<title>app</title>')
    const from = async (country: string) =>
      (await get('/sign-in', { cookie: `__Host-sesa_hint=${country}` })).body
    expect(await from('GH')).toContain('<title>app for Ghana</title>')
    expect(await from('LR')).toContain('<title>app</title>')
  })

  it('that does not exist is 404, as a page or as JSON', async () => {
    const page = await get('/nowhere', { accept: 'text/html' })
    expect([page.statusCode, page.body]).toEqual([404, '<!doctype html><title>missing signedOut</title>'])
    const known = await get('/nowhere', { accept: 'text/html', cookie: '__Host-sesa_hint=1' })
    expect([known.statusCode, known.body]).toEqual([404, '<!doctype html><title>missing signedIn</title>'])
    const json = await get('/nowhere', { accept: '*/*' })
    expect([json.statusCode, json.json<{ error: { code: string } }>().error.code]).toEqual([404, 'not_found'])
    expect([page, json].map(({ headers }) => headers['content-type'])).toEqual([
      'text/html; charset=utf-8',
      'application/json; charset=utf-8',
    ])
    expect((await get('/about/nowhere', { accept: 'text/html' })).statusCode).toBe(404)
    for (const folder of ['/assets', '/assets/', '/pages', '/.git/config'])
      expect((await get(folder, { accept: '*/*' })).statusCode, folder).toBe(404)
  })

  it('below /me is served by the app, whose guards run before the not-found page', async () => {
    for (const accept of ACCEPTS) {
      const { statusCode, body } = await get('/me/nowhere/deeper', { accept })
      expect([statusCode, body]).toEqual([200, '<!doctype html><title>app</title>'])
    }
  })

  it.each([
    ['/about/', '/about'],
    ['/about/?a=1&b=%2F', '/about?a=1&b=%2F'],
    ['/sign-in/?to=/me/settings/', '/sign-in?to=/me/settings/'],
    ['/me/dashboard/', '/me/dashboard'],
    ['/me/nowhere/', '/me/nowhere'],
    ['/me//evil.example//', '/me//evil.example'],
  ])('%s is redirected to %s', async (from, to) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await get(from, { accept: 'text/html' }, method)
      expect([statusCode, headers.location]).toEqual([308, to])
    }
  })

  it.each(['/nowhere/', '//evil.example/', '/about//', '/about/?', '//'])(
    '%s redirects to no other site',
    async (from) => {
      const { headers } = await get(from, { accept: 'text/html' })
      expect(headers.location ?? '/').toMatch(/^\/(?!\/)/)
    },
  )
})

describe('a file', () => {
  it.each([
    ['/assets/a-12345678.js', 'public, max-age=31536000, immutable', /javascript/],
    ['/sw.js', 'no-cache', /javascript/],
    ['/manifest.webmanifest', 'no-cache', /manifest\+json/],
  ])('%s is cached as %s', async (url, kept, type) => {
    for (const encoding of ['identity', 'br']) {
      const { statusCode, headers } = await get(url, { 'accept-encoding': encoding })
      expect([statusCode, headers['cache-control']]).toEqual([200, kept])
      expect(headers['content-type']).toMatch(type)
    }
  })
})

describe('crawlers', () => {
  it('get the list of pages, and the ones to leave out', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(robots.body).toContain('Sitemap: https://sesa.example/sitemap.xml\n')
    expect(robots.body).toContain('Disallow: /me/\n')
    const sitemap = await get('/sitemap.xml')
    expect(sitemap.headers['content-type']).toBe('application/xml; charset=utf-8')
    const found = [...sitemap.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(found).toEqual([
      'https://sesa.example/',
      'https://sesa.example/about',
      'https://sesa.example/contact-us',
      'https://sesa.example/fees',
    ])
  })

  it('find every page of the map', async () => {
    const { body } = await get('/sitemap.xml')
    for (const [, address] of body.matchAll(/<loc>(.*?)<\/loc>/g))
      expect((await get(new URL(address ?? '').pathname)).statusCode).toBe(200)
  })
})
