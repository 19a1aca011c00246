import { randomUUID } from 'node:crypto'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSmtp } from './index.ts'

interface Taken {
  from: string
  to: string[]
  raw: string
}

const taken: Taken[] = []
/** The server's reply to the next message, after its text was received; null accepts it. */
let afterData: (Error & { responseCode?: number }) | 'cut' | null = null
let server: SMTPServer
let silent: Server

const reply = (code: number): Error & { responseCode: number } =>
  Object.assign(new Error(`answer ${code}`), { responseCode: code })

beforeAll(async () => {
  server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'sesa' }) : done(reply(535)),
    onRcptTo: ({ address }, _session, done) => {
      if (address.startsWith('nobody')) done(reply(550))
      else if (address.startsWith('greylisted')) done(reply(451))
      else done()
    },
    onData: (stream, session, done) => {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const message = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
        }
        if (afterData === 'cut') {
          taken.push(message)
          server.connections.forEach((connection) => connection.close())
          return
        }
        if (afterData === null) taken.push(message)
        done(afterData)
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(resolve))
  silent.close()
})
beforeEach(() => {
  taken.length = 0
  afterData = null
})

const port = (of: { address(): unknown }): number => (of.address() as AddressInfo).port
const sender = (password = 'right', at = port(server.server)) =>
  createSmtp({
    url: `smtp://sesa:${password}@127.0.0.1:${at}`,
    from: 'Sesa <no-reply@sesa.example>',
    timeout: 3_000,
    plain: true,
  })
const mail = (to: string) => ({
  id: randomUUID(),
  to,
  subject: 'Sent: 100,00 ₵',
  text: 'Arrived.',
  html: '<p>Arrived.</p>',
})

describe('an email by SMTP', () => {
  test('arrives with both bodies, its id and the reply-to', async () => {
    const sent = { ...mail('ama@example.com'), replyTo: 'help@sesa.example' }
    const providerId = `<${sent.id}@sesa.example>`
    expect(await sender().send(sent)).toEqual({ outcome: 'sent', providerId })
    expect(taken).toMatchObject([{ from: 'no-reply@sesa.example', to: ['ama@example.com'] }])
    const raw = taken[0]?.raw ?? ''
    expect(raw).toContain(`Message-ID: ${providerId}`)
    expect(raw).toContain('Reply-To: help@sesa.example')
    expect(raw).toContain('Content-Type: text/plain')
    expect(raw).toContain('Content-Type: text/html')
    expect(raw).toMatch(/auto-submitted: auto-generated/i)
    expect(raw).not.toMatch(/list-unsubscribe/i)
  })

  test('names the address that ends its kind, for the button of mail programs', async () => {
    const unsubscribeUrl = 'https://sesa.example/rate-alerts/off/AbCdEfGhIjKlMnOpQrStUv'
    await sender().send({ ...mail('ama@example.com'), unsubscribeUrl })
    const raw = (taken[0]?.raw ?? '').replaceAll('\r\n ', ' ')
    expect(raw).toMatch(
      /^list-unsubscribe: <https:\/\/sesa\.example\/rate-alerts\/off\/AbCdEfGhIjKlMnOpQrStUv>/im,
    )
    expect(raw).toMatch(/^list-unsubscribe-post: List-Unsubscribe=One-Click/im)
  })

  test.each([
    ['a recipient that does not exist', 'nobody@example.com', 'refused'],
    ['a recipient that is put off', 'greylisted@example.com', 'unknown'],
  ])('to %s', async (_what, to, outcome) => {
    expect(await sender().send(mail(to))).toEqual({ outcome })
    expect(taken).toEqual([])
  })

  test('that is rejected for its text is not retried; one that is deferred is', async () => {
    afterData = reply(554)
    expect(await sender().send(mail('ama@example.com'))).toEqual({ outcome: 'refused' })
    afterData = reply(452)
    expect(await sender().send(mail('ama@example.com'))).toEqual({ outcome: 'unknown' })
  })

  test('whose connection is cut after its text has an unknown outcome, and the repeat has the same id', async () => {
    const sent = mail('ama@example.com')
    afterData = 'cut'
    expect(await sender().send(sent)).toEqual({ outcome: 'unknown' })
    afterData = null
    expect(await sender().send(sent)).toMatchObject({ outcome: 'sent' })
    const ids = taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1])
    expect(ids).toEqual([`<${sent.id}@sesa.example>`, `<${sent.id}@sesa.example>`])
  })

  test('is retried for wrong credentials and an unreachable server', async () => {
    expect(await sender('wrong').send(mail('ama@example.com'))).toEqual({ outcome: 'unknown' })
    expect(await sender('right', port(silent)).send(mail('ama@example.com'))).toEqual({ outcome: 'unknown' })
    expect(await sender('right', 9).send(mail('ama@example.com'))).toEqual({ outcome: 'unknown' })
  })

  test('uses a server that can be checked without sending anything', async () => {
    expect(await sender().checkServer()).toBe(true)
    expect(await sender('wrong').checkServer()).toBe(false)
    expect(taken).toEqual([])
  })

  test('is not sent in the clear unless configured so', async () => {
    const strict = createSmtp({
      url: `smtp://sesa:right@127.0.0.1:${port(server.server)}`,
      from: 'no-reply@sesa.example',
      timeout: 3_000,
    })
    expect(await strict.send(mail('ama@example.com'))).toEqual({ outcome: 'unknown' })
    expect(taken).toEqual([])
  })

  test('goes to one address, whatever it contains', async () => {
    await sender().send(mail('ama@example.com, eve@example.com'))
    expect(taken.flatMap(({ to }) => to)).not.toContain('eve@example.com')
  })
})
