import { safeParse } from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadPhones } from '../../../lib/forms/phone.ts'
import {
  intentBody,
  intentKey,
  transferRequestSchema,
  readTransferRequest,
  type Terms,
} from './transfer-request.ts'
import { typingProblem } from './typed-amount.ts'
import { emptyValues, personKey, type Values } from '../draft/values.ts'
import { corridor } from '../testing/corridor.ts'
import { mtn as mtnOfGhana } from '../testing/network.ts'

const filled: Values = {
  ...emptyValues('LR'),
  sendAmount: '3,000.00',
  receiveAmount: '200.61',
  name: '  Kofi   Owusu-Ansah ',
  phone: '+233241234567',
  network: 'mtn',
}

beforeAll(async () => {
  expect(await loadPhones()).toBeNull()
})

const mtn = { ...mtnOfGhana, maximum: 1_000_000 }

const terms: Terms = {
  sender: 'LR',
  corridors: [corridor],
  networks: [mtn],
  allowance: null,
}

const problemsOf = (change: Partial<Values>, corridors = [corridor]) => {
  const read = readTransferRequest({ ...filled, ...change }, { ...terms, corridors })
  return 'problems' in read ? read.problems : {}
}

const orderOf = (change: Partial<Values> = {}) => {
  const read = readTransferRequest({ ...filled, ...change }, terms)
  if (!('order' in read)) throw new Error(`Not an order: ${JSON.stringify(read.problems)}`)
  return read.order
}

describe('the network', () => {
  const reading = (change: Partial<Values>, network: Partial<Terms['networks'][number]> = {}) => {
    const networks = [{ ...mtn, ...network }]
    const read = readTransferRequest({ ...filled, ...change }, { ...terms, networks })
    return 'problems' in read ? read.problems : {}
  }

  test('that requires sender details asks for purpose and source of the money', () => {
    const network = { senderDetails: true }
    expect(reading({}, network)).toEqual({
      purposeOfFunds: 'Choose what the money is for.',
      sourceOfFunds: 'Choose where the money comes from.',
    })
    const declared = { purposeOfFunds: 'taxes', sourceOfFunds: 'savings' } as const
    expect(reading(declared, network)).toEqual({})
    expect(intentBody(orderOf(declared))).toMatchObject(declared)
    expect(intentBody(orderOf(declared))).not.toHaveProperty('relationship')
    expect(intentBody(orderOf())).not.toHaveProperty('purposeOfFunds')
  })

  test('that is off shows the reason before the payment', () => {
    const reason = 'MTN is being repaired. Try again tomorrow.'
    expect(reading({}, { enabled: false, reason })).toEqual({ network: reason })
    expect(reading({ network: 'vodafone' }, { enabled: false, reason })).toEqual({})
  })

  test.each([
    [
      'send',
      { receiveAmount: '10,000.01' },
      'sendAmount',
      /^MTN MoMo accepts up to GHS 10,000\.00 per transfer\./,
    ],
    [
      'receive',
      { receiveAmount: '10,000.01' },
      'receiveAmount',
      /^MTN MoMo accepts up to GHS 10,000\.00 per transfer\./,
    ],
    [
      'receive',
      { receiveAmount: '0.99' },
      'receiveAmount',
      /^MTN MoMo accepts GHS 1\.00 or more per transfer\./,
    ],
  ] as const)(
    'limits the amount that arrives, with the error where the customer typed: %s %o',
    (fix, change, field, words) => {
      expect(reading({ fix, ...change })).toEqual({ [field]: expect.stringMatching(words) })
    },
  )

  test('accepts amounts within its limits, and any amount while its limits are unknown', () => {
    expect(reading({ receiveAmount: '10,000.00' })).toEqual({})
    expect(reading({ receiveAmount: '99,999.00' }, { minimum: null, maximum: null })).toEqual({})
  })
})

