import { officeCalls, type DayProfit } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { chargedByHour, minutesByNetwork, outcomesByDay } from '../../transfers/index.ts'
import { readOpenWork } from './open-work.ts'

/** Days of the charts by day, today included. */
const DAYS = 14

export interface ChartDeps {
  readonly db: Db
  /** Returns the profit of days by corridor, as in the daily close. */
  profit(days: readonly string[]): Promise<DayProfit[]>
}

/** Returns the moment and the last days (UTC) by the database's clock. */
async function readClock(db: Db): Promise<{ readonly asOf: string; readonly days: readonly string[] }> {
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
  const now = rows[0]?.now.getTime() ?? 0
  const dayBefore = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10)
  return {
    asOf: new Date(now).toISOString(),
    days: Array.from({ length: DAYS }, (_, nth) => dayBefore(DAYS - 1 - nth)),
  }
}

/** Serves the office's charts. */
export function registerCharts(app: FastifyInstance, { db, profit }: ChartDeps): void {
  officeRoute(app, officeCalls.chartCharged, async () => {
    const { asOf } = await readClock(db)
    return { asOf, ...(await chargedByHour(db)) }
  })
  officeRoute(app, officeCalls.chartOutcomes, async () => {
    const { days } = await readClock(db)
    return { days: await outcomesByDay(db, days) }
  })
  officeRoute(app, officeCalls.chartMinutes, async () => {
    const { days } = await readClock(db)
    return { networks: await minutesByNetwork(db, days.at(-1) ?? '') }
  })
  officeRoute(app, officeCalls.chartOpenWork, async () => ({ queues: await readOpenWork(db) }))
  officeRoute(app, officeCalls.chartProfit, async () => {
    const { days } = await readClock(db)
    return { days: await profit(days) }
  })
}
