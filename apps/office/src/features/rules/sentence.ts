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
    ...{
      firstTransfer: literal,
      newDevice: literal,
      foreignCard: literal,
      savedCard: literal,
      newRecipient: literal,
    },
    count: v.optional(
      v.strictObject({
        what: v.picklist(['transfers', 'amount', 'declines']),
        per: v.picklist(['account', 'card', 'device', 'recipient', 'address']),
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
] as const
const PER = {
  account: 'the account',
  card: 'the card',
  device: 'the device',
  recipient: 'the recipient',
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

const days = (look: string): Part => number(['look', look], 'Days', 1, 90)
const atLeast = number(['look', 'atLeast'], 'At least', 2, 50)
const history = number(['look', 'history'], 'Earlier payments', 1, 50)

/** The sentences of monitoring rules, by what they look at. */
const LOOKS: Readonly<Record<string, (look: Readonly<Record<string, unknown>>) => readonly Part[]>> = {
  structuring: ({ thresholds }) => [
    'at least ',
    atLeast,
    ' payments in ',
    days('days'),
    ' days, each below ',
    ...(Array.isArray(thresholds) ? thresholds : []).flatMap((_one, index) => [
      ...(index === 0 ? [] : [' or ']),
      dollars(['look', 'thresholds', index], `Threshold ${index + 1}`),
    ]),
    ' and at least ',
    number(['look', 'percent'], 'Percent', 50, 99),
    ' % of it',
  ],
  many_senders: () => ['at least ', atLeast, ' different senders to one wallet in ', days('days'), ' days'],
  many_payees: () => ['first payments to at least ', atLeast, ' wallets in ', days('days'), ' days'],
  several_accounts: () => ['at least ', atLeast, ' accounts of one person in ', days('days'), ' days'],
  ring: () => [
    'at most ',
    number(['look', 'atMost'], 'At most', 2, 4),
    ' accounts that paid each other in a circle within ',
    days('days'),
    ' days',
  ],
  dormant: () => [
    'more than ',
    number(['look', 'times'], 'Times', 2, 50),
    ' times the usual amount of at least ',
    history,
    ' payments, after ',
    number(['look', 'pauseDays'], 'Days', 30, 730),
    ' days without a payment',
  ],
  new_corridor: () => [
    'a first payment to a country, of at least ',
    dollars(['look', 'amountAtLeast'], 'Amount at least'),
    ', after ',
    history,
    ' payments to others',
  ],
  velocity: () => [
    'at least ',
    atLeast,
    ' payments in ',
    number(['look', 'hours'], 'Hours', 1, 168),
    ' hours',
  ],
  similar_amounts: () => [
    'at least ',
    atLeast,
    ' payments in ',
    days('days'),
    ' days whose amounts are within ',
    number(['look', 'percent'], 'Percent', 1, 25),
    ' %',
  ],
  shared: ({ by }) => [
    'at least ',
    atLeast,
    ` accounts that paid with the same ${by === 'card' ? 'card' : 'device'} in `,
    days('days'),
    ' days',
  ],
}

const monitoringRule = v.strictObject({ id: v.string(), look: v.looseObject({ kind: v.string() }) })

/** Returns a monitoring rule as a sentence; null for a rule of another release. */
export function monitoringSentence(rule: unknown): Sentence | null {
  if (!v.is(monitoringRule, rule)) return null
  const when = Object.hasOwn(LOOKS, rule.look.kind) ? LOOKS[rule.look.kind]?.(rule.look) : undefined
  return when === undefined ? null : { when, then: [] }
}
