import * as v from 'valibot'
import { CENTS, wholeKind, type CellKind, type Path } from '../../parts/policy/document.ts'

/** A part of a rule's sentence: words, or a value of the rule that can be edited. */
export type Part =
  | string
  | { readonly path: Path; readonly label: string; readonly kind: CellKind<number> }
  | {
      readonly path: Path
      readonly label: string
      readonly options: readonly (readonly [string | number, string])[]
    }

export interface Sentence {
  readonly when: readonly Part[]
  /** Empty for rules that only open cases. */
  readonly then: readonly Part[]
}

const MOST = 999_999_999
const HOURS = [
  [1, 'an hour'],
  [24, '24 hours'],
  [168, '7 days'],
  [720, '30 days'],
] as const

const number = (path: Path, label: string, least: number, most: number): Part => ({
  ...{ path, label, kind: wholeKind(least, most) },
})
const dollars = (path: Path, label: string): Part => ({ path, label, kind: CENTS })

const literal = v.optional(v.literal(true))
const fraudRule = v.strictObject({
  id: v.string(),
  when: v.strictObject({
    amountAtLeast: v.optional(v.number()),
    ...{ firstTransfer: literal, newDevice: literal, foreignCard: literal },
    ...{ savedCard: literal, newRecipient: literal, newPayer: literal },
    count: v.optional(
      v.strictObject({
        what: v.picklist(['transfers', 'amount', 'declines']),
        per: v.picklist(['account', 'card', 'device', 'recipient', 'payer', 'address']),
        hours: v.number(),
        atLeast: v.number(),
      }),
    ),
  }),
  then: v.variant('outcome', [
    v.strictObject({ outcome: v.literal('authenticate'), request: v.picklist(['any', 'challenge']) }),
    v.strictObject({ outcome: v.literal('delay'), minutes: v.number() }),
    v.strictObject({ outcome: v.literal('refuse'), code: v.picklist(['cards_declined', 'payment_refused']) }),
  ]),
})

const FACTS = [
  ['firstTransfer', 'it is the account’s first transfer'],
  ['newDevice', 'the device is new'],
  ['foreignCard', 'the card is foreign'],
  ['savedCard', 'a saved card is offered'],
  ['newRecipient', 'the recipient is new'],
  ['newPayer', 'the paying wallet is new'],
] as const
const PER = {
  account: 'the account',
  card: 'the card',
  device: 'the device',
  recipient: 'the recipient',
  payer: 'the paying wallet',
  address: 'the internet address',
} as const

/** Returns a fraud rule as a sentence; null for a rule of another release. */
export function fraudSentence(rule: unknown): Sentence | null {
  if (!v.is(fraudRule, rule)) return null
  const { when, then } = rule
  const conditions: (readonly Part[])[] = []
  if (when.amountAtLeast !== undefined)
    conditions.push(['the amount is at least ', dollars(['when', 'amountAtLeast'], 'Amount at least')])
  for (const [name, words] of FACTS) if (when[name]) conditions.push([words])
  if (when.count) conditions.push(countParts(when.count))
  return {
    when: conditions.flatMap((parts, index) => (index === 0 ? parts : [' and ', ...parts])),
    then: thenParts(then),
  }
}

type FraudRule = v.InferOutput<typeof fraudRule>

function countParts({ what, per }: NonNullable<FraudRule['when']['count']>): readonly Part[] {
  const path = ['when', 'count', 'atLeast']
  const hours: Part = { path: ['when', 'count', 'hours'], label: 'Period', options: HOURS }
  if (what === 'amount') return [`${PER[per]} sends at least `, dollars(path, 'Sent at least'), ' in ', hours]
  const words = what === 'transfers' ? ' transfers in ' : ' declined cards in '
  return [`${PER[per]} has at least `, number(path, 'At least', 1, MOST), words, hours]
}

