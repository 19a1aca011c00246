import { byCurrency, rate, type Rate } from '@sesa/money'
import { FOREIGN, type Foreign, type LatestRates, type RatesFailureReason } from './ports.ts'
import { agree, isPlausible, type CurrencyRate, type RateSnapshot } from './snapshot.ts'

/** A currency without a usable rate from any source. */
export interface CurrencyProblem {
  readonly currency: Foreign
  readonly reason: Extract<RatesFailureReason, 'no_data' | 'implausible' | 'deviating'>
  readonly sources: readonly string[]
}

export interface Merged {
  /** The new rates, with the earlier ones of currencies without a new rate. */
  readonly rates: Readonly<Record<Foreign, CurrencyRate>>
  /** True if any rate is newer than the earlier one. */
  readonly changed: boolean
  readonly problems: readonly CurrencyProblem[]
}

interface Candidate extends CurrencyRate {
  readonly value: Rate
}

/**
 * Judges each currency separately: uses the rate of the first source that has it, once it is plausible and no other source
 * contradicts it. A currency without such a rate keeps its earlier rate, with its time. `answers` are in order of trust.
 */
export function mergeRates(
  last: Pick<RateSnapshot, 'usd' | 'rates'>,
  answers: readonly LatestRates[],
  mostDeviationBps: bigint,
): Merged {
  const problems: CurrencyProblem[] = []
  const judge = (currency: Foreign): CurrencyRate => {
    const earlier = last.rates[currency]
    const [first, ...others] = candidatesFor(currency, answers)
    const refuse = (reason: CurrencyProblem['reason'], sources: readonly string[]): CurrencyRate => {
      problems.push({ currency, reason, sources })
      return earlier
    }
    if (first === undefined)
      return refuse(
        'no_data',
        answers.map(({ source }) => source),
      )
    if (!isPlausible(last.usd[currency], first.value)) return refuse('implausible', [first.source])
    const against = others.find(({ value }) => !agree(first.value, value, mostDeviationBps))
    if (against !== undefined) return refuse('deviating', [first.source, against.source])
    const { text, asOf, source } = first
    return asOf.getTime() > earlier.asOf.getTime() ? { text, asOf, source } : earlier
  }
  const rates = byCurrency(FOREIGN, judge)
  const changed = FOREIGN.some((currency) => rates[currency] !== last.rates[currency])
  return { rates, changed, problems }
}

function candidatesFor(currency: Foreign, answers: readonly LatestRates[]): Candidate[] {
  return answers.flatMap(({ asOf, source, usd }) => {
    const text = usd[currency]
    const value = text === undefined ? undefined : readRate(text, currency)
    return text === undefined || value === undefined ? [] : [{ text, asOf, source, value }]
  })
}

function readRate(text: string, currency: Foreign): Rate | undefined {
  try {
    return rate(text, 'USD', currency)
  } catch {
    return undefined
  }
}
