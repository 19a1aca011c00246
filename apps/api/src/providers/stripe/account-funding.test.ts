import { money } from '@sesa/money'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { declaredRequest } from '../testing/answering.ts'
import { createStripe } from './index.ts'
import { useSandbox } from '../testing/sandbox.ts'

const VERSION = '2026-05-27.preview'
const sandbox = useSandbox()

const cards = (fundingVersion?: string) =>
  createStripe(
    {
      secretKey: 'sk_test_sandbox',
      webhookSecret: 'whsec_unused',
      baseUrl: sandbox.url,
      timeout: 3_000,
      fundingVersion,
    },
    fetch,
  )
const recipient = { name: 'Ama Mensah', phone: '+233241112233' }
const payment = (more: object = {}) => ({
  transferId: randomUUID(),
  reference: 'S-7K2M9P4Q',
  amount: money(5_000n, 'USD'),
  attempt: 1,
  people: { sender: declaredRequest.sender, recipient },
  customerId: null,
  request3ds: null,
  record: 'c2VhbGVk',
  ...more,
})

/** Returns the payment as the card provider stores it. */
async function kept(id: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${sandbox.url}/v1/payment_intents/${id}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  return (await answer.json()) as Record<string, unknown>
}

async function open(version: string | undefined, more: object = {}) {
  const answer = await cards(version).createPayment(payment(more))
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.code}`)
  return kept(answer.value.id)
}

describe('account funding', () => {
  test('is sent under the version that the account was approved for', async () => {
    expect((await open(VERSION))['payment_details']).toEqual({
      money_services: {
        transaction_type: 'account_funding',
        account_funding: {
          sender_details: {
            given_name: 'Moses Tamba',
            surname: 'Kollie',
            phone: '+231770000111',
            date_of_birth: { day: '2', month: '4', year: '1990' },
            address: { line1: '12 Broad Street', city: 'Monrovia', country: 'LR' },
          },
        },
        beneficiary_details: {
          given_name: 'Ama',
          surname: 'Mensah',
          phone: '+233241112233',
          account_reference: '233241112233',
        },
      },
    })
  })

  test('includes the known details of a sender', async () => {
    const sender = { ...declaredRequest.sender, name: 'Moses', dob: null, identity: null }
    const known = await open(VERSION, { people: { sender, recipient } })
    expect(known['payment_details']).toMatchObject({
      money_services: { account_funding: { sender_details: { given_name: 'Moses', phone: sender.phone } } },
    })
    const nobody = await open(VERSION, { people: { sender: null, recipient } })
    expect(nobody['payment_details']).toMatchObject({
      money_services: { transaction_type: 'account_funding' },
    })
  })

  test('is neither sent nor looked up without a version', async () => {
    expect(await open(undefined)).not.toHaveProperty('payment_details')
    expect(cards().sendsPartyDetails).toBe(false)
    expect(cards(VERSION).sendsPartyDetails).toBe(true)
  })

  test('is refused by the card provider under a released version', async () => {
    expect(await cards('2026-10-28.endive').createPayment(payment())).toEqual({
      ok: false,
      reason: 'refused',
      code: 'parameter_unknown',
    })
  })
})
