import { afterEach, beforeEach, expect, it } from 'vitest'
import Stripe from 'stripe'
import { MANDATE } from '../cards/testing/bank.ts'
import { payer } from '../testing/payments.ts'
import { depositRequest, payoutRequest, startSandbox } from '../testing/sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9')
})
afterEach(() => sandbox.close())

it('shows phones with messages and wallets, the mailbox, payouts and faults', async () => {
  await sandbox.call('POST', '/sandbox/sms/messages', { to: '+231770000111', text: 'Your code is 271828' })
  await sandbox.call('POST', '/sandbox/mail/messages', {
    to: 'isata@example.org',
    subject: 'Receipt',
    text: 'Thank you',
    html: '<p>Thank you</p>',
  })
  await sandbox.pawapay('POST', '/payouts', payoutRequest('233241112233', { amount: '1500.05' }))
  await sandbox.pawapay(
    'POST',
    '/payouts',
    payoutRequest('233241112233', { amount: '0.95', currency: 'GHS' }),
  )
  await sandbox.pawapay('POST', '/payouts', payoutRequest('233241110005'))
  await sandbox.setFault({ target: 'card', mode: 'slow', count: 7 })
  const page = await sandbox.call('GET', '/sandbox')
  expect(page.status).toBe(200)
  for (const shown of [
    '+231770000111',
    'Your code is 271828',
    'Receipt',
    'Open as it was designed',
    'GHS 1,500.05',
    'failed',
    'completed',
    '<td>7</td>',
  ]) {
    expect(page.text).toContain(shown)
  }
})

it('shows what payers are asked for, and what they paid', async () => {
  await sandbox.setPhone('233241112233', { prompts: 'ask' })
  const deposit = depositRequest('233241112233', { amount: '1500.05' })
  await sandbox.pawapay('POST', '/deposits', deposit)
  await sandbox.setPhone('23276123456', { prompts: 'ask' })
  const hidden = depositRequest('23276123456', {
    currency: 'SLE',
    ...payer('23276123456', 'ORANGE_SLE'),
  })
  await sandbox.pawapay('POST', '/deposits', hidden)
  const asked = (await sandbox.call('GET', '/sandbox')).text
  for (const shown of [
    'Pay <b>GHS 1,500.05</b> to Sesa?',
    'aria-label="Approve GHS 1,500.05 for +233241112233"',
    'It opens with #144#',
  ]) {
    expect(asked).toContain(shown)
  }
  expect(asked).not.toContain('Approve SLE')
  await sandbox.answerPrompt('233241112233', deposit.depositId, true)
  const answered = (await sandbox.call('GET', '/sandbox')).text
  expect(answered).not.toContain('Approve GHS')
  expect(answered).toContain(`<td class="id">${deposit.depositId}</td>`)
  expect(answered).toContain('Wallet <b>GHS 9,998,499.95</b>')
})

it('shows bank debits with what the bank can do, and the outcome', async () => {
  const { hostname, port } = new URL(sandbox.url)
  const stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })
  const { id } = await stripe.paymentIntents.create({
    amount: 150_005,
    currency: 'usd',
    confirm: true,
    allowed_payment_method_types: ['us_bank_account'],
    payment_method: 'pm_usBankAccount_processing',
    payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    mandate_data: MANDATE,
  })
  const shown = async () => (await sandbox.call('GET', '/sandbox')).text
  const answer = (outcome: string) => sandbox.call('POST', `/sandbox/bank-debits/${id}`, { outcome })
  expect(await shown()).toContain('aria-label="Succeed: USD 1,500.05 from account 0009"')
  expect(await shown()).toContain('aria-label="Fail: USD 1,500.05 from account 0009"')
  expect(await shown()).not.toContain('aria-label="Take it back')
  await answer('succeed')
  expect(await shown()).toContain('aria-label="Take it back: USD 1,500.05 from account 0009"')
  expect(await shown()).not.toContain('Succeed: USD')
  await answer('return')
  expect(await shown()).toContain('<span class="status failed">returned</span>')
  expect(await shown()).toContain('No debit waits for a bank.')
})

it('serves the company’s social pages and no others', async () => {
  for (const [network, name] of [
    ['facebook', 'Facebook'],
    ['instagram', 'Instagram'],
    ['x', 'X'],
  ] as const) {
    const page = await sandbox.call('GET', `/sandbox/social/${network}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain(`<h1>Sesa on ${name}</h1>`)
  }
  expect((await sandbox.call('GET', '/sandbox/social/elsewhere')).status).toBe(404)
})

it('runs only its own scripts and styles', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  await sandbox.call('POST', '/sandbox/sms/messages', { to: '+231770000111', text: hostile })
  const page = await sandbox.call('GET', '/sandbox/')
  expect(page.text).not.toContain('<img')
  expect(page.text).not.toMatch(/<script(?![^>]* src="\/sandbox\/page\.js")/)
  expect(page.text).not.toMatch(/<[^>]* (style|on[a-z]+)=/)
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  for (const [path, type] of [
    ['/sandbox/page.js', 'text/javascript'],
    ['/sandbox/page.css', 'text/css'],
  ] as const) {
    const asset = await sandbox.call('GET', path)
    expect([asset.status, asset.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
  }
})

it('serves the books as JSON, empty at first', async () => {
  expect((await sandbox.call('GET', '/sandbox/books')).json).toEqual({
    payments: [],
    payouts: [],
    collections: [],
  })
})
