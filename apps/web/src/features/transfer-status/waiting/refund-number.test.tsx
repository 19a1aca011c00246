// @vitest-environment happy-dom
import { calls, type TransferDetail } from '@sesa/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../../testing/app.tsx'
import { CARD, configWith, MOMO, sampleAttempt, unpaidTransfer } from '../../../testing/phone-payment.ts'
import { reads, textOf } from '../../../testing/reads.ts'

const at = '/transfer-status?payment_intent=mm_sample&intent=view'
const OTHER = '+231886001122'
/** Of no network that its prefix tells. */
const THIRD = '+231220001122'

const now = new Date().toISOString()
const { pay } = unpaidTransfer([sampleAttempt({ status: 'paid', endedAt: now })])
const failed = (asksRefundNumber = true): TransferDetail =>
  unpaidTransfer([], {
    // While it asks, our own hold keeps the refund.
    ...{
      status: asksRefundNumber ? 'held' : 'failed',
      cancellable: false,
      pay: { ...pay, asksRefundNumber },
    },
    notice: asksRefundNumber ? 'Your wallet didn’t take our refund.' : 'The recipient’s wallet is full.',
  })

const numbers = (...others: readonly string[]) => ({
  numbers: [
    { phone: '+231770123456', isSignIn: true },
    ...others.map((phone) => ({ phone, isSignIn: false })),
  ],
})

const QUESTION = 'Where should we refund LRD 10,300.00?'

async function open(others: readonly string[], api: ScriptedApi = newApi()) {
  api.answer(calls.getTransfer, { transfer: failed() })
  api.answer(calls.listPayerNumbers, numbers(...others))
  const app = await openApp({ at, api, config: configWith(MOMO, CARD) })
  await screen.findByRole('heading', { name: QUESTION })
  return { ...app, api }
}

const says = (headline: string) =>
  screen.findByRole('heading', { level: 1, name: new RegExp(` ${headline}$`) })
const submit = () => screen.findByRole('button', { name: 'Refund to this number' })
const network = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Your mobile network' })

it('asks for one of the other numbers, with its network, and says where the refund goes', async () => {
  const { api, user } = await open([OTHER, THIRD])
  await screen.findByRole('group', { name: 'Your number' })
  await says('Your refund needs another number')
  await reads('You paid LRD 10,300.00')
  expect(textOf(screen.getByRole('region', { name: 'Your transfer' })), 'what does not arrive').not.toContain(
    'GHS',
  )
  expect(textOf(screen.getByRole('main')), 'a review of ours').not.toMatch(
    /On hold|In review|Payment Successful|Share/,
  )
  const radios = screen.getAllByRole<HTMLInputElement>('radio')
  expect(
    radios.map(({ value }) => value),
    'never the one that paid',
  ).toEqual([OTHER, THIRD])
  await user.click(await submit())
  await reads('Choose a number.')
  expect(api.sent(calls.setRefundNumber)).toEqual([])
  await user.click(screen.getByRole('radio', { name: '+231 88 600 1122' }))
  expect(network().value).toBe('mtn')
  api.refuse(calls.setRefundNumber, 'payer_wallet_other_name')
  await user.click(await submit())
  await reads('This wallet is registered to another name.')
  api.answer(calls.setRefundNumber, () => {
    api.answer(calls.getTransfer, { transfer: failed(false) })
    return { pay: failed(false).pay }
  })
  await user.click(await submit())
  await reads('We’ll refund LRD 10,300.00 to Lonestar MTN MoMo, +231 88 600 1122.')
  expect(api.sent(calls.setRefundNumber).at(-1)).toMatchObject({
    ...{ params: { payment_id: 'mm_sample' }, body: { network: 'mtn', phone: OTHER } },
  })
  expect(screen.queryByRole('heading', { name: QUESTION })).toBeNull()
  await says('Refunding')
  expect(textOf(screen.getByRole('main')), 'the answer stays').toContain(
    'We’ll refund LRD 10,300.00 to Lonestar',
  )
})

it('needs the network of a number that does not tell it', async () => {
  const { api, user } = await open([THIRD])
  await user.click(await submit())
  await reads('Choose your mobile network.')
  expect(api.sent(calls.setRefundNumber)).toEqual([])
  await user.selectOptions(network(), 'orange')
  api.answer(calls.setRefundNumber, { pay: failed(false).pay })
  await user.click(await submit())
  await waitFor(() =>
    expect(api.sent(calls.setRefundNumber)[0]?.body).toEqual({ network: 'orange', phone: THIRD }),
  )
})

it('adds a number where the customer has no other one', async () => {
  const { api, user } = await open([])
  api.answer(calls.startPhone, {
    ...{ verificationId: '22222222-2222-4222-8222-222222222222', digits: 6, sentBy: 'sms' },
    ...{ resendAfter: now, expiresAt: now },
  })
  api.answer(calls.addPayerNumber, numbers(OTHER))
  await user.click(await screen.findByRole('button', { name: 'Another number of mine' }))
  await user.type(await screen.findByLabelText('Phone number'), OTHER)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await user.type(await screen.findByLabelText('6-digit code'), '123456')
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '+231 88 600 1122' }).checked).toBe(true),
  )
  expect(await submit()).toBeDefined()
})

it('is not asked while the wallet may still take the refund', async () => {
  const api = newApi()
  api.answer(calls.getTransfer, { transfer: failed(false) })
  await openApp({ at, api, config: configWith(MOMO, CARD) })
  await reads('The recipient’s wallet is full.')
  expect(screen.queryByRole('heading', { name: QUESTION })).toBeNull()
  expect(api.sent(calls.listPayerNumbers)).toEqual([])
})
