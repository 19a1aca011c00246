import type { NewTreasuryEntry } from '@sesa/contract/office'
import {
  CURRENCY_CODES,
  fromMajorString,
  formatMoney,
  isZero,
  money,
  parseAmount,
  toMinorNumber,
  type CurrencyCode,
  type Money,
} from '@sesa/money'
import { createRatesModule, RATES_SETTINGS } from '../domains/pricing/index.ts'
import {
  movementName,
  readExposure,
  readResults,
  totalInDollars,
  type Adjusts,
  type TreasuryEntry,
  type Exposure,
  type Position,
  type Result,
} from '../domains/books/index.ts'
import { requireConfirmed } from '../lib/caution.ts'
import type { StaffAction } from '../lib/staff-action.ts'
import {
  CliError,
  CONFIRM,
  argument,
  numberOption,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Given,
  type Tools,
} from './command.ts'

const DAYS = 30
const REFERENCE: Described = [
  '--reference <text>',
  'the reference on the statement of the bank or provider, so that it is entered once (required)',
]

/** Reads an amount with its currency, such as `GHS 1000.50`. @throws CliError that names the option. */
function amountOf({ options }: Given, name: string, example: string): Money {
  const text = options[name]?.trim() ?? ''
  const [code, number = ''] = text.split(/\s+/, 2)
  const currency = CURRENCY_CODES.find((one) => one === code)
  const parsed = currency === undefined ? undefined : parseAmount(number, currency)
  if (parsed?.ok === true && !isZero(parsed.money) && text.split(/\s+/).length === 2) return parsed.money
  throw new CliError(
    `--${name} takes a currency (${CURRENCY_CODES.join(', ')}) and an amount above zero, such as --${name} '${example}'.`,
  )
}

/** Reads a signed amount, such as `GHS -12.50`. @throws CliError that names the option. */
function changeOf({ options }: Given): Money {
  const [code, number = '', ...more] = (options['amount'] ?? '').trim().split(/\s+/)
  const currency = CURRENCY_CODES.find((one) => one === code)
  if (currency !== undefined && more.length === 0 && /^[+-]?\d{1,12}(\.\d{1,2})?$/.test(number)) {
    const change = fromMajorString(number.replace('+', ''), currency)
    if (!isZero(change)) return change
  }
  throw new CliError(
    `--amount takes a currency (${CURRENCY_CODES.join(', ')}) and how much more the account holds, negative for less, such as --amount 'GHS -12.50'.`,
  )
}

/** Returns the reference of a movement. @throws CliError when it is missing. */
function referenceOf({ options }: Given): string {
  const reference = options['reference']?.trim() ?? ''
  if (reference.length < 3 || reference.length > 200)
    throw new CliError('Give the reference on the statement, 3 to 200 characters: --reference TEXT.')
  return reference
}

const ADJUSTMENTS: Readonly<Record<string, Adjusts>> = {
  fee: 'provider_fees',
  loss: 'losses',
  capital: 'capital',
}

/** Reads each entry that staff book, by the command that takes it. @throws CliError when something is missing. */
export const ENTRIES = {
  'treasury top-up': (given) => ({
    kind: 'top_up',
    account: argument(given, 'account such as pawapay'),
    arrived: amountOf(given, 'arrived', 'GHS 1000'),
    paid: amountOf(given, 'paid', 'USD 90.50'),
    reference: referenceOf(given),
  }),
  'treasury convert': (given) => ({
    kind: 'conversion',
    sold: amountOf(given, 'sold', 'USD 1000'),
    bought: amountOf(given, 'bought', 'GHS 11500'),
    reference: referenceOf(given),
  }),
  'treasury adjust'(given) {
    const account = argument(given, 'account such as pawapay')
    const amount = changeOf(given)
    const kind = given.options['as'] ?? ''
    const as = Object.hasOwn(ADJUSTMENTS, kind) ? ADJUSTMENTS[kind] : undefined
    if (as === undefined) throw new CliError('--as takes fee, loss or capital.')
    return { kind: 'adjustment', account, amount, as, reference: referenceOf(given) }
  },
} as const satisfies Record<string, (given: Given) => TreasuryEntry>

