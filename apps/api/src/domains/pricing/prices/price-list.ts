import { COUNTRIES, DIRECTIONS, type CountryCode, type DestinationCode, DESTINATIONS } from '@sesa/contract'
import { CURRENCY_CODES, compare, fromMajorString, money, type CurrencyCode, type Money } from '@sesa/money'
import * as v from 'valibot'
import type { PayMethod } from '../../../db/schema/collections.ts'
import { describeIssues } from '../../../lib/schema-problems.ts'

/** The price of transfers from an amount on, until the next band begins. */
export interface PriceBand {
  /** The smallest amount to send, in the sender's currency, without the fee. The first band begins at zero. */
  readonly from: Money
  /** In the sender's currency. */
  readonly fee: Money
  /** Percentage of the amount to send, in addition to `fee`. */
  readonly feeBps: bigint
  readonly marginBps: bigint
}

/** A provider's charge: a percentage of the amount, and a fixed amount. */
export interface Cost {
  readonly bps: bigint
  readonly fixed: Money
}

/** The providers' charges, by contract. */
export interface ProviderCosts {
  readonly card: Cost & {
    /** The country of our account with the card provider. Cards of other countries are foreign to it. */
    readonly country: CountryCode
    readonly foreignBps: bigint
    /** Charged when the card's currency is not one that the account is paid out in. */
    readonly conversionBps: bigint
    readonly settlesIn: readonly CurrencyCode[]
  }
  /** Charged by the collectors of mobile money. */
  readonly mobileMoneyBps: bigint
  /** Charged by the card provider for a bank debit: a percentage, at most an amount. */
  readonly bankDebit: { readonly bps: bigint; readonly most: Money }
  /** By recipient country; `fixed` is in that country's currency. */
  readonly payout: ReadonlyMap<DestinationCode, Cost>
  /** Cost of buying the recipient's currency against the mid-market rate. */
  readonly exchangeBps: bigint
}

/** The bands by way to pay, ascending. Without bands of its own, a way has those of the card. */
export type WayBands = Readonly<Record<PayMethod, readonly PriceBand[]>>

export interface PriceList {
  /** The bands of each direction, for example `US/GH`. */
  readonly bands: ReadonlyMap<string, WayBands>
  readonly costs: ProviderCosts
}

const MOST_BANDS = 20
const BPS_PER_PERCENT = 100n
/** What collectors publish. Counted by lists without a charge of their own. */
const USUAL_MOBILE_MONEY_BPS = 200n
/** What the card provider publishes (docs/providers.md). Counted likewise. */
const USUAL_BANK_DEBIT = { bps: 80n, most: money(500, 'USD') }

const percent = v.pipe(
  v.string('must be text, for example "1.50"'),
  v.regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage from 0 to 99.99, for example "1.50"'),
  v.transform((text): bigint => {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole) * BPS_PER_PERCENT + BigInt(fraction.padEnd(2, '0'))
  }),
)
const amount = v.pipe(
  v.string('must be text, for example "0.99"'),
  v.regex(/^\d{1,9}\.\d{2}$/, 'must be an amount with two decimals, for example "0.99"'),
)
const band = v.strictObject({ from: amount, fee: amount, feePercent: percent, marginPercent: percent })
const cost = v.strictObject({ percent, fixed: amount })
const bands = v.pipe(
  v.array(band),
  v.minLength(1, 'needs at least one band'),
  v.maxLength(MOST_BANDS, `takes at most ${MOST_BANDS} bands`),
)
const country = v.picklist(COUNTRIES.map(({ code }) => code))

/** Returns the ways that people in this country can pay: by mobile money where we pay out to wallets, else from a bank account. */
export const methodsIn = (code: CountryCode): readonly PayMethod[] =>
  DESTINATIONS.some((one) => one === code) ? ['momo', 'card'] : ['card', 'bank_debit']

