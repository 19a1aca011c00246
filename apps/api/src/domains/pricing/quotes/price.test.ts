import { add, compare, convert, convertBack, isNegative, money, rate, subtract, type Rate } from '@sesa/money'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { price, type PriceTerms } from './price.ts'

const mid = rate('0.067675920031', 'LRD', 'GHS')
const one = rate('1', 'LRD', 'LRD')
const terms = (changes: Partial<PriceTerms>): PriceTerms => ({
  fix: 'send',
  amount: money(100_000, 'LRD'),
  mid,
  band: { marginBps: 100n, fee: money(0, 'LRD'), feeBps: 0n },
  chargeRate: one,
  ...changes,
})

describe('a price', () => {
  it('fixed on the sending side keeps the sent amount and rounds the received amount half-even', () => {
    const priced = price(terms({ amount: money(100_000, 'LRD') }))
    expect(priced.send).toEqual(money(100_000, 'LRD'))
    expect(priced.receive).toEqual(money(6_700, 'GHS'))
    expect(priced.rate).toEqual(rate('0.0669991608', 'LRD', 'GHS'))
    expect(priced.charge.total).toEqual(money(100_000, 'LRD'))
  })

  it('fixed on the receiving side keeps the received amount and rounds the sent amount up', () => {
    const priced = price(terms({ fix: 'receive', amount: money(6_700, 'GHS') }))
    expect(priced.receive).toEqual(money(6_700, 'GHS'))
    expect(priced.send).toEqual(money(100_002, 'LRD'))
  })

  it('adds the fee on top of the sent amount and leaves it out of the exchange', () => {
    const priced = price(terms({ band: { marginBps: 100n, fee: money(2_500, 'LRD'), feeBps: 0n } }))
    expect(priced.total).toEqual(money(102_500, 'LRD'))
    expect(priced.receive).toEqual(money(6_700, 'GHS'))
    expect(priced.charge.fee).toEqual(money(2_500, 'LRD'))
  })

  it('adds a percentage of the sent amount to the fee, rounded down, whichever side is fixed', () => {
    const band = { marginBps: 100n, fee: money(2_500, 'LRD'), feeBps: 290n }
    expect(price(terms({ band })).fee).toEqual(money(5_400, 'LRD'))
    // 2.9 % of 100,002 is 2,900.058.
    const received = price(terms({ band, fix: 'receive', amount: money(6_700, 'GHS') }))
    expect([received.fee, received.total]).toEqual([money(5_400, 'LRD'), money(105_402, 'LRD')])
  })

  it.each([
    [100_000, 2_900, 2_900, 'whole already'],
    [100_001, 2_999, 2_900, 'a minor unit above'],
    [100_097, 2_903, 2_902, 'a minor unit below'],
  ])('rounds a total of %d + %d up to whole units as part of the fee: %s', (minor, fee, exact) => {
    const band = { marginBps: 100n, fee: money(0, 'LRD'), feeBps: 290n }
    const amount = money(minor, 'LRD')
    expect(price(terms({ band, amount })).fee).toEqual(money(exact, 'LRD'))
    expect(price(terms({ band, amount, wholeUnits: true })).fee).toEqual(money(fee, 'LRD'))
  })

  it('shows our margin from the customer’s rate', () => {
    // 6,700 pesewas cost 99,001 Liberian cents at the mid rate; the customer paid 100,000 for them.
    expect(price(terms({})).margin).toEqual(money(999, 'LRD'))
  })

  it('has no margin below zero when rounding gives the customer more than the rate', () => {
    const band = { marginBps: 0n, fee: money(0, 'LRD'), feeBps: 0n }
    const priced = price(terms({ amount: money(8, 'LRD'), mid: rate('0.1', 'LRD', 'GHS'), band }))
    expect(priced.receive).toEqual(money(1, 'GHS'))
    expect(priced.margin).toEqual(money(0, 'LRD'))
  })

  it('charges another currency at its own rate, rounded up', () => {
    const ghana = {
      amount: money(10_005, 'GHS'),
      mid: rate('14.776304430001', 'GHS', 'LRD'),
      band: { marginBps: 100n, fee: money(0, 'GHS'), feeBps: 0n },
      chargeRate: rate('0.085864957', 'GHS', 'USD'),
    }
    // 859.08 US cents, of which 8.59 are margin.
    const { charge } = price(terms(ghana))
    expect(charge.total).toEqual(money(860, 'USD'))
    expect(charge.margin).toEqual(money(8, 'USD'))
    expect(charge.principal).toEqual(money(852, 'USD'))
  })

  it('rounds the fee and the margin of a charge down, so that the remainder belongs to the principal', () => {
    const ghana = {
      amount: money(10_000, 'GHS'),
      mid: rate('14.776304430001', 'GHS', 'LRD'),
      band: { marginBps: 100n, fee: money(11, 'GHS'), feeBps: 0n },
      chargeRate: rate('0.0899', 'GHS', 'USD'),
    }
    // 899.9889 US cents, of which 0.9889 are the fee and 8.99 the margin of 100 pesewas.
    const { charge, margin } = price(terms(ghana))
    expect(margin).toEqual(money(100, 'GHS'))
    expect(charge).toMatchObject({ total: money(900, 'USD'), fee: money(0, 'USD'), margin: money(8, 'USD') })
    expect(charge.principal).toEqual(money(892, 'USD'))
  })
})

