import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RETURN_URL, startMerchant, unpaid } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

/** Confirms with a card that requires 3-D Secure and returns the bank's page as served by the sandbox. */
async function challenged(number: string) {
  const intent = await unpaid(merchant)
  const { body } = await merchant.confirm(intent, number)
  expect(body.status).toBe('requires_action')
  expect(body.next_action).toMatchObject({
    type: 'redirect_to_url',
    redirect_to_url: { return_url: RETURN_URL },
  })
  const url = new URL(body.next_action?.redirect_to_url.url ?? '')
  expect(url.href).toMatch(/^http:\/\/localhost:3000\/sandbox\/stripe\/3ds\//)
  return {
    intent,
    page: merchant.url + url.pathname + url.search,
    attempt: url.searchParams.get('attempt') ?? '',
  }
}

const decide = (page: string, attempt: string, outcome: string) =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ attempt, outcome }) })

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184', '4000000000003220'])(
    'charges %s after the customer approves 3-D Secure',
    async (number) => {
      const { intent, page, attempt } = await challenged(number)
      expect(await (await fetch(page)).text()).toContain('USD 25.00')
      const back = await decide(page, attempt, 'complete')
      expect(back.status).toBe(303)
      const location = new URL(back.headers.get('location') ?? '')
      expect(location.origin + location.pathname).toBe(RETURN_URL)
      expect(Object.fromEntries(location.searchParams)).toEqual({
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: 'succeeded',
      })
      const read = await merchant.stripe.paymentIntents.retrieve(intent.id)
      expect(read).toMatchObject({ status: 'succeeded', next_action: null })
      await vi.waitFor(() => {
        const types = merchant
          .events()
          .filter(({ data: { object } }) => (object as { id: string }).id === intent.id)
          .map(({ type }) => type)
        expect(types).toEqual(
          expect.arrayContaining(['payment_intent.requires_action', 'payment_intent.succeeded']),
        )
      }, 60_000)
    },
  )

  it.each([
    ['4000008400001629', 'card_declined', 'generic_decline'],
    ['4000008260003178', 'card_declined', 'insufficient_funds'],
  ])('declines %s although the customer approved', async (number, code, declineCode) => {
    const { intent, page, attempt } = await challenged(number)
    const back = await decide(page, attempt, 'complete')
    expect(back.headers.get('location')).toContain('redirect_status=failed')
    expect(await merchant.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code: declineCode },
    })
  })

  it.each([
    ['complete', 'succeeded'],
    ['fail', 'requires_payment_method'],
  ])(
    'challenges in a frame when Stripe.js can show it, and notifies the page: %s',
    async (outcome, status) => {
      const intent = await unpaid(merchant)
      const { body } = await merchant.confirm(intent, '4000000000003220', { use_stripe_sdk: 'true' })
      expect(body.next_action).toMatchObject({ type: 'use_stripe_sdk' })
      expect(body.next_action).not.toHaveProperty('redirect_to_url')
      const { pathname, search, searchParams } = new URL(body.next_action?.use_stripe_sdk?.stripe_js ?? '')
      const page = merchant.url + pathname + search
      expect(await (await fetch(page)).text()).toContain('USD 25.00')
      const after = await decide(page, searchParams.get('attempt') ?? '', outcome)
      expect(await after.text()).toMatch(/bank-frame\.js" data-shop="http:\/\/localhost:3000"/)
      expect((await merchant.stripe.paymentIntents.retrieve(intent.id)).status).toBe(status)
    },
  )

  it('lets the customer pay with another card after 3-D Secure fails', async () => {
    const { intent, page, attempt } = await challenged('4000002760003184')
    expect((await decide(page, attempt, 'fail')).headers.get('location')).toContain('redirect_status=failed')
    expect(await merchant.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await merchant.confirm(intent, '4242424242424242')).body.status).toBe('succeeded')
  })

  it('decides 3-D Secure once: ignores a second click, an older page and a stranger', async () => {
    const old = await challenged('4000002760003184')
    const again = await merchant.confirm(old.intent, '4000002760003184')
    const attempt =
      new URL(again.body.next_action?.redirect_to_url.url ?? '').searchParams.get('attempt') ?? ''
    expect((await decide(old.page, old.attempt, 'complete')).status).toBe(200)
    expect((await decide(old.page, '', 'complete')).status).toBe(200)
    expect((await merchant.stripe.paymentIntents.retrieve(old.intent.id)).status).toBe('requires_action')
    expect((await decide(old.page, attempt, 'complete')).status).toBe(303)
    expect((await decide(old.page, attempt, 'fail')).status).toBe(200)
    expect((await merchant.stripe.paymentIntents.retrieve(old.intent.id)).status).toBe('succeeded')
  })

  it('refuses a return address that is not a web address', async () => {
    const intent = await unpaid(merchant)
    const { status } = await merchant.confirm(intent, '4000002760003184', {
      return_url: 'javascript:alert(1)',
    })
    expect(status).toBe(400)
  })

  it('requires the customer to be present for 3-D Secure', async () => {
    const intent = await unpaid(merchant)
    const confirm = merchant.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_authenticationRequired',
      off_session: true,
      return_url: RETURN_URL,
    })
    await expect(confirm).rejects.toMatchObject({ code: 'authentication_required' })
  })
})

describe('files for the browser', () => {
  it.each([
    ['stripe.js', 'text/javascript'],
    ['card-frame', 'text/html'],
    ['card-frame.js', 'text/javascript'],
    ['card-frame.css', 'text/css'],
    ['card-list.js', 'text/javascript'],
    ['frame.js', 'text/javascript'],
    ['bank-account.js', 'text/javascript'],
    ['wallet-frame', 'text/html'],
    ['wallet-frame.js', 'text/javascript'],
    ['bank.css', 'text/css'],
  ])('serves %s with nothing inline and lets only the product frame it', async (file, type) => {
    const response = await fetch(`${merchant.url}/sandbox/stripe/${file}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    expect(response.headers.get('content-security-policy')).toMatch(
      /frame-ancestors 'self' http:\/\/localhost:3000$/,
    )
    const content = await response.text()
    if (type === 'text/html') expect(content).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/)
  })
})

describe('cross-origin calls', () => {
  const ask = (method: string, origin: string) =>
    fetch(`${merchant.url}/sandbox/stripe/v1/payment_intents/pi_1`, { method, headers: { origin } })

  it('accepts calls from the origin of the product', async () => {
    const preflight = await ask('OPTIONS', 'http://localhost:3000')
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
    const called = await ask('GET', 'http://localhost:3000')
    expect(called.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
  })

  it.each(['http://localhost:3001', 'https://evil.example', 'null'])(
    'refuses calls from %s',
    async (origin) => {
      for (const method of ['OPTIONS', 'GET'])
        expect((await ask(method, origin)).headers.has('access-control-allow-origin')).toBe(false)
    },
  )
})