function thenParts(then: FraudRule['then']): readonly Part[] {
  switch (then.outcome) {
    case 'authenticate':
      return [
        'authenticate: ',
        {
          ...{ path: ['then', 'request'], label: 'Authentication' },
          options: [
            ['any', 'the bank chooses how'],
            ['challenge', 'with a step for the customer'],
          ],
        },
      ]
    case 'delay':
      return ['pay out ', number(['then', 'minutes'], 'Minutes', 1, 1_440), ' minutes after the charge']
    case 'refuse':
      return [then.code === 'cards_declined' ? 'refuse: cards declined' : 'refuse the payment']
  }
}

/** The numbers that monitoring rules look for, by their name in a sentence; dollars have no bounds. */
const NUMBERS: Readonly<
  Record<string, readonly [name: string, label: string, least?: number, most?: number]>
> = {
  days: ['days', 'Days', 1, 90],
  atLeast: ['atLeast', 'At least', 2, 50],
  atMost: ['atMost', 'At most', 2, 4],
  history: ['history', 'Earlier payments', 1, 50],
  times: ['times', 'Times', 2, 50],
  pause: ['pauseDays', 'Days', 30, 730],
  hours: ['hours', 'Hours', 1, 168],
  percent: ['percent', 'Percent', 50, 99],
  spread: ['percent', 'Percent', 1, 25],
  amount: ['amountAtLeast', 'Amount at least'],
}

/** The sentences of monitoring rules, by what they look at. */
const LOOKS: Readonly<Record<string, string>> = {
  structuring:
    'at least {atLeast} payments in {days} days, each below {thresholds} and at least {percent} % of it',
  many_senders: 'at least {atLeast} different senders to one wallet in {days} days',
  many_payees: 'first payments to at least {atLeast} wallets in {days} days',
  several_accounts: 'at least {atLeast} accounts of one person in {days} days',
  ring: 'at most {atMost} accounts that paid each other in a circle within {days} days',
  dormant:
    'more than {times} times the usual amount of at least {history} payments, after {pause} days without a payment',
  new_corridor: 'a first payment to a country, of at least {amount}, after {history} payments to others',
  velocity: 'at least {atLeast} payments in {hours} hours',
  similar_amounts: 'at least {atLeast} payments in {days} days whose amounts are within {spread} %',
  shared: 'at least {atLeast} accounts that paid with the same {by} in {days} days',
  new_payer: 'a first payment from a wallet whose name was not confirmed, of at least {amount}',
}

type Look = Readonly<Record<string, unknown>>

/** Returns what a name in a sentence stands for. */
function partsOf(name: string, { thresholds, by }: Look): readonly Part[] {
  if (name === 'by') return [by === 'payer' ? 'wallet' : by === 'card' ? 'card' : 'device']
  if (name === 'thresholds')
    return (Array.isArray(thresholds) ? thresholds : []).flatMap((_one, index) => [
      ...(index === 0 ? [] : [' or ']),
      dollars(['look', 'thresholds', index], `Threshold ${index + 1}`),
    ])
  const [key = '', label = '', least, most] = NUMBERS[name] ?? []
  const path = ['look', key]
  return [least === undefined || most === undefined ? dollars(path, label) : number(path, label, least, most)]
}

const monitoringRule = v.strictObject({ id: v.string(), look: v.looseObject({ kind: v.string() }) })

/** Returns a monitoring rule as a sentence; null for a rule of another release. */
export function monitoringSentence(rule: unknown): Sentence | null {
  if (!v.is(monitoringRule, rule)) return null
  const { look } = rule
  const sentence = Object.hasOwn(LOOKS, look.kind) ? LOOKS[look.kind] : undefined
  // Every second piece is a name.
  const pieces = sentence?.split(/[{}]/u).map((piece, at) => (at % 2 === 0 ? [piece] : partsOf(piece, look)))
  return pieces === undefined ? null : { when: pieces.flat().filter((part) => part !== ''), then: [] }
}
