import { DESTINATIONS } from '@sesa/contract'
import { CURRENCY_CODES, formatMoney, money, parseAmount } from '@sesa/money'
import { readFloat, setAlertLevel, type WalletOverview } from '../domains/payouts/index.ts'
import { CliError, staffActionOf, table, type Command } from './command.ts'

/** Returns the amounts, the forecast and the time of the balance as people read them. */
export function describeFloat({
  currency,
  balance,
  pending,
  available,
  need,
  hours,
  askedAt,
}: WalletOverview) {
  const amountOf = (minor: bigint): string => formatMoney(money(minor, currency))
  return {
    balance: balance === null ? 'unknown' : amountOf(balance),
    pending: amountOf(pending),
    need: formatMoney(need),
    available: available === null ? 'unknown' : formatMoney(available),
    hours: hours === null ? null : String(hours),
    readAt: askedAt?.toISOString() ?? 'never',
  }
}

/** Reads a wallet such as `pawapay/GH/GHS`. @throws CliError when it is not written like one. */
function walletOf(text: string | undefined) {
  const [account = '', country, code, ...more] = (text ?? '').split('/')
  const found = country === '' ? ('' as const) : DESTINATIONS.find((one) => one === country)
  const currency = CURRENCY_CODES.find((one) => one === code)
  if (found !== undefined && currency !== undefined && more.length === 0)
    return { account, country: found, currency }
  throw new CliError(`${text ?? 'Nothing'} is not a wallet such as pawapay/GH/GHS. See float.`)
}

const nameOf = ({ account, country, currency }: WalletOverview): string => `${account}/${country}/${currency}`

export const floatCommands: readonly Command[] = [
  {
    words: ['float'],
    does: 'list the wallets at the providers: balance, need, forecast and state; exits with 1 if one is not enough',
    async run({ db }, _given, say) {
      const wallets = await readFloat(db)
      const rows = wallets.map((wallet) => {
        const shown = describeFloat(wallet)
        return [
          nameOf(wallet),
          wallet.state,
          shown.balance,
          shown.pending,
          shown.need,
          shown.available,
          shown.hours ?? '-',
          shown.readAt,
        ]
      })
      const heads = ['wallet', 'state', 'balance', 'pending', 'need', 'available', 'hours left', 'read at']
      table([heads, ...rows]).forEach(say)
      const json = wallets.map((wallet) => ({
        wallet: nameOf(wallet),
        state: wallet.state,
        ...describeFloat(wallet),
      }))
      return { code: wallets.some(({ state }) => state !== 'enough') ? 1 : 0, json: { wallets: json } }
    },
  },
  {
    words: ['float', 'alert'],
    args: [
      ['<wallet>', 'as float lists it, such as pawapay/GH/GHS'],
      ['<amount>', 'alert staff when less than this is available, such as 50000'],
    ],
    isSigned: true,
    does: 'set the amount of a wallet below which staff are alerted',
    example: 'pawapay/GH/GHS 50000',
    async run({ db }, given, say) {
      const [text = '', amount = '', ...more] = given.rest
      const wallet = walletOf(text)
      const parsed = parseAmount(amount, wallet.currency)
      if (!parsed.ok || more.length > 0) throw new CliError('Give a wallet and an amount such as 50000.')
      if (!(await setAlertLevel(db, wallet, parsed.money, staffActionOf(given)))) {
        throw new CliError(`No balance of ${text} was ever read. See float.`)
      }
      const level = formatMoney(parsed.money)
      say(`${text}: alert below ${level}`)
      return { code: 0, json: { wallet: text, alertLevel: level } }
    },
  },
  {
    words: ['float', 'release'],
    isSigned: true,
    does: 'release every transfer held for payout_float_empty, longest held first, whatever the balances',
    async run(tools, given, say) {
      const { floatActions } = await tools.product()
      const released = await floatActions.releaseAll(staffActionOf(given))
      for (const reference of released) say(`${reference}: released`)
      say(`${released.length} released`)
      return { code: 0, json: { released } }
    },
  },
]
