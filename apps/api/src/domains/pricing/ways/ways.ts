import {
  COUNTRIES,
  countryInSentence,
  PAY_METHODS,
  type CountryCode,
  type PayMethodName,
} from '@sesa/contract'
import {
  NO_BANK_DEBITS,
  waysToPay,
  type ApprovalAbout,
  type WaysToPay,
  type WayToPay,
} from '@sesa/contract/office'
import type { Current } from '../../../db/configuration.ts'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { countryOf } from '../../../lib/order-words.ts'
import { readBy } from '../../../lib/schema-problems.ts'
import { dayOf, policyOn, policyPart, type PolicyKind } from '../../record/index.ts'
import { methodsIn } from '../prices/index.ts'

/** The ways to pay set by staff. */
export const WAYS_TO_PAY: PolicyKind<WaysToPay> = {
  kind: 'ways_to_pay',
  read(body) {
    const read = readBy(waysToPay, 'ways', (body as { readonly ways: unknown }).ways)
    if (!read.ok) return read
    const problems = listWays(read.value).flatMap(({ country, method, way }) =>
      problemsOf(way).map((problem) => `${country}.${method}: ${problem}`),
    )
    return problems.length === 0 ? read : { ok: false, problems }
  },
}
export const WAYS_TO_PAY_KEY = 'ways to pay'

/** The ways to pay of the configuration. */
export const WAY_SETS = policyPart(WAYS_TO_PAY)

const LEAST_REASON = 10

function problemsOf({ open, reason, from, until }: WayToPay): readonly string[] {
  return [
    ...(!open && reason.trim().length < LEAST_REASON ? ['tell customers why it is closed'] : []),
    ...(from !== '' && until !== '' && until < from ? ['the last day is before the first'] : []),
  ]
}

const WORDS = { momo: 'mobile money', card: 'card', bank_debit: 'bank account' } as const

/** Names a way to pay: "Ghana, mobile money". */
const wayName = (country: CountryCode, method: keyof typeof WORDS): string =>
  `${countryOf(country)}, ${WORDS[method]}`

/** Names a way to pay within a sentence: "by card from Ghana". */
const payingBy = (method: PayMethod, country: CountryCode): string =>
  method === 'bank_debit'
    ? `from a bank account in ${countryInSentence(country)}`
    : `by ${WORDS[method]} from ${countryInSentence(country)}`

interface NamedWay {
  readonly country: CountryCode
  readonly method: PayMethod
  readonly way: WayToPay
}

/** Lists the ways to pay by country. */
const listWays = (ways: WaysToPay): readonly NamedWay[] =>
  COUNTRIES.flatMap(({ code: country }): readonly NamedWay[] => {
    const its: Partial<Record<PayMethod, WayToPay>> = ways[country]
    return methodsIn(country).flatMap((method) => {
      const way = its[method]
      return way === undefined ? [] : [{ country, method, way }]
    })
  })

const noWalletsYet = (country: CountryCode): string =>
  country === 'GH'
    ? 'Paying by mobile money from Ghana is not open yet: sending abroad from a wallet needs a licence. Choose another way to pay.'
    : `Paying by mobile money from ${countryInSentence(country)} is not open yet. Choose another way to pay.`

/** Returns the ways to pay until staff set others: in the sandbox all of them, else cards. */
export function shippedWays(allOpen: boolean): WaysToPay {
  const rest = { licence: '', from: '', until: '' }
  const card = { open: true, reason: '', ...rest }
  const wallets = (country: CountryCode) => ({
    momo: { open: allOpen, reason: allOpen ? '' : noWalletsYet(country), ...rest },
    card,
  })
  return {
    SL: wallets('SL'),
    LR: wallets('LR'),
    GH: wallets('GH'),
    US: { card, bank_debit: { open: allOpen, reason: allOpen ? '' : NO_BANK_DEBITS, ...rest } },
  }
}

/** Puts the state of a way to pay in words: "Open from 2027-01-01, licence 12/34". */
function stateOf({ open, reason, licence, from, until }: WayToPay): string {
  const parts = [
    `${open ? 'Open' : 'Closed'}${from && ` from ${from}`}${until && ` until ${until}`}`,
    ...(licence === '' ? [] : [`licence ${licence}`]),
    ...(reason === '' ? [] : [`message “${reason}”`]),
  ]
  return parts.join(', ')
}

/** Puts in words what a change of the ways to pay does. */
export function changesOfWays(
  before: WaysToPay,
  after: WaysToPay,
): { readonly effect: string; readonly changes: ApprovalAbout['changes'] } {
  const was = listWays(before)
  const changed = listWays(after).flatMap(({ country, method, way }) => {
    const earlier = was.find((one) => one.country === country && one.method === method)?.way
    const [from, to] = [earlier === undefined ? '' : stateOf(earlier), stateOf(way)]
    if (from === to) return []
    const verb = earlier?.open === way.open ? 'change' : way.open ? 'open' : 'close'
    return [{ verb, label: wayName(country, method), from, to }]
  })
  const effects = (['open', 'close', 'change'] as const).flatMap((verb) => {
    const its = changed.filter((one) => one.verb === verb).map(({ label }) => label)
    return its.length === 0 ? [] : [`${verb} ${its.join('; ')}`]
  })
  const effect = effects.length === 0 ? 'change nothing' : effects.join('. Also ')
  return {
    effect: `${effect.charAt(0).toUpperCase()}${effect.slice(1)} for new payments`,
    changes: changed.map(({ label, from, to }) => ({ label, from, to })),
  }
}

/** A way to pay as customers of a country have it. */
export interface PayWay {
  readonly method: PayMethodName
  readonly open: boolean
  /** Explains to customers why it is closed; null when it is open. */
  readonly reason: string | null
}

/**
 * Returns the ways to pay of a sending country: open ones first, and of these the fastest. `allOpen`: in the sandbox every way
 * is open until staff close it.
 */
export function waysOf(
  { snapshot, now }: Current,
  country: CountryCode,
  allOpen: boolean,
): readonly PayWay[] {
  const ways = policyOn(snapshot.of(WAY_SETS), WAYS_TO_PAY_KEY, now)?.value() ?? shippedWays(allOpen)
  const day = dayOf(now)
  const known = listWays(ways)
    .filter((one) => one.country === country)
    .map(({ method, way: { open, reason, from, until } }): PayWay => {
      const runs = open && (from === '' || from <= day) && (until === '' || until >= day)
      const words = reason === '' ? `Paying ${payingBy(method, country)} is not open right now.` : reason
      return { method, open: runs, reason: runs ? null : words }
    })
  const rank = ({ method, open }: PayWay): number =>
    (open ? 0 : PAY_METHODS.length) + PAY_METHODS.indexOf(method)
  return known.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns whether customers of a country can pay this way now, and why not. */
export function payMethodOf(
  current: Current,
  country: CountryCode,
  { method, allOpen }: { readonly method: PayMethodName; readonly allOpen: boolean },
): PayWay {
  const found = waysOf(current, country, allOpen).find((one) => one.method === method)
  return (
    found ?? {
      method,
      open: false,
      reason: `You can’t pay ${payingBy(method, country)}.`,
    }
  )
}