const anyRate = (from: 'GHS', to: 'LRD' | 'USD') =>
  fc
    .bigInt({ min: 1n, max: 10n ** 12n })
    .map((value): Rate<'GHS', 'LRD' | 'USD'> => rate(`${value}e-8`, from, to))
const anyTerms = fc
  .record({
    fix: fc.constantFrom('send' as const, 'receive' as const),
    minor: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    mid: anyRate('GHS', 'LRD'),
    band: fc.record({
      marginBps: fc.bigInt({ min: 0n, max: 2_000n }),
      fee: fc.bigInt({ min: 0n, max: 10_000n }).map((minor) => money(minor, 'GHS')),
      feeBps: fc.bigInt({ min: 0n, max: 2_000n }),
    }),
    chargeRate: anyRate('GHS', 'USD'),
  })
  .map(({ minor, ...rest }) => ({ ...rest, amount: money(minor, rest.fix === 'send' ? 'GHS' : 'LRD') }))

const WHOLE = 100n

describe('every price', () => {
  test('of a network of whole units has a whole total, whose rounding is part of the fee', () => {
    fc.assert(
      fc.property(anyTerms, (input) => {
        // Wallets pay in the sender's own currency.
        const terms = { ...input, chargeRate: rate('1', 'GHS', 'GHS') }
        const [exact, whole] = [price(terms), price({ ...terms, wholeUnits: true })]
        const { send, receive, total, fee, margin, charge } = whole
        expect(total.amount % WHOLE).toBe(0n)
        const added = subtract(fee, exact.fee).amount
        expect(added >= 0n && added < WHOLE).toBe(true)
        expect([send, receive, margin]).toEqual([exact.send, exact.receive, exact.margin])
        expect(total).toEqual(add(send, fee))
        expect(charge).toMatchObject({ total, fee, margin })
        expect(add(add(charge.fee, charge.margin), charge.principal)).toEqual(total)
      }),
    )
  })

  test('keeps the fixed side and adds up', () => {
    fc.assert(
      fc.property(anyTerms, (input) => {
        const { send, receive, total, fee, margin, charge } = price(input)
        expect(input.fix === 'send' ? send : receive).toEqual(input.amount)
        expect(total).toEqual(add(send, fee))
        expect(add(add(charge.fee, charge.margin), charge.principal)).toEqual(charge.total)
        for (const part of [margin, charge.fee, charge.margin, charge.principal]) {
          expect(isNegative(part)).toBe(false)
        }
      }),
    )
  })

  test('fixed on the receiving side sends enough at the promised rate, and not a minor unit more', () => {
    fc.assert(
      fc.property(anyTerms, (input) => {
        const {
          send,
          receive,
          rate: promised,
        } = price({ ...input, fix: 'receive', amount: money(input.amount.amount, 'LRD') })
        expect(compare(convert(send, promised, 'up'), receive)).toBeGreaterThanOrEqual(0)
        const less = subtract(send, money(1, 'GHS'))
        expect(compare(less, convertBack(receive, promised, 'down'))).toBeLessThanOrEqual(0)
      }),
    )
  })
})
