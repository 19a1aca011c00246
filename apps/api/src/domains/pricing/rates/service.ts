import type { CurrencyCode } from '@sesa/money'
import type { Current } from '../../../db/configuration.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { mergeRates, type CurrencyProblem, type Merged } from './merge.ts'
import { historyPerDayOf, intervalOf } from './plan.ts'
import { FOREIGN, RatesFailure, type Foreign, type LatestRates, type RatesProvider } from './ports.ts'
import type { RateSnapshot } from './snapshot.ts'
import { lockRates, readSources, recordAnswer, recordFailure, reserveLatest } from './sources-store.ts'
import { addSnapshot, NEWEST_RATES, snapshotBefore } from './store.ts'

export interface RatesSettings {
  /** Maximum age, in hours, of a rate used for prices. */
  readonly staleAfterHours: number
  /** Maximum difference of two sources for one currency, in hundredths of a percent of the smaller rate. */
  readonly mostDeviationBps: bigint
  /** Maximum requests for rates of past days per day (UTC). */
  readonly historyPerDay: number
}

export interface RatesService {
  /** Returns the newest rates, however old: for bounds and displays, never for a price. */
  newest(current: Current): RateSnapshot
  /** Returns the newest rates, and the currencies whose rate is too old for a price. */
  judged(current: Current): { readonly snapshot: RateSnapshot; readonly stale: readonly Foreign[] }
  /** Returns the newest rates at least this many days old; null when there are none. */
  before(days: number): Promise<RateSnapshot | null>
  /**
   * Returns the newest rates. Throws Refused `rate_unavailable` when the rate of one of these currencies is too old for a
   * price.
   */
  fresh(current: Current, currencies: readonly CurrencyCode[]): RateSnapshot
  /**
   * Requests every due source, and stores the rates of each currency that a source gave and no other contradicts. Alerts
   * about the other currencies, which keep their earlier rate. Throws RatesFailure when no currency got a rate.
   */
  refresh(): Promise<void>
}

const HOUR_MS = 3_600_000

/** Less than a tick, so that a slightly late request does not make the next one miss its tick. */
const EARLY_SECONDS = 60

/** Returns the seconds until a source may be requested again; null when its plan has no requests for the latest rates. */
function waitOf({ monthlyRequests: monthly, onDay }: RatesProvider, historyPerDay: number): number | null {
  if (monthly === undefined) return 0
  const wait = intervalOf(monthly, onDay === undefined ? 0 : historyPerDayOf(monthly, historyPerDay))
  return wait === Infinity ? null : wait - EARLY_SECONDS
}

export interface RatesDeps {
  readonly db: Db
  /** Providers in order of trust. */
  readonly providers: readonly RatesProvider[]
  readonly settings: RatesSettings
  /** Alerts staff to a currency without a new rate. */
  readonly alert?: ((line: string) => void) | undefined
}

export function createRatesService({ db, providers, settings, alert }: RatesDeps): RatesService {
  const newest = ({ snapshot }: Current): RateSnapshot => snapshot.of(NEWEST_RATES)
  const judged = (current: Current) => {
    const [snapshot, oldest] = [newest(current), current.now.getTime() - settings.staleAfterHours * HOUR_MS]
    return { snapshot, stale: FOREIGN.filter((currency) => snapshot.rates[currency].asOf.getTime() < oldest) }
  }

  const reserveDue = (tx: Tx) =>
    providers.reduce<Promise<RatesProvider[]>>(async (soFar, provider) => {
      const due = await soFar
      const wait = waitOf(provider, settings.historyPerDay)
      const isDue = wait !== null && (await reserveLatest(tx, provider, wait))
      return isDue ? [...due, provider] : due
    }, Promise.resolve([]))

  /** Records the sources' answers, and judges the last answers of all of them. */
  async function record(tx: Tx, asked: readonly Asked[]): Promise<Merged> {
    await lockRates(tx)
    for (const { source, answer } of asked) {
      if (answer instanceof RatesFailure) await recordFailure(tx, source, answer)
      else await recordAnswer(tx, answer)
    }
    const { answers } = await readSources(
      tx,
      providers.map(({ source }) => source),
    )
    const snapshot = await NEWEST_RATES.read(tx)
    const merged = mergeRates(snapshot, answers, settings.mostDeviationBps)
    if (merged.changed) await addSnapshot(tx, snapshot, merged.rates)
    return merged
  }

  return {
    newest,
    judged,
    before: (days) => snapshotBefore(db, days),
    fresh(current, currencies) {
      const { snapshot, stale } = judged(current)
      const missing = stale.find((currency) => currencies.includes(currency))
      if (missing !== undefined) throw refusalOf(missing, stale)
      return snapshot
    },
    async refresh() {
      const due = await inTransaction(db, 'rates.reserve_requests', reserveDue)
      const asked = await askAll(due)
      const { problems } = await inTransaction(db, 'rates.record', (tx) => record(tx, asked))
      if (problems.length === FOREIGN.length) throw await failureOf(asked, problems)
      for (const one of problems) alert?.(describe(one))
    },
  }

  /** Returns the reason why no currency got a rate: the first source's failure, or the first currency's problem. */
  async function failureOf(
    asked: readonly Asked[],
    problems: readonly CurrencyProblem[],
  ): Promise<RatesFailure> {
    const failed = asked.map(({ answer }) => answer).find((answer) => answer instanceof RatesFailure)
    if (failed !== undefined) return failed
    const sources = providers.map(({ source }) => source)
    const { failures } = await readSources(db, sources)
    const [problem] = problems
    const reason = problem?.reason === 'no_data' ? undefined : problem?.reason
    return failures[0] ?? new RatesFailure(reason ?? 'unreachable', problem ? describe(problem) : 'no source')
  }
}

/** Refuses with the currency's name, unless no currency has a rate. */
function refusalOf(missing: Foreign, stale: readonly Foreign[]): Refused {
  return new Refused('rate_unavailable', {
    retryAfter: 60,
    ...(stale.length < FOREIGN.length && {
      message: `We can’t get an exchange rate for ${missing} right now. Try again in a few minutes.`,
    }),
  })
}

function describe({ currency, reason, sources }: CurrencyProblem): string {
  const named = sources.join(' and ') || 'no source'
  const words = {
    no_data: `has no rate for it (${named})`,
    implausible: `has more than doubled or halved (${named})`,
    deviating: `differs too much between ${named}`,
  }
  return `the rate of ${currency} is not renewed: ${reason === 'no_data' ? 'every source' : 'it'} ${words[reason]}`
}

interface Asked {
  readonly source: string
  readonly answer: LatestRates | RatesFailure
}

async function askAll(providers: readonly RatesProvider[]): Promise<Asked[]> {
  if (providers.length === 0) return []
  return callProvider('rates.latest', () =>
    Promise.all(
      providers.map(async (provider) => ({ source: provider.source, answer: await ask(provider) })),
    ),
  )
}

async function ask(provider: RatesProvider): Promise<LatestRates | RatesFailure> {
  try {
    return await provider.latest()
  } catch (error) {
    if (error instanceof RatesFailure) return error
    throw error
  }
}
