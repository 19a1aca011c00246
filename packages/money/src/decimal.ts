import { calculator, dinero, down, halfEven, toDecimal, up } from 'dinero.js/bigint'
import type { DineroDivideOperation } from 'dinero.js/bigint'
import { CURRENCIES } from './currency.ts'

/**
 * How a division ends. `half-even`: to the nearest, a tie to the even neighbour. `up`: towards positive
 * infinity. `down`: towards negative infinity.
 */
export type Rounding = 'half-even' | 'up' | 'down'

export const DIVISIONS: { readonly [R in Rounding]: DineroDivideOperation } = {
  'half-even': halfEven,
  up,
  down,
}

/** Divides by a positive divisor. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  return DIVISIONS[rounding](dividend, divisor, calculator)
}

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

/** Writes value / 10^scale in plain decimal notation, with exactly `scale` decimals. */
export function decimalText(value: bigint, scale: number): string {
  // Writing a decimal needs a currency only because dinero has no bare numbers; USD stands in for "base ten".
  return toDecimal(dinero({ amount: value, currency: CURRENCIES.USD, scale: BigInt(scale) }))
}
