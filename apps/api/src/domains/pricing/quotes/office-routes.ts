import { DIRECTIONS } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { compare, toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import {
  feeSteps,
  findPriceVersion,
  listPriceVersions,
  marginSteps,
  PriceListError,
  readPriceList,
  type PriceList,
  type PriceVersion,
} from '../prices/index.ts'
import type { SimulatedTransfer } from './result.ts'
import { simulateNow } from './simulation.ts'

const presentVersion = ({ version, at, by, approvedBy, reason }: PriceVersion) => ({
  ...{ version: Number(version), since: at.toISOString(), by, approvedBy, reason },
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

/** Reads a list that a member typed. Throws Refused `action_refused` for one that cannot be used. */
function readTyped(list: unknown): PriceList {
  try {
    return readPriceList(list)
  } catch (error) {
    if (error instanceof PriceListError) throw actionRefused(error.message)
    throw error
  }
}

/** Serves prices to the office. Two people put a list in force, so the module `approvals` takes it. */
export function registerPrices(app: FastifyInstance, { db }: { readonly db: Db }): void {
  const inForce = async (version?: bigint) => {
    const found = await findPriceVersion(db, version)
    if (found === undefined) throw new Refused('not_found')
    return found
  }

  officeRoute(app, officeCalls.showPrices, async ({ query }) => {
    const shown = await inForce(query.version === undefined ? undefined : BigInt(query.version))
    return {
      shown: presentVersion(shown),
      corridors: presentCorridors(readPriceList(shown.content)),
      list: shown.content as Record<string, unknown>,
      versions: (await listPriceVersions(db)).map(presentVersion),
    }
  })
  officeRoute(app, officeCalls.simulatePrices, async ({ body }) => {
    const next = readTyped(body.list)
    const now = readPriceList((await inForce()).content)
    const { ratesAsOf, results } = await simulateNow(db, [now, next])
    const [before = [], after = []] = results
    const earlier = (one: SimulatedTransfer) => {
      const same = before.filter(
        ({ corridor, send }) => corridor === one.corridor && compare(send, one.send) === 0,
      )
      // Where a list names another home for our account, all cards are foreign to it.
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
