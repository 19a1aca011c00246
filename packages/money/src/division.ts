import { calculator, down, halfEven, up } from 'dinero.js/bigint'
import type { DineroDivideOperation } from 'dinero.js/bigint'

/**
 * How a division rounds. `half-even`: to the nearest, a tie to the even neighbour. `up`: towards positive
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
