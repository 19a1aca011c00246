import type { TransferDetail } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { isSameTransfer, valuesOfTransfer } from '../prefilled.ts'
import {
  draftOf,
  emptyValues,
  personKey,
  valuesOfDraft,
  withCountry,
  withPhone,
  withRecipient,
  isBegun,
} from './values.ts'

test('starts with Liberia, or with Ghana for a sender in Liberia', () => {
  expect(emptyValues('US').country).toBe('LR')
  expect(emptyValues('LR').country).toBe('GH')
})

describe('drafts', () => {
  test('are restored as they were saved', () => {
    const values = { ...emptyValues('LR'), sendAmount: '1,5', phone: '+23324', network: 'mtn' as const }
    expect(valuesOfDraft(draftOf(values), 'LR')).toEqual(values)
  })

  test('keep a confirmed name for exactly the same name, number and network', () => {
    const asked = { ...emptyValues('LR'), name: 'Kofi', phone: '+233241234567', network: 'mtn' as const }
    const values = { ...asked, confirmedFor: personKey(asked) }
    expect(valuesOfDraft(draftOf(values), 'LR')).toEqual(values)
    for (const change of [{ name: 'Ama' }, { phone: '+233241234568' }, { network: 'vodafone' as const }])
      expect(draftOf({ ...values, ...change })).not.toHaveProperty('confirmedFor')
  })

  test('omit empty values', () => {
    expect(draftOf(emptyValues('LR'))).toEqual({ country: 'GH', fix: 'send', method: 'momo' })
  })

  test('fall back to the default for the sender’s own country or one we do not send to', () => {
    expect(valuesOfDraft({ country: 'GH', name: 'Ama' }, 'GH')).toMatchObject({ country: 'LR', name: 'Ama' })
    expect(valuesOfDraft({ country: 'US' }, 'LR').country).toBe('GH')
  })
})

describe('an earlier transfer', () => {
  const earlier: TransferDetail = {
    payment_id: 'pi_1',
    recipient: 'Kofi Owusu',
    country: 'GH',
    sender_country: 'LR',
    date: '2026-11-21T10:00:00.000Z',
    amount: 300_000,
    currency: 'LRD',
    receive_amount: 20_061,
    receive_currency: 'GHS',
    status: 'sent',
    reference: 'S-1',
    fee: 0,
    total: 300_000,
    rate: '0.0669',
    charge: { amount: 300_000, currency: 'LRD', rate: '1' },
    phone: '+233241234567',
    name_check: 'match',
    account_name: 'KOFI OWUSU',
    method: 'momo',
    network: 'vodafone',
    network_label: 'Telecel Cash',
    pay: {
      method: 'card',
      networkLabel: null,
      phone: null,
      attempts: [],
      canTry: false,
      expiresAt: '2026-11-21T10:30:00.000Z',
      bank: null,
      asksRefundNumber: false,
    },
    card: { brand: 'visa', last4: '4242', wallet: null },
    delivery_estimate: '2026-11-21T10:40:00.000Z',
    cancellable: false,
    notice: null,
    timeline: [],
  }

  test('is filled in without the received amount, which needs a new price', () => {
    expect(valuesOfTransfer(earlier, 'LR')).toEqual({
      country: 'GH',
      sendAmount: '3,000.00',
      receiveAmount: '',
      purposeOfFunds: '',
      sourceOfFunds: '',
      relationship: '',
      fix: 'send',
      name: 'Kofi Owusu',
      method: 'momo',
      phone: '+233241234567',
      network: 'vodafone',
      confirmedFor: '',
    })
  })

  test('keeps no amount in a currency that the customer no longer sends', () => {
    expect(valuesOfTransfer(earlier, 'SL').sendAmount).toBe('')
  })
})

test('drops the declaration for the previous recipient when another is chosen', () => {
  const values = {
    ...emptyValues('LR'),
    sendAmount: '5,000.00',
    purposeOfFunds: 'taxes' as const,
    sourceOfFunds: 'savings' as const,
    relationship: 'sister' as const,
  }
  const recipient = { country: 'GH', name: 'Ama Mensah', phone: '+233241234567', network: 'mtn' } as const
  expect(draftOf({ ...values, ...withRecipient(recipient) })).toEqual({
    ...{ country: 'GH', fix: 'send', method: 'momo', sendAmount: '5,000.00' },
    ...{ name: 'Ama Mensah', phone: '+233241234567', network: 'mtn' },
  })
})

describe('the network', () => {
  const values = emptyValues('LR')

  test('follows the number until the customer chooses one', () => {
    const guessed = { ...values, ...withPhone(values, '+233241') }
    expect(guessed.network).toBe('mtn')
    expect(withPhone(guessed, '+233201').network).toBe('vodafone')
    const chosen = { ...guessed, network: 'airtel/tigo' as const }
    expect({ ...chosen, ...withPhone(chosen, '+2332412') }.network).toBe('airtel/tigo')
  })

  test('is cleared with its country, and kept where it exists', () => {
    const there = { ...values, phone: '+233201234567', network: 'vodafone' as const }
    expect(withCountry(there, 'SL')).toEqual({ country: 'SL', phone: '+233201234567', network: '' })
    const orange = { ...emptyValues('GH'), network: 'orange' as const }
    expect(withCountry(orange, 'SL').network).toBe('orange')
  })
})

test('treats two forms as the same transfer when only the computed amount differs', () => {
  const values = { ...emptyValues('LR'), sendAmount: '5', receiveAmount: '1', name: 'Ama' }
  expect(isSameTransfer(values, { ...values, receiveAmount: '2' })).toBe(true)
  expect(isSameTransfer(values, { ...values, sendAmount: '6' })).toBe(false)
  expect(isSameTransfer(values, { ...values, name: 'Esi' })).toBe(false)
  expect(isSameTransfer({ ...values, fix: 'receive' }, { ...values, fix: 'receive', sendAmount: '6' })).toBe(
    true,
  )
})

test.each([
  [null, false],
  [{}, false],
  [{ country: 'GH' as const }, false],
  [{ sendAmount: '1' }, true],
  [{ name: 'Ama Mensah' }, true],
])('a draft is begun once something is typed: %o', (draft, begun) => {
  expect(isBegun(draft)).toBe(begun)
})