const schema = v.strictObject({
  corridors: v.strictObject(
    Object.fromEntries(
      DIRECTIONS.map(({ from, to }) => [
        `${from}/${to}`,
        v.strictObject({
          card: bands,
          momo: v.optional(methodsIn(from).includes('momo') ? bands : v.never()),
          bank_debit: v.optional(methodsIn(from).includes('bank_debit') ? bands : v.never()),
        }),
      ]),
    ),
  ),
  costs: v.strictObject({
    card: v.strictObject({
      country,
      percent,
      fixed: amount,
      foreignPercent: percent,
      conversionPercent: percent,
      settlesIn: v.array(v.picklist(CURRENCY_CODES)),
    }),
    mobileMoney: v.optional(v.strictObject({ percent })),
    bankDebit: v.optional(v.strictObject({ percent: v.optional(percent), most: v.optional(amount) })),
    payout: v.strictObject(v.entriesFromList(DESTINATIONS, cost)),
    exchangePercent: percent,
  }),
})

/** An unusable price list; the message names the place and the expected content. */
export class PriceListError extends Error {}

export function currencyOf(code: CountryCode): CurrencyCode {
  const found = COUNTRIES.find((one) => one.code === code)
  if (!found) throw new Error(`No currency for ${code}`)
  return found.currency
}

/**
 * Reads a price list in the form used by staff and the database: amounts are text in major units of the sender's currency,
 * percentages are text. @throws PriceListError for anything else, including a missing corridor.
 */
export function readPriceList(content: unknown): PriceList {
  const parsed = v.safeParse(schema, content)
  if (!parsed.success) {
    const [problem] = describeIssues(parsed.issues, 'the list')
    throw new PriceListError(problem)
  }
  const { corridors, costs } = parsed.output
  const inDollars = (text: string): Money => fromMajorString(text, 'USD')
  return {
    bands: new Map(
      DIRECTIONS.map(({ from, to }) => {
        const name = `${from}/${to}`
        const { card: rows = [], momo, bank_debit: debit } = corridors[name] ?? {}
        const read = (way: PayMethod, own: typeof momo) =>
          own && readBands(`${name}.${way}`, own, currencyOf(from))
        const card = readBands(`${name}.card`, rows, currencyOf(from))
        return [
          name,
          { card, momo: read('momo', momo) ?? card, bank_debit: read('bank_debit', debit) ?? card },
        ]
      }),
    ),
    costs: {
      card: {
        country: costs.card.country,
        bps: costs.card.percent,
        fixed: inDollars(costs.card.fixed),
        foreignBps: costs.card.foreignPercent,
        conversionBps: costs.card.conversionPercent,
        settlesIn: costs.card.settlesIn,
      },
      mobileMoneyBps: costs.mobileMoney?.percent ?? USUAL_MOBILE_MONEY_BPS,
      bankDebit: {
        bps: costs.bankDebit?.percent ?? USUAL_BANK_DEBIT.bps,
        most: costs.bankDebit?.most === undefined ? USUAL_BANK_DEBIT.most : inDollars(costs.bankDebit.most),
      },
      payout: new Map(
        DESTINATIONS.map((to) => [
          to,
          { bps: costs.payout[to].percent, fixed: fromMajorString(costs.payout[to].fixed, currencyOf(to)) },
        ]),
      ),
      exchangeBps: costs.exchangePercent,
    },
  }
}

function readBands(
  name: string,
  rows: readonly v.InferOutput<typeof band>[],
  currency: CurrencyCode,
): readonly PriceBand[] {
  const read = rows.map((row) => ({
    from: fromMajorString(row.from, currency),
    fee: fromMajorString(row.fee, currency),
    feeBps: row.feePercent,
    marginBps: row.marginPercent,
  }))
  if (read[0] && compare(read[0].from, money(0, currency)) !== 0)
    throw new PriceListError(`corridors.${name}: the first band must start at "0.00"`)
  const isAscending = read.every(({ from }, index) => {
    const before = read[index - 1]
    return before === undefined || compare(before.from, from) < 0
  })
  if (!isAscending) throw new PriceListError(`corridors.${name}: each band must start above the previous one`)
  return read
}