const written = (one: Money) => ({ amount: toMinorNumber(one), currency: one.currency })

/** Returns an entry as the office's call takes it. */
function givenOf(entry: TreasuryEntry): NewTreasuryEntry {
  if (entry.kind === 'top_up') return { ...entry, arrived: written(entry.arrived), paid: written(entry.paid) }
  if (entry.kind === 'conversion')
    return { ...entry, sold: written(entry.sold), bought: written(entry.bought) }
  return { ...entry, amount: written(entry.amount) }
}

export function requestOf(entry: TreasuryEntry) {
  const payload = givenOf(entry)
  return { action: 'book_treasury_entry', entity: movementName(payload), payload } as const
}

/** Books an entry that one person enters: what two would be asked to type is typed with `--confirm`. */
async function bookEntry(tools: Tools, given: Given, entry: TreasuryEntry, by: StaffAction): Promise<void> {
  const { treasury } = await tools.product()
  await treasury.check(entry)
  requireConfirmed(await treasury.caution(givenOf(entry)), given.options['confirm'])
  await treasury.book(entry, by)
}

const optional = (minor: bigint | null, currency: CurrencyCode): string =>
  minor === null ? 'unknown' : formatMoney(money(minor, currency))

const describePosition = ({
  account,
  currency,
  held,
  ledger,
  provider,
  difference,
  settling,
  state,
  askedAt,
}: Position) => ({
  account: `${account}:${currency}`,
  state,
  ledger: formatMoney(money(ledger, currency)),
  provider: optional(provider, currency),
  difference: optional(difference, currency),
  settling: formatMoney(money(settling, currency)),
  held: held.join(', '),
  readAt: askedAt?.toISOString() ?? 'never',
})

const describeResult = ({ currency, fees, margin, exchange, providerFees, losses }: Result) => ({
  currency,
  fees: formatMoney(fees),
  margin: formatMoney(margin),
  exchange: formatMoney(exchange),
  providerFees: formatMoney(providerFees),
  losses: formatMoney(losses),
})

const describeExposure = ({ currency, open, inDollars }: Exposure) => ({
  currency,
  open: formatMoney(open),
  inDollars: inDollars === null ? 'unknown' : formatMoney(inDollars),
})

const rowsOf = (rows: readonly Readonly<Record<string, string>>[]): string[][] =>
  rows.map((row) => Object.values(row))