describe('reading the details', () => {
  test('returns the request in minor units, with the recipient in the server’s format', () => {
    expect(intentBody(orderOf())).toEqual({
      amount: 300_000,
      currency: 'LRD',
      country: 'GH',
      name: 'Kofi Owusu-Ansah',
      phone: '+233241234567',
      method: 'momo',
      network: 'mtn',
      receiveCurrency: 'GHS',
      receiveAmount: 20_061,
      fix: 'send',
      savePaymentMethod: true,
    })
  })

  test.each<[Partial<Values>, keyof Values, RegExp]>([
    [{ sendAmount: '' }, 'sendAmount', /^Enter an amount/],
    [{ sendAmount: 'abc' }, 'sendAmount', /as a number/],
    [{ sendAmount: '-5' }, 'sendAmount', /more than zero/],
    [{ sendAmount: '5.001' }, 'sendAmount', /two decimals/],
    [{ sendAmount: '86.99' }, 'sendAmount', /Minimum LRD 87\.00/],
    [{ sendAmount: '340,000.01' }, 'sendAmount', /Maximum LRD 340,000\.00/],
    [{ fix: 'receive', receiveAmount: 'abc' }, 'receiveAmount', /as a number/],
    [{ fix: 'receive', sendAmount: '1.00' }, 'receiveAmount', /^Minimum/],
    [{ name: '   ' }, 'name', /^Enter the recipient’s full name/],
    [{ name: '4kofi' }, 'name', /^A name can’t have “4”/],
    [{ method: 'bank' }, 'method', /coming soon/],
    // A field that the account type hides is not required.
    [{ method: 'bank', phone: '', network: '' }, 'method', /coming soon/],
    [{ phone: '' }, 'phone', /^Enter the recipient’s mobile number/],
    [{ phone: '+2332412' }, 'phone', /^Your phone number is not valid/],
    [{ phone: '+23276123456' }, 'phone', /^This is a Sierra Leone number\. Send to Sierra Leone instead\?/],
    [{ phone: '+231770123456' }, 'phone', /another country/],
    [{ phone: '+233302123456' }, 'phone', /isn’t a mobile number/],
    [{ network: '' }, 'network', /^Choose/],
    [{ network: 'afrimoney' }, 'network', /^Choose/],
  ])('shows the error of %o at %s', (change, field, words) => {
    const problems = problemsOf(change)
    expect(Object.keys(problems)).toEqual([field])
    expect(problems[field]).toMatch(words)
  })

  test('passes on a confirmed name for exactly this recipient', () => {
    const confirmedFor = personKey(filled)
    expect(intentBody(orderOf({ confirmedFor }))).toHaveProperty('confirmedName', true)
    for (const change of [
      { name: 'Ama Owusu' },
      { phone: '+233241234568' },
      { network: 'vodafone' as const },
    ])
      expect(intentBody(orderOf({ ...change, confirmedFor }))).not.toHaveProperty('confirmedName')
  })

  test('accepts the bounds themselves', () => {
    expect(problemsOf({ sendAmount: '87' })).toEqual({})
    expect(problemsOf({ sendAmount: '340000' })).toEqual({})
  })

  test('shows the reason of a closed corridor', () => {
    const closed = { ...corridor, enabled: false, reason: 'The network is being repaired until Monday.' }
    expect(problemsOf({}, [closed])).toEqual({ country: 'The network is being repaired until Monday.' })
    expect(problemsOf({}, [])['country']).toMatch(/isn’t available/)
  })

  test('reports every invalid field to the form', () => {
    const result = safeParse(transferRequestSchema(terms), { ...filled, name: '', network: '' })
    expect(result.issues?.map((issue) => issue.path?.[0]?.key)).toEqual(['name', 'network'])
  })
})

test('shows an error for an invalid amount while typing, but not for an empty one', () => {
  expect(typingProblem('12x', 'LRD')).toMatch(/as a number/)
  expect(typingProblem('12.', 'LRD')).toBeUndefined()
  expect(typingProblem('', 'LRD')).toBeUndefined()
})

describe('the idempotency key', () => {
  test('is the same for the same content of the same draft on every device', async () => {
    const key = await intentKey(intentBody(orderOf()), '2026-11-21T10:00:00.000Z')
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(
      await intentKey(intentBody(orderOf({ name: 'Kofi Owusu-Ansah' })), '2026-11-21T10:00:00.000Z'),
    ).toBe(key)
  })

  test('differs for other content and for a later draft of the same content', async () => {
    const key = await intentKey(intentBody(orderOf()), '2026-11-21T10:00:00.000Z')
    expect(
      await intentKey(intentBody(orderOf({ sendAmount: '3,000.01' })), '2026-11-21T10:00:00.000Z'),
    ).not.toBe(key)
    expect(await intentKey(intentBody(orderOf()), '2026-11-21T10:00:01.000Z')).not.toBe(key)
  })
})
