import { money } from '@sesa/money'
import { expect, it } from 'vitest'
import type { CollectionTerms } from '../domains/transfers/index.ts'
import { checkCollector } from './doctor-collections.ts'

const URL = 'https://sesa.example/webhooks/pawapay'
const own = { url: URL, names: ['Sesa', 'Sesa Money Transfer Inc.'] }
const mtn: CollectionTerms = {
  ...{ collector: 'pawapay', country: 'GH', network: 'mtn', open: true, prompt: 'automatic' },
  ...{ minimum: money(100, 'GHS'), maximum: money(1_500_000, 'GHS'), wholeUnits: false },
  ...{ nameShown: 'Sesa', instructions: [] },
}
const telecel: CollectionTerms = { ...mtn, network: 'vodafone', open: false }
const TAKES = 'ok: takes payments from GH/mtn'
const SHOWN = 'ok: payers see “Sesa”'

interface Account {
  readonly terms: readonly CollectionTerms[] | null
  /** The addresses that each operation calls; null: no answer. Without them it has no such settings. */
  readonly deposits?: readonly (string | null)[] | null
  readonly refunds?: readonly (string | null)[]
}

async function linesOf({ terms, deposits, refunds = [URL] }: Account): Promise<string[]> {
  const source = (addresses: readonly (string | null)[] | null) => async () =>
    addresses && { signed: true, addresses }
  const findings = await checkCollector(
    {
      name: 'pawapay',
      terms: async () => terms,
      ...(deposits !== undefined && {
        callbackSetups: { DEPOSIT: source(deposits), REFUND: source(refunds) },
      }),
    },
    own,
  )
  return findings.map(
    ({ what, state, words }) => `${state}: ${words}${what.replace('payments by pawapay', '')}`,
  )
}

it.each<[string, Account, string[]]>([
  ['that does not answer', { terms: null, deposits: null }, ['problem: isn’t answering or refuses our keys']],
  ['that gets our address with each request', { terms: [mtn] }, [TAKES, SHOWN]],
  [
    'whose payers see the company’s name',
    { terms: [{ ...mtn, nameShown: 'SESA MONEY TRANSFER INC.' }] },
    [TAKES, 'ok: payers see “SESA MONEY TRANSFER INC.”'],
  ],
  [
    'whose payers see another name',
    { terms: [mtn, { ...mtn, country: 'LR', nameShown: 'Acme Ltd' }] },
    [
      'ok: takes payments from GH/mtn, LR/mtn',
      SHOWN,
      'problem: payers see “Acme Ltd”, not Sesa or Sesa Money Transfer Inc.: have it corrected',
    ],
  ],
  [
    'with closed networks alone',
    { terms: [{ ...telecel, nameShown: null }] },
    [
      'note: takes payments from none of our networks',
      'note: takes no payments from GH/vodafone now, or couldn’t give them back',
    ],
  ],
  [
    'that may take deposits and give them back',
    { terms: [mtn], deposits: [URL] },
    [
      TAKES,
      SHOWN,
      'ok: DEPOSIT and REFUND are allowed',
      `ok: calls back to ${URL} DEPOSIT`,
      `ok: calls back to ${URL} REFUND`,
    ],
  ],
  [
    'that calls others',
    { terms: [mtn], deposits: [`${URL}/`], refunds: [null] },
    [
      TAKES,
      SHOWN,
      'ok: DEPOSIT and REFUND are allowed',
      `problem: calls back to ${URL}/, not to ${URL}: correct it in pawaPay’s dashboard DEPOSIT`,
      `problem: has no callback URL: set ${URL} in pawaPay’s dashboard REFUND`,
    ],
  ],
  [
    'that may not take deposits',
    { terms: [], deposits: [] },
    [
      'note: takes payments from none of our networks',
      'note: DEPOSIT isn’t allowed, so nobody can pay this way: ask pawaPay to allow it',
    ],
  ],
  [
    'that may not give them back',
    { terms: [telecel], deposits: [URL], refunds: [] },
    [
      'note: takes payments from none of our networks',
      'note: takes no payments from GH/vodafone now, or couldn’t give them back',
      SHOWN,
      'problem: REFUND isn’t allowed, so Sesa takes no payments it couldn’t give back: ask pawaPay to allow it',
    ],
  ],
  ['whose settings cannot be read', { terms: [mtn], deposits: null }, [TAKES, SHOWN]],
])('reports a collector %s', async (_what, account, lines) => {
  expect(await linesOf(account)).toEqual(lines)
})
