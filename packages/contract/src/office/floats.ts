import * as v from 'valibot'
import { CURRENCY_CODES } from '@sesa/money'
import { dateTime } from '../schema.ts'
import { DESTINATIONS } from '../rules/countries.ts'
import { amountOf, officeCall, reason, readCall } from './call.ts'

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
  /** The sum of its `movements`. */
  onItsWay: amountOf,
  /** For transfers whose pay-out the balance does not show yet, and promised refunds. */
  reserved: amountOf,
  /** The part of `reserved` that may go back to payers' wallets: it goes before any pay-out. */
  promised: amountOf,
  /** The balance less the reservations; null when the balance is unknown. */
  available: v.nullable(amountOf),
  alertLevel: amountOf,
  /** How long the available amount lasts at the usual outflow, at most 30 days; null without a forecast. */
  hoursLeft: v.nullable(v.number()),
  /** Null when it needs none. */
  topUp: v.nullable(
    v.object({
      /** How long it should last; null when it covers one largest pay-out, for want of a forecast. */
      days: v.nullable(v.number()),
      arrives: amountOf,
      /** At the mid-market rate, in the currency of its last top-up; null without rates. */
      pays: v.nullable(amountOf),
    }),
  ),
  readAt: v.nullable(dateTime),
})
export type FloatWallet = v.InferOutput<typeof wallet>

const position = v.object({
  /** Such as `payout_float:GHS`. */
  account: v.string(),
  currency: v.picklist(CURRENCY_CODES),
  /** The accounts at providers that hold it. */
  held: v.array(v.string()),
  /** `settling`: its `movements` explain the difference. */
  state: v.picklist(['equal', 'settling', 'differs', 'unknown', 'not_begun']),
  ledger: amountOf,
  /** Null when a balance is unknown. */
  provider: v.nullable(amountOf),
  /** The provider’s minus ours. */
  difference: v.nullable(amountOf),
  /** When the older of the provider’s balances was read. */
  readAt: v.nullable(dateTime),
})
export type TreasuryPosition = v.InferOutput<typeof position>

const moving = v.object({
  /** The account of our books, such as `payout_float:GHS`. */
  account: v.string(),
  /** The wallet at the provider, such as `pawapay/GH/GHS`. */
  wallet: v.string(),
  /** A transfer’s, or that of a movement of no transfer. */
  reference: v.string(),
  kind: v.string(),
  at: dateTime,
  amount: amountOf,
  direction: v.picklist(['in', 'out']),
  /** Our books have it not, the card provider has not listed it, or the balance was read before it. */
  missing: v.picklist(['books', 'list', 'balance']),
})
export type MovementOnItsWay = v.InferOutput<typeof moving>

const floats = v.object({
  wallets: v.array(wallet),
  /** How many transfers are on hold because a wallet was empty. */
  stopped: v.number(),
  positions: v.array(position),
  /** What is on its way into or out of the wallets: booked on one side only. */
  movements: v.array(moving),
  /** What our bank account holds by our books, which no provider reports. */
  bank: v.array(amountOf),
  /** The open position of each currency, in it and in US dollars; null without rates. */
  exposure: v.array(v.object({ open: amountOf, inDollars: v.nullable(amountOf) })),
})
export type Floats = v.InferOutput<typeof floats>

export const floatCalls = {
  listFloats: readCall({
    path: '/office/api/floats',
    summary: 'Our money at providers and our bank: days left, top-ups, and our books against the balances',
    permission: 'finance.read',
    success: { 200: floats },
  }),
  setAlertLevel: officeCall({
    method: 'POST',
    path: '/office/api/floats/alert-level',
    summary: 'Set a wallet’s alert level',
    permission: 'float.manage',
    body: v.strictObject({ wallet: v.strictObject(walletKey), amount: amountOf, reason }),
    success: { 200: floats },
  }),
  releaseStopped: officeCall({
    method: 'POST',
    path: '/office/api/floats/release',
    summary: 'Read the balances and release every transfer held for float',
    permission: 'float.manage',
    body: v.strictObject({ reason }),
    success: { 200: v.object({ released: v.array(v.string()) }) },
  }),
}
