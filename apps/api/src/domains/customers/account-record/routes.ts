import { calls } from '@sesa/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { eventText, type EventDetails } from './kinds.ts'
import { eventsOf } from './store.ts'

const PAGE = 20
const EXPORT_AT_MOST = 10_000

const shown = ({ at, kind, details, device, address }: Awaited<ReturnType<typeof eventsOf>>[number]) => ({
  at: at.toISOString(),
  kind,
  text: eventText(kind, details as EventDetails),
  device,
  address,
})

function readCursor(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('invalid_field', { field: 'cursor' })
  return BigInt(cursor)
}

export function registerActivity(app: FastifyInstance, db: Db): void {
  route(app, calls.listActivity, async ({ query, caller }) => {
    const before = readCursor(query.cursor)
    const rows = await eventsOf(db, caller.userId, { before, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    return {
      events: page.map(shown),
      nextCursor: rows.length > PAGE && last ? String(last.id) : null,
    }
  })
}

/** Returns all events of a user, for the data export. */
export async function exportEvents(db: Db, userId: string): Promise<unknown> {
  return (await eventsOf(db, userId, { before: null, limit: EXPORT_AT_MOST })).map(shown)
}
