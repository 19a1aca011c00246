import { DIRECTIONS } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { compare, toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Configuration } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { listPolicies, type SignedPolicy } from '../../record/index.ts'
import {
  feeSteps,
  listOf,
  marginSteps,
  PRICES,
  pricesInForce,
  readPriceList,
  type PriceList,
} from '../prices/index.ts'
import type { SimulatedTransfer } from './result.ts'
import { simulateNow } from './simulation.ts'

const presentVersion = ({ version, since, author, approvedBy, reason }: SignedPolicy) => ({
  ...{ version, since: since.toISOString(), by: author, approvedBy, reason },
})

const presentSteps = (steps: ReturnType<typeof feeSteps>) =>
  steps.map(({ amounts, price }) => ({ amounts: amounts ?? null, price }))

const presentCorridors = ({ bands }: PriceList) =>
  DIRECTIONS.map(({ from, to }) => {
    const its = bands.get(`${from}/${to}`) ?? []
    return {
      ...{ sender: from, recipient: to },
      fee: presentSteps(feeSteps(its)),
      margin: presentSteps(marginSteps(its)),
    }
  })

const amountOf = (amount: Money) => ({ amount: toMinorNumber(amount), currency: amount.currency })

const termsOf = ({ price, result }: SimulatedTransfer) => ({
  pays: amountOf(price.total),
  gets: amountOf(price.receive),
  fee: amountOf(price.fee),
  margin: amountOf(price.margin),
  result: amountOf(result),
})

/** Serves prices to the office. */
export function registerPrices(
  app: FastifyInstance,
  { db, configuration }: { readonly db: Db; readonly configuration: Configuration },
): void {
  officeRoute(app, officeCalls.showPrices, async ({ query }) => {
    const versions = await listPolicies(db, PRICES)
    const wanted = query.version === undefined ? versions[0]?.version : Number(query.version)
    const shown = versions.find(({ version }) => version === wanted)
    if (shown === undefined) throw new Refused('not_found')
    return {
      shown: presentVersion(shown),
      corridors: presentCorridors(readPriceList(listOf(shown.body))),
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
        ({ corridor, send }) => corridor === one.corridor && compare(send, one.send) === 0,
      )
      // If a list names another country for our account, all cards are foreign to it.
      return same.find(({ isForeignCard }) => isForeignCard === one.isForeignCard) ?? same[0]
    }
    return {
      ratesAsOf: ratesAsOf.toISOString(),
      transfers: after.flatMap((one) => {
        const { sender, recipient, send, isForeignCard } = one
        const same = earlier(one)
        if (same === undefined) return []
        return [
          {
            ...{ sender, recipient, isForeignCard },
            sends: amountOf(send),
            now: termsOf(same),
            next: termsOf(one),
          },
        ]
      }),
    }
  })
}