export const treasuryCommands: readonly Command[] = [
  {
    words: ['treasury'],
    options: [['--days <n>', `how many days the results cover (default ${DAYS})`]],
    does: 'compare our books with the providers’ balances, and show results and open currency positions; exits with 1 if one differs',
    example: '--days 30',
    async run(tools, given, say) {
      const days = numberOption(given, 'days') ?? DAYS
      if (days === 0) throw new CliError('--days takes a whole number of at least 1.')
      const { treasury, db } = await tools.product()
      const [positions, results] = [await treasury.positions(), await readResults(db, days)]
      const rates = createRatesModule({ db, providers: [], settings: RATES_SETTINGS })
      // Before the first rates there is no value in dollars.
      const snapshot = await rates.newest().catch(() => null)
      const exposure = await readExposure(db, snapshot)
      const total = snapshot === null ? 'unknown' : formatMoney(totalInDollars(snapshot, results))
      const shown = {
        positions: positions.map(describePosition),
        results: results.map(describeResult),
        exposure: exposure.map(describeExposure),
      }
      table([
        ['account', 'state', 'our books', 'provider', 'difference', 'settling', 'held by', 'read at'],
        ...rowsOf(shown.positions),
      ]).forEach(say)
      say(`\nResults of ${days} days, together ${total} at the newest rates:`)
      table([
        ['currency', 'fees', 'margin', 'exchange', 'provider fees', 'losses'],
        ...rowsOf(shown.results),
      ]).forEach(say)
      say('\nOpen currency positions:')
      table([['currency', 'open', 'in dollars'], ...rowsOf(shown.exposure)]).forEach(say)
      const differs = positions.some(({ state }) => state === 'differs')
      return { code: differs ? 1 : 0, json: { ...shown, days, total } }
    },
  },
  {
    words: ['treasury', 'compare'],
    does: 'read the providers’ balances and movements now, and keep a break for each difference; exits with 1 if one differs',
    async run(tools, _given, say) {
      const { treasury } = await tools.product()
      const positions = (await treasury.compare()).map(describePosition)
      table([
        ['account', 'state', 'our books', 'provider', 'difference', 'settling', 'held by', 'read at'],
        ...rowsOf(positions),
      ]).forEach(say)
      return { code: positions.some(({ state }) => state === 'differs') ? 1 : 0, json: { positions } }
    },
  },
  {
    words: ['treasury', 'top-up'],
    args: [['<account>', 'the wallet’s account as float lists it, such as pawapay, or manual']],
    options: [
      ['--arrived <amount>', 'what arrived in the wallet, such as "GHS 1000" (required)'],
      ['--paid <amount>', 'what left our bank, such as "USD 90.50" (required)'],
      REFERENCE,
      CONFIRM,
    ],
    isSigned: true,
    does: 'book money from our bank that arrived in a wallet',
    example: "pawapay --arrived 'GHS 1000' --paid 'USD 90.50' --reference FT26330",
    async run(tools, given, say) {
      const entry = ENTRIES['treasury top-up'](given)
      const { account, arrived, paid, reference } = entry
      const by = staffActionOf(given)
      await bookEntry(tools, given, entry, by)
      say(`${account}: ${formatMoney(arrived)} arrived, ${formatMoney(paid)} left our bank (${reference})`)
      return {
        code: 0,
        json: { account, arrived: formatMoney(arrived), paid: formatMoney(paid), reference },
      }
    },
  },
  {
    words: ['treasury', 'convert'],
    options: [
      ['--sold <amount>', 'what our bank took, such as "USD 1000" (required)'],
      ['--bought <amount>', 'what our bank gave for it, such as "GHS 11500" (required)'],
      REFERENCE,
      CONFIRM,
    ],
    isSigned: true,
    does: 'book money that we changed at our bank',
    example: "--sold 'USD 1000' --bought 'GHS 11500' --reference FX0001",
    async run(tools, given, say) {
      const entry = ENTRIES['treasury convert'](given)
      const { sold, bought, reference } = entry
      const by = staffActionOf(given)
      await bookEntry(tools, given, entry, by)
      say(`bank: sold ${formatMoney(sold)} for ${formatMoney(bought)} (${reference})`)
      return { code: 0, json: { sold: formatMoney(sold), bought: formatMoney(bought), reference } }
    },
  },
  {
    words: ['treasury', 'adjust'],
    args: [['<account>', 'as float lists it, such as pawapay or stripe, or manual or bank']],
    options: [
      [
        '--amount <amount>',
        'how much more the account holds, negative for less, such as "GHS -12.50" (required)',
      ],
      ['--as <kind>', 'fee (of a provider), loss (or gain) or capital (of the owners) (required)'],
      REFERENCE,
      CONFIRM,
    ],
    isSigned: true,
    does: 'book that an account holds more or less than our books say',
    example: "pawapay --amount 'GHS -12.50' --as fee --reference INV-2026-11",
    async run(tools, given, say) {
      const entry = ENTRIES['treasury adjust'](given)
      const { account, amount, reference } = entry
      const kind = given.options['as'] ?? ''
      const by = staffActionOf(given)
      await bookEntry(tools, given, entry, by)
      say(`${account}: ${formatMoney(amount)} as ${kind} (${reference})`)
      return { code: 0, json: { account, amount: formatMoney(amount), as: kind, reference } }
    },
  },
]
