import { expect, it } from 'vitest'
import { officeAt, readOffice } from './office-settings.ts'

const PUBLIC = 'https://sesa.example'
const live = (env: Record<string, string>) => readOffice(env, { mode: 'live' }, PUBLIC)

it('is off without a port', () => {
  expect(live({}).office).toBeNull()
  expect(live({}).officeUrl).toBeNull()
  // The worker writes invitations, and serves nothing.
  expect(live({ OFFICE_URL: 'https://office.sesa.example/' })).toMatchObject({
    office: null,
    officeUrl: 'https://office.sesa.example',
  })
})

it('has a host of its own and https in live mode, where the customers’ server never passes requests on', () => {
  const { office } = live({ OFFICE_PORT: '3100', OFFICE_URL: 'https://office.sesa.example/' })
  expect(office).toEqual({ port: 3100, url: 'https://office.sesa.example' })
  expect(officeAt({ office, providers: { mode: 'live' } })).toBeUndefined()
  expect(officeAt({ office, providers: { mode: 'test' } })).toBeUndefined()
})

it('is at the address of the product in the sandbox', () => {
  const { office } = readOffice({ OFFICE_PORT: '3100' }, { mode: 'sandbox' }, 'http://localhost:3000')
  expect(office).toEqual({ port: 3100, url: 'http://localhost:3000' })
  expect(officeAt({ office, providers: { mode: 'sandbox' } })).toBe('http://127.0.0.1:3100')
})

it.each([
  ['no address', { OFFICE_PORT: '3100' }, /OFFICE_URL is missing/],
  [
    'plain text',
    { OFFICE_PORT: '3100', OFFICE_URL: 'http://office.sesa.example' },
    /wants the https address/,
  ],
  ['the customers’ host', { OFFICE_PORT: '3100', OFFICE_URL: `${PUBLIC}:8443` }, /a host of its own/],
  ['a wrong port', { OFFICE_PORT: '99999' }, /OFFICE_PORT is no port/],
  ['a wrong address of anchors', { AUDIT_ANCHOR_EMAIL: 'auditor' }, /AUDIT_ANCHOR_EMAIL is no email address/],
])('refuses %s', (_name, env, message) => {
  expect(() => live(env)).toThrow(message)
})
