import type { ApprovalAction } from '@sesa/contract/office'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import {
  openRail,
  readRailName,
  readTarget,
  requireRoute,
  requireUse,
  routeNetwork,
  targetName,
} from '../../payouts/index.ts'
import { networkOf, plainAbout } from './about.ts'
import type { Kind } from './kind.ts'

const routePayload = v.object({ rails: v.array(v.string()) })

/** Creates the kinds of requests that open rails and route networks. `names`: every rail there can be. */
export const createRailKinds = (db: Db, names: readonly string[]) =>
  ({
    open_rail: {
      permission: 'rails.manage',
      reads: 'corridors.read',
      async about(_db, { entity }) {
        const { rail, target } = readRailName(entity, names)
        const closed = await db
          .selectFrom('network_rails')
          .select(['country', 'network', 'off_reason'])
          .where('rail', '=', rail)
          .where('off_reason', 'is not', null)
          .execute()
        const shut = closed.filter((one) => target === undefined || targetName(one) === entity.split(' ')[1])
        const at = (one: (typeof closed)[number]): string => networkOf(targetName(one))
        return plainAbout({
          label: target === undefined ? rail : `${rail}, ${networkOf(targetName(target))}`,
          link: { page: 'rails', id: null },
          state: shut.length === 0 ? 'Open' : `Closed for ${shut.map(at).join('; ')}`,
          facts: shut.map((one) => ({ label: `Why closed, ${at(one)}`, value: one.off_reason ?? '' })),
          changes: shut.map((one) => ({ label: at(one), from: 'Closed', to: 'Open' })),
        })
      },
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
      reads: 'corridors.read',
      async about(_db, { entity, payload }) {
        const { country, network } = readTarget(entity)
        const rails = await db
          .selectFrom('network_rails')
          .select('rail')
          .where('country', '=', country)
          .where('network', '=', network)
          .orderBy('position')
          .execute()
        const now = rails.map(({ rail }) => rail).join(', ') || 'No rail'
        const asked = v.safeParse(routePayload, payload)
        return plainAbout({
          label: networkOf(entity),
          link: { page: 'rails', id: null },
          state: now,
          changes: asked.success
            ? [{ label: 'Rails, first choice first', from: now, to: asked.output.rails.join(', ') }]
            : [],
        })
      },
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
