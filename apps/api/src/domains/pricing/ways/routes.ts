import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { readDatabaseClock } from '../../../db/clock.ts'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { dayOf, listPolicies, readPolicy } from '../../record/index.ts'
import { presentVersion } from '../prices/index.ts'
import { shippedWays, WAYS_TO_PAY, WAYS_TO_PAY_KEY } from './ways.ts'

/** Serves the ways to pay to the office. */
export function registerWaysToPay(
  app: FastifyInstance,
  { db, allOpen }: { readonly db: Db; readonly allOpen: boolean },
): void {
  officeRoute(app, officeCalls.showWaysToPay, async () => {
    const inForce = await readPolicy(db, WAYS_TO_PAY, WAYS_TO_PAY_KEY)
    const today = dayOf(await readDatabaseClock(db))
    const shown = (await listPolicies(db, WAYS_TO_PAY)).filter(
      ({ version, validFrom }) => version === inForce?.version || (validFrom !== null && validFrom > today),
    )
    return {
      inForce: inForce?.version ?? 0,
      ways: inForce?.value ?? shippedWays(allOpen),
      versions: shown.map((one) => ({
        ...presentVersion(one),
        ways: accepted(WAYS_TO_PAY.read(one.body)),
      })),
    }
  })
}
