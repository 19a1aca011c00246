import { officeCalls } from '@sesa/contract/office'
import { compare, convertBack, divide, toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { listPolicies, readPolicy } from '../../record/index.ts'
import { judgePrices, listOf, presentVersion, PRICES, PRICES_KEY, pricesInForce } from '../prices/index.ts'
import { priceAgain } from './past.ts'
import type { SimulatedTransfer } from './result.ts'
import { simulateNow } from './simulation.ts'

/** Returns the mid-market value that arrives, in basis points of what the customer pays. */
function ofMidBps({ receive, total, mid }: SimulatedTransfer['price']): number {
  const bps = divide(convertBack(receive, mid, 'half-even').amount * 10_000n, total.amount, 'down')
  return Number(bps)
}

const amountOf = (amount: Money) => ({ amount: toMinorNumber(amount), currency: amount.currency })

const termsOf = ({ price, result }: SimulatedTransfer) => ({
  pays: amountOf(price.total),
  gets: amountOf(price.receive),
  fee: amountOf(price.fee),
  margin: amountOf(price.margin),
  ofMidBps: ofMidBps(price),
  result: amountOf(result),
})

/** Serves prices to the office. */
export function registerPrices(
  app: FastifyInstance,
  { db, configuration }: { readonly db: Db; readonly configuration: Configuration },
): void {
  officeRoute(app, officeCalls.showPrices, async ({ query }) => {
    const versions = await listPolicies(db, PRICES)
    const inForce = (await readPolicy(db, PRICES, PRICES_KEY))?.version
    const wanted = query.version === undefined ? inForce : Number(query.version)
    const shown = versions.find(({ version }) => version === wanted)
    if (inForce === undefined || shown === undefined) throw new Refused('not_found')
    return {
      shown: presentVersion(shown),
      inForce,
      list: listOf(shown.body) as Record<string, unknown>,
      versions: versions.map(presentVersion),
    }
  })
  officeRoute(app, officeCalls.simulatePrices, async ({ body }) => {
    const next = accepted(PRICES.read({ list: body.list }))
    const now = await pricesInForce(db)
    if (now === null) throw new Refused('not_found')
    const { ratesAsOf, results } = await simulateNow(configuration, [now, next])
    const [before = [], after = []] = results
    const earlier = (one: SimulatedTransfer) => {
      const same = before.filter(
        ({ corridor, send, payWith }) =>
          corridor === one.corridor && compare(send, one.send) === 0 && payWith === one.payWith,
      )
      // If a list names another country for our account, all cards are foreign to it.
      return same.find(({ isForeignCard }) => isForeignCard === one.isForeignCard) ?? same[0]
    }
    const past = body.past && (await priceAgain(db, configuration, [now, next]))
    const [keptNow, keptNext] = past?.kept ?? []
    const { warnings, confirm } = judgePrices(next, now)
    return {
      ratesAsOf: ratesAsOf.toISOString(),
      past: past && keptNow && keptNext ? { ...past, now: keptNow, next: keptNext } : null,
      caution: { warnings: [...warnings], confirm },
      transfers: after.flatMap((one) => {
        const { sender, recipient, send, payWith, isForeignCard } = one
        const same = earlier(one)
        if (same === undefined) return []
        return [
          {
            ...{ sender, recipient, payWith, isForeignCard },
            sends: amountOf(send),
            now: termsOf(same),
            next: termsOf(one),
          },
        ]
      }),
    }
  })
}
