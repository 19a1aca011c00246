// Checked by tsc, never run: a line under a directive that compiles after all is an error.
import { add, compare, convert, convertBack, crossRate, money, rate, subtract } from './index.ts'
import type { CurrencyCode, Money, Rate } from './index.ts'

const liberian = money(100, 'LRD')
const american = money(100, 'USD')
const usdToLrd = rate('172.0877', 'USD', 'LRD')
const usdToGhs = rate('10.9', 'USD', 'GHS')

declare const anyMoney: Money<CurrencyCode>
declare function expectType<T>(value: T): void

expectType<Money<'LRD'>>(add(liberian, liberian))
expectType<Money<'LRD'>>(convert(american, usdToLrd, 'half-even'))
expectType<Money<'USD'>>(convertBack(liberian, usdToLrd, 'up'))
expectType<Rate<'LRD', 'GHS'>>(crossRate(usdToLrd, usdToGhs))
expectType<Money>(liberian)
expectType<Rate>(usdToLrd)

// @ts-expect-error LRD + USD
add(liberian, american)
// @ts-expect-error LRD - USD
subtract(liberian, american)
// @ts-expect-error LRD against USD
compare(liberian, american)
// @ts-expect-error an unchecked currency must be narrowed before it meets LRD
add(liberian, anyMoney)
// @ts-expect-error the rate goes from USD, the amount is in LRD
convert(liberian, usdToLrd, 'half-even')
// @ts-expect-error back from USD through a rate that arrives in LRD
convertBack(american, usdToLrd, 'up')
// @ts-expect-error the result is in LRD
expectType<Money<'USD'>>(convert(american, usdToLrd, 'half-even'))
// @ts-expect-error both rates of a cross rate start at USD
crossRate(usdToLrd, rate('0.06', 'LRD', 'GHS'))
// @ts-expect-error a rounding must be named
convert(american, usdToLrd)
// @ts-expect-error there is no such rounding
convert(american, usdToLrd, 'nearest')
// @ts-expect-error the old leone is not a currency of ours
money(100, 'SLL')
// @ts-expect-error amounts are immutable
liberian.amount = 5n
// @ts-expect-error rates are immutable
usdToLrd.value = 5n
// @ts-expect-error rates come from text, never from floats
rate(172.0877, 'USD', 'LRD')
