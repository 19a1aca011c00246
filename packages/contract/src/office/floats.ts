import * as v from 'valibot'
import { CURRENCY_CODES } from '@sesa/money'
import { dateTime } from '../schema.ts'
import { DESTINATIONS } from '../rules/countries.ts'
import { amountOf, officeCall, reason } from './call.ts'

const walletKey = {
  account: v.pipe(v.string(), v.regex(/^[a-z][a-z-]{1,29}$/)),
  /** Empty for a balance of no country. */
  country: v.picklist(['', ...DESTINATIONS]),
  currency: v.picklist(CURRENCY_CODES),
}

const wallet = v.object({
  /** Account, country and currency, such as `pawapay/GH/GHS`. */
  name: v.string(),
  ...walletKey,
  state: v.picklist(['unknown', 'enough', 'low', 'empty']),
  /** As the provider last reported it; null when that was never, or more than ten minutes ago. */
  balance: v.nullable(amountOf),
  /** Money that the card provider holds for us and has not made available yet. */
  pending: amountOf,
  /** The sum of what is on its way into or out of it, as `listOnItsWay` names it. */
  onItsWay: amountOf,
  /** For transfers whose pay-out the balance does not show yet. */
  reserved: amountOf,
  /** The balance less the reservations; null when the balance is unknown. */
  available: v.nullable(amountOf),
  alertLevel: amountOf,
  /** How long the available amount lasts at the usual outflow; null without a forecast. */
  hoursLeft: v.nullable(v.number()),
  readAt: v.nullable(dateTime),
})
export type FloatWallet = v.InferOutput<typeof wallet>

const floats = v.object({
  wallets: v.array(wallet),
  /** How many transfers are on hold because a wallet was empty. */
  stopped: v.number(),
})

export const floatCalls = {
  listFloats: officeCall({
    method: 'GET',
    path: '/office/api/floats',
    summary: 'Wallets at the carriers and balances at the card provider, each with its free amount',
    permission: 'finance.read',
    success: { 200: floats },
    errors: [],
  }),
  setAlertLevel: officeCall({
    method: 'POST',
    path: '/office/api/floats/alert-level',
    summary: 'Set a wallet’s alert level',
    permission: 'float.manage',
    body: v.strictObject({ wallet: v.strictObject(walletKey), amount: amountOf, reason }),
    success: { 200: floats },
    errors: [],
  }),
  releaseStopped: officeCall({
    method: 'POST',
    path: '/office/api/floats/release',
    summary: 'Read the balances and release every transfer held for float',
    permission: 'float.manage',
    body: v.strictObject({ reason }),
    success: { 200: v.object({ released: v.array(v.string()) }) },
    errors: [],
  }),
}
