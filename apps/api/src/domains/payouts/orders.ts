import { officeCalls } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import { defineOrder, type Order } from '../../lib/order.ts'
import { networkOf, plainAbout } from '../../lib/order-words.ts'
import { railName, readRailName, readTarget, requireRoute, targetName } from './rails/names.ts'
import { openRail, requireUse, routeNetwork } from './rails/operations.ts'

async function routeOf(db: Db, entity: string): Promise<readonly string[]> {
  const { country, network } = readTarget(entity)
  const rails = await db
    .selectFrom('network_rails')
    .select('rail')
    .where('country', '=', country)
    .where('network', '=', network)
    .orderBy('position')
    .execute()
  return rails.map(({ rail }) => rail)
}

async function routeVersion(tx: Tx, entity: string): Promise<string | null> {
  const { country, network } = readTarget(entity)
  const { rows } = await sql<{ version: string | null }>`
    select coalesce(string_agg(concat_ws(':', rail, coalesce(off_reason, 'open')), ' ' order by position), 'none') as version
    from network_rails where country = ${country} and network = ${network}`.execute(tx)
  return rows[0]?.version ?? null
}

interface OrderDeps {
  readonly db: Db
  /** The names of all rails. */
  readonly railNames: readonly string[]
}

/** Returns the orders that open rails and route networks. */
export const payoutOrders = ({ db, railNames: names }: OrderDeps): Order[] => [
  defineOrder({
    call: officeCalls.requestOpenRail,
    words: 'Open a rail',
    reads: 'corridors.read',
    entityOf: ({ params: { rail }, body: { to } }) => railName(rail, to ?? undefined),
    payloadOf: () => ({}),
    async about({ entity }) {
      const { rail, target } = readRailName(entity, names)
      const closed = await db
        .selectFrom('network_rails')
        .select(['country', 'network', 'off_reason'])
        .where('rail', '=', rail)
        .where('off_reason', 'is not', null)
        .execute()
      const shut = closed.filter((one) => target === undefined || targetName(one) === targetName(target))
      const at = (one: (typeof closed)[number]): string => networkOf(targetName(one))
      return plainAbout({
        label: target === undefined ? rail : `${rail}, ${networkOf(targetName(target))}`,
        effect: `Open ${rail} for ${target === undefined ? 'all its networks' : networkOf(targetName(target))}.`,
        link: { page: 'corridors', id: null },
        state: shut.length === 0 ? 'Open' : `Closed for ${shut.map(at).join('; ')}`,
        facts: shut.map((one) => ({ label: `Closing reason, ${at(one)}`, value: one.off_reason ?? '' })),
        changes: shut.map((one) => ({ label: at(one), from: 'Closed', to: 'Open' })),
      })
    },
    check: ({ entity }) => void readRailName(entity, names),
    async versionOf(tx, entity) {
      const { rail, target } = readRailName(entity, names)
      const { rows } = await sql<{ version: string | null }>`
        select string_agg(concat_ws(':', country, network, coalesce(off_reason, 'open')), ' ' order by country, network)
          as version
        from network_rails where rail = ${rail} and (${target?.country ?? null}::text is null
          or (country, network) = (${target?.country ?? null}, ${target?.network ?? null}))`.execute(tx)
      return rows[0]?.version ?? null
    },
    async carryOut({ entity }, action) {
      const { rail, target } = readRailName(entity, names)
      const count = await openRail(db, rail, target, action)
      requireUse(count, rail)
      return `open for ${count} networks`
    },
  }),
  defineOrder({
    call: officeCalls.requestRoute,
    words: 'Route a network',
    reads: 'corridors.read',
    entityOf: ({ body: { to } }) => targetName(to),
    payloadOf: ({ body: { rails } }) => ({ rails }),
    async about({ entity, payload }) {
      const now = (await routeOf(db, entity)).join(', ') || 'No rail'
      return plainAbout({
        label: networkOf(entity),
        effect: `Route ${networkOf(entity)} over ${payload.rails.join(', then ')}.`,
        link: { page: 'corridors', id: null },
        state: now,
        changes: [{ label: 'Rails, first choice first', from: now, to: payload.rails.join(', ') }],
      })
    },
    check({ entity, payload }) {
      readTarget(entity)
      requireRoute(payload.rails, names)
    },
    versionOf: routeVersion,
    current: async (entity) => ({ rails: await routeOf(db, entity) }),
    async carryOut({ entity, payload: { rails } }, action) {
      await routeNetwork(db, readTarget(entity), rails, action)
      return rails.join(', ')
    },
  }),
]
