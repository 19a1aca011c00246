import * as v from 'valibot'
import { currency, dateTime, decimalText, minorAmount } from '../schema.ts'

/** A price as shown and locked. Amounts are in minor units; rates are exact decimals as text. */
export const quote = v.object({
  amount: minorAmount,
  currency,
  rate: decimalText,
  fee: minorAmount,
  total: minorAmount,
  receiveAmount: minorAmount,
  receiveCurrency: currency,
  expiresAt: dateTime,
  /** Latest time at which the money normally arrives. */
  deliveryEstimate: dateTime,
  /** Card charge: in the sender's currency, or in another where the card provider cannot charge it. */
  charge: v.object({ amount: minorAmount, currency, rate: decimalText }),
  /** Mid-market rate behind `rate`, and the time of its source. */
  midRate: decimalText,
  midRateAt: dateTime,
  /**
   * Our margin in the sender's currency: the amount sent minus the amount received converted back at the mid rate,
   * half-even.
   */
  margin: minorAmount,
})

export type Quote = v.InferOutput<typeof quote>
