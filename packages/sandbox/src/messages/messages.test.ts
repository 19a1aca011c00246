import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSandbox } from '../testing/sandbox.ts'

const WAIT = { timeout: 60_000, interval: 20 }
let sandbox: Awaited<ReturnType<typeof startSandbox>>

beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9')
})
afterEach(() => sandbox.close())

const sms = (text: string, to = '+231770000111', headers?: Record<string, string>) =>
  sandbox.call('POST', '/sandbox/sms/messages', { to, text }, headers)
const mail = (to: string, more: object = {}) =>
  sandbox.call('POST', '/sandbox/mail/messages', { to, subject: 'Hello', text: 'Dear Isata', ...more })
const read = async (to = '') => (await sandbox.call('GET', `/sandbox/messages?to=${to}`)).json.messages
const texts = async (to?: string) => (await read(to)).map((message: { text: string }) => message.text)

describe('messages', () => {
  it('lists messages newest first, by any spelling of the recipient', async () => {
    const first = await sms('one')
    expect(first.status).toBe(201)
    await sms('two')
    await sms('elsewhere', '+23276555010')
    await mail('Isata@Example.org')
    expect(await read('%2B231770000111')).toEqual([
      { id: expect.any(String), channel: 'sms', to: '+231770000111', text: 'two', at: expect.any(String) },
      { id: first.json.id, channel: 'sms', to: '+231770000111', text: 'one', at: expect.any(String) },
    ])
    // An unencoded plus arrives as a blank.
    expect(await texts('+231770000111')).toEqual(['two', 'one'])
    expect(await texts('231770000111')).toEqual(['two', 'one'])
    expect(await read('isata@example.org')).toMatchObject([
      { channel: 'email', to: 'Isata@Example.org', subject: 'Hello', text: 'Dear Isata' },
    ])
    expect(await texts()).toEqual(['Dear Isata', 'elsewhere', 'two', 'one'])
  })

  it('delivers a message once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'code-1' }
    const first = await sms('Your code is 123456', undefined, key)
    const again = await sms('Your code is 123456', undefined, key)
    expect([again.status, again.json]).toEqual([201, first.json])
    expect((await sms('another text', undefined, key)).status).toBe(409)
    expect(await texts()).toEqual(['Your code is 123456'])
  })

  it.each([
    ['/sandbox/sms/messages', { to: '+231770000111' }],
    ['/sandbox/sms/messages', { to: 'isata@example.org', text: 'x' }],
    ['/sandbox/sms/messages', { to: '+231770000111', text: 'x', from: 'y' }],
    ['/sandbox/mail/messages', { to: '+231770000111', subject: 's', text: 'x' }],
    ['/sandbox/mail/messages', { to: 'isata@example.org', text: 'x' }],
  ])('refuses an incomplete message to %s: %j', async (path, body) => {
    expect((await sandbox.call('POST', path, body)).status).toBe(400)
    expect(await texts()).toEqual([])
  })

  it('shows the HTML of an email in a sandboxed page', async () => {
    const { json } = await mail('isata@example.org', { html: '<h1>Hi</h1><script>alert(1)</script>' })
    const shown = await sandbox.call('GET', `/sandbox/mail/messages/${json.id}`)
    expect(shown.text).toContain('<h1>Hi</h1>')
    expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups; default-src 'none'/)
    const plain = await mail('isata@example.org')
    expect((await sandbox.call('GET', `/sandbox/mail/messages/${plain.json.id}`)).status).toBe(404)
  })
})

describe('message faults', () => {
  it('drops, repeats, delays and refuses messages', async () => {
    await sandbox.setFault({ target: 'sms', mode: 'drop', count: 1 })
    expect((await sms('dropped')).status).toBe(201)
    await sandbox.setFault({ target: 'sms', mode: 'duplicate', count: 1 })
    await sms('twice')
    expect(await texts()).toEqual(['twice', 'twice'])

    await sandbox.setFault({ target: 'sms', mode: 'reorder', count: 1, ms: 60_000 })
    await sms('late')
    await sms('overtakes')
    expect(await texts()).toEqual(['overtakes', 'twice', 'twice'])
    sandbox.skip(60_000)
    await vi.waitFor(async () => expect(await texts()).toEqual(['late', 'overtakes', 'twice', 'twice']), WAIT)

    await sandbox.setFault({ target: 'email', mode: 'error_500', count: 1 })
    expect((await mail('isata@example.org')).status).toBe(500)
    expect((await mail('isata@example.org')).status).toBe(201)
    expect(await texts('isata@example.org')).toHaveLength(1)
  })
})
