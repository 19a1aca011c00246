import type { ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../db/index.ts'
import { openRail, readRailName, readTarget, requireRoute, requireUse, routeNetwork } from '../rails/index.ts'
import type { Kind } from './kind.ts'

const routePayload = v.object({ rails: v.array(v.string()) })

/** Creates the kinds of requests that open rails and route networks. `names`: every rail there can be. */
export const createRailKinds = (db: Db, names: readonly string[]) =>
  ({
    open_rail: {
      permission: 'rails.manage',
      check: (_payload, entity) => void readRailName(entity, names),
      async versionOf(tx, entity) {
        const { rail, target } = readRailName(entity, names)
        const { rows } = await sql<{ version: string | null }>`
          select string_agg(concat_ws(':', country, network, coalesce(off_reason, 'open')), ' ' order by country, network)
            as version
          from network_rails where rail = ${rail} and (${target?.country ?? null}::text is null
            or (country, network) = (${target?.country ?? null}, ${target?.network ?? null}))`.execute(tx)
        return rows[0]?.version ?? null
      },
      async carryOut(entity, _payload, action) {
        const { rail, target } = readRailName(entity, names)
        const count = await openRail(db, rail, target, action)
        requireUse(count, rail)
        return `open for ${count} networks`
      },
    },
    route_network: {
      permission: 'rails.manage',
      check(payload, entity) {
        readTarget(entity)
        requireRoute(v.parse(routePayload, payload).rails, names)
      },
      async versionOf(tx, entity) {
        const { country, network } = readTarget(entity)
        const { rows } = await sql<{ version: string | null }>`
          select coalesce(string_agg(concat_ws(':', rail, coalesce(off_reason, 'open')), ' ' order by position), 'none')
            as version
          from network_rails where country = ${country} and network = ${network}`.execute(tx)
        return rows[0]?.version ?? null
      },
      async carryOut(entity, payload, action) {
        const { rails } = v.parse(routePayload, payload)
        await routeNetwork(db, readTarget(entity), rails, action)
        return rails.join(', ')
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
