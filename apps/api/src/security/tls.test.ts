import { PATIENCE } from '@sesa/test-kit/patience'
import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { connect as connectPlainly, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, getCiphers, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing.ts'
import { createListener, type Listener } from '../http/server/listener.ts'
import { createServer } from '../http/server/server.ts'
import { TLS_RULES, type Certificate } from '../http/server/tls.ts'
import { followCertificate, readCertificate } from '../bin/certificate.ts'
import { createAuthority, type Authority } from '@sesa/test-kit/certificates'

const HOST = 'sesa.example'

let authority: Authority
let certificate: Certificate
let database: TestDatabase
let listener: Listener
let app: FastifyInstance
let port: number
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sesa-tls-'))
  authority = await createAuthority()
  certificate = await authority.issue()
  database = await createTestDatabase()
  listener = createListener(certificate)
  app = await createServer({
    db: database.db,
    publicUrl: `https://${HOST}`,
    logLevel: 'silent',
    modules: [],
    authenticate: () => Promise.resolve(null),
    listener,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Performs a handshake; rejects when the server refuses. */
async function shake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port, servername: HOST, ca: authority.cert, ...options })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

describe('the server’s TLS', () => {
  it('is 1.3 if the client supports it, else 1.2, and nothing older', async () => {
    expect((await shake()).getProtocol()).toBe('TLSv1.3')
    expect((await shake({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2')
    for (const version of ['TLSv1.1', 'TLSv1'] as const) {
      const old = { minVersion: version, maxVersion: version, ciphers: 'ALL:@SECLEVEL=0' }
      await expect(shake(old)).rejects.toThrow(/alert protocol version|unsupported protocol/)
    }
  })

  it('uses only suites with forward secrecy and authenticated encryption, the strongest first', async () => {
    const suites = getCiphers().map((name) => name.toUpperCase())
    const older = suites.filter((name) => !name.startsWith('TLS_'))
    expect(older.length).toBeGreaterThan(30)
    const taken: string[] = []
    for (const name of older) {
      const only = { maxVersion: 'TLSv1.2', ciphers: `${name}:@SECLEVEL=0` } as const
      const socket = await shake(only).catch(() => undefined)
      if (socket !== undefined) taken.push(name)
    }
    expect(taken.sort()).toEqual([
      'ECDHE-ECDSA-AES128-GCM-SHA256',
      'ECDHE-ECDSA-AES256-GCM-SHA384',
      'ECDHE-ECDSA-CHACHA20-POLY1305',
    ])
    // An RSA certificate would allow suites that this server's certificate rules out.
    const other = TLS_RULES.ciphers.split(':').filter((name) => !/^(TLS_|ECDHE-).*(GCM|POLY1305)/.test(name))
    expect(other).toEqual([])
    const weakestFirst = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
    const second = await shake({ maxVersion: 'TLSv1.2', ciphers: weakestFirst })
    expect(second.getCipher().name).toBe('ECDHE-ECDSA-AES256-GCM-SHA384')
    const third = await shake({ ciphers: 'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384' })
    expect(third.getCipher().name).toBe('TLS_AES_256_GCM_SHA384')
  })

  it('is the only protocol: plain HTTP gets no answer, and browsers must stay with https', async () => {
    const plain = connectPlainly({ host: '127.0.0.1', port })
    let said = ''
    plain.on('data', (data) => (said += data.toString('latin1')))
    plain.on('error', () => undefined)
    plain.write('GET /healthz HTTP/1.1\r\nhost: sesa.example\r\n\r\n')
    await once(plain, 'close')
    expect(said).not.toContain('HTTP/')

    const asked = request({ host: '127.0.0.1', port, servername: HOST, ca: authority.cert, path: '/healthz' })
    asked.end()
    const [answer] = (await once(asked, 'response')) as [{ statusCode: number; headers: object }]
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
    asked.destroy()
  })
})

const settings = {
  by: 'server',
  certFile: '',
  keyFile: '',
  host: HOST,
  trusted: true,
} as const

/** Writes a certificate to files, as a renewal does. */
async function filesOf({ cert, key }: Certificate) {
  const files = { ...settings, certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  await writeFile(files.certFile, cert)
  await writeFile(files.keyFile, key)
  await chmod(files.keyFile, 0o600)
  return files
}

const issue = (...given: Parameters<Authority['issue']>) => authority.issue(...given)

describe('a certificate', () => {
  it('from an authority for our name is accepted', async () => {
    expect(await readCertificate(await filesOf(certificate), [authority.cert])).toEqual(certificate)
  })

  it.each<[string, () => Promise<Certificate>, RegExp]>([
    [
      'of an authority that browsers do not know',
      async () => (await createAuthority()).issue(),
      /do not trust/,
    ],
    ['for another name', () => issue({ names: ['other.example'] }), /do not trust .*sesa\.example/],
    ['that has ended', () => issue({ from: -9, until: -1 }), /the certificate ended at/],
    ['that has not begun', () => issue({ from: 5 }), /the certificate begins at/],
    [
      'with the key of another certificate',
      async () => ({ cert: certificate.cert, key: (await issue()).key }),
      /the key is that of another certificate/,
    ],
    ['that is none', () => Promise.resolve({ ...certificate, cert: 'none' }), /holds none in PEM/],
    ['without its key', () => Promise.resolve({ ...certificate, key: 'none' }), /no private key in PEM/],
  ])('%s is refused', async (_what, make, words) => {
    await expect(readCertificate(await filesOf(await make()), [authority.cert])).rejects.toThrow(words)
  })

  it('is refused by a live start unless a public authority issued it', async () => {
    await expect(readCertificate(await filesOf(certificate))).rejects.toThrow(/browsers do not trust/)
  })

  it('is refused when its key is readable by everyone, or a file is missing', async () => {
    const files = await filesOf(certificate)
    await chmod(files.keyFile, 0o644)
    await expect(readCertificate(files, [authority.cert])).rejects.toThrow(/TLS_KEY_FILE: .*chmod 600/)
    await rm(files.certFile)
    await expect(readCertificate(files, [authority.cert])).rejects.toThrow(/TLS_CERT_FILE: .*cannot be read/)
  })

  it('that was renewed in its files is used without a restart, and a broken one is not', async () => {
    const files = await filesOf(certificate)
    const said: string[] = []
    const stop = followCertificate(files, {
      current: certificate,
      renew: listener.renew,
      say: (words) => said.push(words),
      every: 20,
      authorities: [authority.cert],
    })
    onTestFinished(stop)
    const serial = async () => (await shake()).getPeerCertificate().serialNumber
    const first = await serial()
    await filesOf({ ...certificate, cert: 'half a fi' })
    await vi.waitUntil(() => said.some((words) => words.startsWith('the old certificate stays in use')), {
      timeout: 60_000,
    })
    expect(await serial()).toBe(first)
    const serials = new Set([first])
    for (const times of [1, 2]) {
      await filesOf(await issue())
      const renewals = () =>
        said.filter((words) => words === 'the renewed certificate of TLS_CERT_FILE is in use')
      await vi.waitUntil(() => renewals().length === times, PATIENCE)
      serials.add(await serial())
    }
    expect(serials.size).toBe(3)
  })
})
