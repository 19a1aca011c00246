import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useSandbox } from '../testing/sandbox.ts'
import { createStripe } from './index.ts'

const sandbox = useSandbox()
const PEOPLE = { sender: null, recipient: { name: 'Ama Mensah', phone: '+233241111234' } }

const VERSIONS = [
  ['the released version', undefined],
  ['a preview with the old name of the parameter', '2026-05-27.preview'],
  ['a preview with the new name of the parameter', '2026-08-26.preview'],
] as const

test.each([
  ...VERSIONS.map((version) => ['card', ...version] as const),
  ...VERSIONS.map((version) => ['us_bank_account', ...version] as const),
])(
  'a payment accepts only %s, whatever the account has enabled: under %s',
  async (way, _what, fundingVersion) => {
    const secretKey = 'sk_test_sandbox'
    const settings = { secretKey, webhookSecret: 'whsec_unused', baseUrl: sandbox.url, timeout: 3_000 }
    const opened = await createStripe({ ...settings, fundingVersion }, fetch).createPayment({
      transferId: randomUUID(),
      reference: 'S-7K2M9P4Q',
      amount: money(5_000n, 'USD'),
      attempt: 1,
      people: PEOPLE,
      byBank: way === 'us_bank_account',
      customerId: null,
      request3ds: null,
      record: 'c2VhbGVk',
    })
    if (!opened.ok) throw new Error(opened.code)
    const answer = await fetch(`${sandbox.url}/v1/payment_intents/${opened.value.id}`, {
      headers: { authorization: `Bearer ${secretKey}` },
    })
    expect(await answer.json()).toMatchObject({
      payment_method_types: [way],
      automatic_payment_methods: null,
    })
  },
)
