import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthority } from '@sesa/test-kit/certificates'
import { providerFetch } from '../lib/provider-fetch.ts'
import { createSmtp } from './smtp/index.ts'
import { createStripe } from './stripe/index.ts'

/** A man in the middle: answers for a provider's host over TLS with a certificate that no trusted authority signed. */
let https: Server
let implicit: SMTPServer
let upgraded: SMTPServer
let requests = 0
const mails: string[] = []

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

function mailServer(options: { key: string; cert: string; secure: boolean }): SMTPServer {
  const server = new SMTPServer({
    ...options,
    authOptional: true,
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => {
        mails.push('taken')
        done()
      })
    },
  })
  server.on('error', () => undefined)
  return server
}

beforeAll(async () => {
  const authority = await createAuthority()
  const { cert, key } = await authority.issue({ names: ['localhost'] })
  https = createServer({ cert, key }, (_request, response) => {
    requests++
    response.setHeader('content-type', 'application/json').end('{}')
  })
  implicit = mailServer({ cert, key, secure: true })
  upgraded = mailServer({ cert, key, secure: false })
  for (const server of [https, implicit, upgraded])
    await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()))
})
afterAll(async () => {
  for (const server of [https, implicit, upgraded])
    await new Promise<void>((resolve) => void server.close(() => resolve()))
})

const mail = { id: 'm-1', to: 'ama@example.com', subject: 'Hello', text: 'Hello' }

describe('a host whose certificate no known authority signed', () => {
  it('receives nothing from any provider call', async () => {
    const base = `https://localhost:${portOf(https)}`
    const error = await providerFetch(base, { headers: { authorization: 'Bearer secret' } }).catch(
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } })
    const cards = createStripe({ secretKey: 'sk_test_1', webhookSecret: 'w', baseUrl: base }, providerFetch)
    expect(await cards.readPayment('pi_1')).toMatchObject({ ok: false, reason: 'unknown' })
    expect(requests).toBe(0)
  })

  it.each([
    ['TLS from the start', () => `smtps://localhost:${portOf(implicit.server)}`],
    ['STARTTLS', () => `smtp://localhost:${portOf(upgraded.server)}`],
  ])('receives no email, by %s', async (_how, url) => {
    const smtp = createSmtp({ url: url(), from: 'help@sesa.example', timeout: 10_000 })
    expect(await smtp.checkServer()).toBe(false)
    expect(await smtp.send(mail)).toEqual({ outcome: 'unknown' })
    expect(mails).toEqual([])
  })
})
