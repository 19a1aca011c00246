import { officeCalls } from '@sesa/contract/office'
import { toMinorNumber, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Configuration, Current } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import type { PayoutBounds } from './bounds.ts'
import { CHARGE_CURRENCIES } from './corridor.ts'
import { createCorridorsModule } from './index.ts'

interface Changed {
  readonly subject: string
  readonly at: Date
  readonly by: string
  readonly reason: string
}

/** Returns the last staff change of each corridor. */
async function readChanges(db: Db): Promise<ReadonlyMap<string, Changed>> {
  const { rows } = await sql<Changed>`
    select distinct on (subject) subject, at, staff as by, reason from staff_actions
    where action in ('open_corridor', 'close_corridor') order by subject, id desc`.execute(db)
  return new Map(rows.map((row) => [row.subject, row]))
}

const amountOf = (amount: Money | null) =>
  amount === null ? null : { amount: toMinorNumber(amount), currency: amount.currency }

interface RouteDeps {
  readonly db: Db
  readonly configuration: Configuration
  /** True if customers may use every corridor, whatever its state. */
  readonly allOpen: boolean
  readonly payoutBounds: (current: Current) => PayoutBounds
}

/** Serves the corridors to the office, as set by staff. */
export function registerCorridors(
  app: FastifyInstance,
  { db, configuration, allOpen, payoutBounds }: RouteDeps,
): void {
  const settings = { allOpen: false, chargeCurrencies: CHARGE_CURRENCIES }
  const asSet = createCorridorsModule({ settings, payoutBounds })
  officeRoute(app, officeCalls.listCorridorStates, async () => {
    const [current, changes] = [await configuration.current(), await readChanges(db)]
    return {
      allOpen,
      corridors: asSet.list(current).map(({ sender, recipient, closedReason, minReceive, maxReceive }) => {
        const changed = changes.get(`${sender}/${recipient}`)
        return {
          ...{ sender, recipient, closed: closedReason },
          changed:
            changed === undefined
              ? null
              : { at: changed.at.toISOString(), by: changed.by, reason: changed.reason },
          ...{ minimum: amountOf(minReceive), maximum: amountOf(maxReceive) },
        }
      }),
    }
  })
}
