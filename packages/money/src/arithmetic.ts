import {
  add as dineroAdd,
  compare as dineroCompare,
  dinero,
  subtract as dineroSubtract,
  toSnapshot,
} from 'dinero.js/bigint'
import type { Dinero } from 'dinero.js/bigint'
import { CURRENCIES } from './currency.ts'
import type { CurrencyCode } from './currency.ts'
import type { Money } from './money.ts'

// A separate module, so that pages that only parse and format amounts do not load the library.

/**
 * Returns the sum. Two different currencies do not compile.
 * @throws Error when the currencies differ at run time.
 */
export function add<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return fromDinero(dineroAdd(toDinero(a), toDinero(b)))
}

/**
 * Returns a minus b, which may be negative.
 * @throws Error when the currencies differ at run time.
 */
export function subtract<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return fromDinero(dineroSubtract(toDinero(a), toDinero(b)))
}

/**
 * Returns -1 when a is less than b, 0 when they are equal, 1 when a is more.
 * @throws Error when the currencies differ at run time.
 */
export function compare<C extends CurrencyCode>(a: Money<C>, b: Money<NoInfer<C>>): -1 | 0 | 1 {
  return dineroCompare(toDinero(a), toDinero(b))
}

export function toDinero<C extends CurrencyCode>(m: Money<C>): Dinero<bigint, C> {
  return dinero({ amount: m.amount, currency: CURRENCIES[m.currency] })
}

export function fromDinero<C extends CurrencyCode>(value: Dinero<bigint, C>): Money<C> {
  const { amount, currency } = toSnapshot(value)
  return { amount, currency: currency.code }
}
