import { expect, it } from 'vitest'
import { cardFormOf } from './card-form.ts'

const providers = { mode: 'sandbox', url: 'http://127.0.0.1:4010', stripeWebhookSecret: 'whsec_1' } as const
const at = (publicUrl: string, host = '127.0.0.1') => {
  const http = {
    publicUrl,
    host,
    port: 3000,
    logLevel: 'silent',
    launch: undefined,
    trustProxy: undefined,
  } as const
  const { card, standInHost } = cardFormOf({ providers, http })
  return [card.script, standInHost]
}

it('loads the sandbox’s card form on this machine from another origin than the page, at any port', () => {
  expect(at('http://localhost:3000')).toEqual([
    'http://127.0.0.1:3000/sandbox/stripe/stripe.js',
    '127.0.0.1:3000',
  ])
  expect(at('http://localhost:4321')[1]).toBe('127.0.0.1:4321')
  expect(at('http://localhost')[1]).toBe('127.0.0.1')
})

it.each([
  ['other machines can connect', 'http://localhost:3000', '0.0.0.0'],
  ['the host name is not localhost', 'http://demo.example:3000', '127.0.0.1'],
  ['the page comes over HTTPS', 'https://localhost', '127.0.0.1'],
])('loads it from the page’s own origin where %s', (_where, publicUrl, host) => {
  expect(at(publicUrl, host)).toEqual(['/sandbox/stripe/stripe.js', undefined])
})
