import { COUNTRIES, NETWORKS } from '@sesa/contract'
import { OFFICE_WORDS, ROLES, type Permission, type Role } from '@sesa/contract/office'
import { isCurrencyCode } from '@sesa/money'
import type { May, Meaning, Piece, RecordKind } from './pieces.ts'
import { readAmount } from './read-number.ts'

const DAY_MS = 86_400_000

/** What a filter's value means, with its words; or what to type instead. */
type Read = { readonly meaning: Meaning; readonly words: string } | { readonly problem: string }

/** Every value of `is:`. `held` is all holds, so that it reveals no cause. */
const STATES: Readonly<Record<string, { readonly meaning: Meaning; readonly words: string }>> = {
  held: { meaning: { kind: 'held' }, words: 'On hold' },
  review: { meaning: { kind: 'review' }, words: OFFICE_WORDS.hold.under_review },
  open: {
    meaning: {
      kind: 'states',
      states: [
        'awaiting_payment',
        'paid',
        'paying_out',
        'payout_unknown',
        'payout_failed',
        'refunding',
        'refund_failed',
      ],
    },
    words: 'Unfinished',
  },
  unpaid: state('awaiting_payment'),
  paid: state('paid'),
  paying: { meaning: { kind: 'states', states: ['paying_out', 'payout_unknown'] }, words: 'Paying out' },
  failed: { meaning: { kind: 'states', states: ['payout_failed', 'refund_failed'] }, words: 'Failed' },
  sent: state('sent'),
  refunding: state('refunding'),
  refunded: state('refunded'),
  cancelled: state('cancelled'),
  locked: { meaning: { kind: 'locked' }, words: 'Account locked' },
  closed: { meaning: { kind: 'closed' }, words: 'Account closed' },
}

function state(one: keyof typeof OFFICE_WORDS.state) {
  return { meaning: { kind: 'states' as const, states: [one] }, words: OFFICE_WORDS.state[one] }
}

/** The kinds of open work, and the permission that shows them. */
export const KINDS: Readonly<Record<RecordKind, { readonly needs: Permission; readonly words: string }>> = {
  screening: { needs: 'cases.read', words: 'Screening cases' },
  monitoring: { needs: 'cases.read', words: 'Monitoring cases' },
  enquiry: { needs: 'enquiries.answer', words: 'Enquiries' },
  complaint: { needs: 'enquiries.answer', words: 'Complaints' },
  report: { needs: 'reports.file', words: 'Reports' },
  privacy: { needs: 'privacy.manage', words: 'Privacy requests' },
}

const oneOf = (values: readonly string[]): Read => ({ problem: `Use ${values.join(', ')}.` })

const isOf = <T extends string>(values: readonly T[], value: string): value is T =>
  values.some((one) => one === value)

interface Context {
  readonly now: Date
  readonly may: May
}

const FILTERS: Readonly<Record<string, (value: string, context: Context) => Read>> = {
  is: (value) => STATES[value] ?? oneOf(Object.keys(STATES)),
  corridor(value) {
    const [from, to] = value.toUpperCase().split(/-|→|>/)
    const known = (code = '') => COUNTRIES.some((country) => country.code === code)
    return from !== undefined && to !== undefined && known(from) && known(to)
      ? { meaning: { kind: 'corridor', from, to }, words: `${from} to ${to}` }
      : { problem: 'Use two countries, such as corridor:us-gh.' }
  },
  network(value) {
    const networks = [...new Set(NETWORKS.map((network) => network.value))]
    const network = networks.find((one) => one === value || one.split('/').includes(value))
    return network === undefined
      ? oneOf(networks)
      : {
          meaning: { kind: 'network', network },
          words: `Network ${value === 'mtn' ? 'MTN' : capital(network)}`,
        }
  },
  currency(value) {
    const currency = value.toUpperCase()
    return isCurrencyCode(currency)
      ? { meaning: { kind: 'currency', currency }, words: currency }
      : { problem: 'Use lrd, ghs, sle or usd.' }
  },
  card: (value) =>
    /^\d{4}$/.test(value)
      ? { meaning: { kind: 'card', last4: value }, words: `Card or bank account ····${value}` }
      : { problem: 'Use the last four digits of the card or bank account.' },
  owner(value) {
    const owner = value === 'me' || isOf<Role>(ROLES, value) ? value : undefined
    if (owner === undefined) return oneOf(['me', ...ROLES])
    return { meaning: { kind: 'owner', owner }, words: owner === 'me' ? 'Mine' : `Decided by ${owner}` }
  },
  due(value, { now }) {
    const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
    const until = { overdue: now.getTime(), today: midnight + DAY_MS, week: midnight + 7 * DAY_MS }
    return isOf(['overdue', 'today', 'week'], value)
      ? {
          meaning: { kind: 'due', until: new Date(until[value]) },
          words: { overdue: 'Overdue', today: 'Due today', week: 'Due in 7 days' }[value],
        }
      : oneOf(Object.keys(until))
  },
  amount(value) {
    const read = readAmount(value)
    return read === null
      ? { problem: 'Use an amount or a range, such as amount:100..200.' }
      : { meaning: read.meaning, words: `Amount ${read.words}` }
  },
  kind(value, { may }) {
    // A kind that the member may not see looks like one that does not exist.
    const kinds = (Object.keys(KINDS) as RecordKind[]).filter((kind) => may(KINDS[kind].needs))
    return isOf(kinds, value)
      ? { meaning: { kind: 'work', of: value }, words: KINDS[value].words }
      : oneOf(kinds)
  },
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Filters whose value may be a person's. */
const PERSONAL: readonly string[] = ['card', 'amount', 'owner']

/** Reads `is:held`, `-network:mtn`; null if the text is no filter. */
export function readFilter(text: string, context: Context): Piece | null {
  const [, minus = '', name = '', value = ''] = /^(-?)([a-z]+):(\S*)$/i.exec(text) ?? []
  const read = FILTERS[name.toLowerCase()]
  if (read === undefined) return null
  const found = read(value.toLowerCase(), context)
  const isNegated = minus === '-'
  const common = { text, isPersonal: PERSONAL.includes(name.toLowerCase()), isNegated }
  return 'problem' in found
    ? { ...common, label: text, meanings: [], problem: found.problem }
    : {
        ...common,
        label: isNegated ? `Not: ${found.words}` : found.words,
        meanings: [found.meaning],
        problem: null,
      }
}
