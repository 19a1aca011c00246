import { isCollectionAccount, type FloatWallet } from '@sesa/contract/office'
import { countryName, providerName, walletText } from '../../lib/words.ts'

type Wallets = readonly Pick<FloatWallet, 'name' | 'account' | 'country' | 'currency'>[]

/** An account at a provider in words; with its country, where it pays out in only one: "MTN MoMo, Liberia". */
export function accountName(account: string, wallets: Wallets): string {
  const [country, ...more] = new Set(
    wallets.filter((one) => one.account === account && one.country !== '').map((one) => one.country),
  )
  const name = providerName(account)
  return country === undefined || more.length > 0 ? name : `${name}, ${countryName(country)}`
}

/** The pay-outs that staff make by hand have no wallet that a provider reports. */
const BY_HAND = 'manual'

/** A choice of an account and the currency in which it is topped up, as one value. */
export const topUpChoice = (account: string, currency: string): string =>
  account === '' ? '' : `${account} ${currency}`

/** The accounts that can be topped up, each in its currency, and the collections whose money can be moved to the pay-outs. */
export function topUpOptions(wallets: Wallets) {
  const paidFrom = wallets.filter(({ country }) => country !== '')
  const collected = wallets.filter(({ account }) => isCollectionAccount(account))
  const byHand = [...new Set(paidFrom.map(({ currency }) => currency))]
  return [
    ...[...paidFrom, ...collected].map((one) => ({
      value: topUpChoice(one.account, one.currency),
      label: walletText(one),
    })),
    ...byHand.map((currency) => ({
      value: topUpChoice(BY_HAND, currency),
      label: `${providerName(BY_HAND)}, ${currency}`,
    })),
  ]
}

/** The accounts that an adjustment can be about. */
export const adjustedOptions = (wallets: Wallets) =>
  [...new Set([...wallets.map(({ account }) => account).toSorted(), 'bank', BY_HAND])].map((value) => ({
    value,
    label: accountName(value, wallets),
  }))
