import { DIRECTIONS } from '@sesa/contract'
import type { ApprovalAction } from '@sesa/contract/office'
import * as v from 'valibot'
import type { Db } from '../../../db/index.ts'
import { ActionRefused } from '../../../lib/staff-action.ts'
import { planClosing, requireSpan, closeCorridor, openCorridor } from '../../pricing/index.ts'
import { countryOf, plainAbout, type About } from './about.ts'
import type { Kind } from './kind.ts'
import { corridorVersion } from './versions.ts'

const timestamp = v.pipe(v.string(), v.isoTimestamp())
const closePayload = v.object({ words: v.pipe(v.string(), v.minLength(10)) })
const spanPayload = v.object({ from: timestamp, until: timestamp })

function directionOf(corridor: string) {
  const found = DIRECTIONS.find(({ from, to }) => `${from}/${to}` === corridor)
  if (found === undefined) throw new ActionRefused(`${corridor} is not a corridor.`)
  return { sender: found.from, recipient: found.to }
}

/** Returns the time of a closing that begins and ends by the clock; null for one that begins at once. */
function spanOf(payload: unknown): { from: Date; until: Date } | null {
  const read = v.safeParse(spanPayload, payload)
  return read.success ? { from: new Date(read.output.from), until: new Date(read.output.until) } : null
}

const spanWords = (payload: unknown): About['facts'] => {
  const span = spanOf(payload)
  if (span === null) return []
  return [
    { label: 'From', value: span.from.toISOString() },
    { label: 'Until', value: span.until.toISOString() },
  ]
}

async function aboutCorridor(
  db: Db,
  corridor: string,
  payload: unknown,
  after: 'Open' | 'Closed',
): Promise<About> {
  const { sender, recipient } = directionOf(corridor)
  const row = await db
    .selectFrom('corridors')
    .select(['enabled', 'reason'])
    .where('sender', '=', sender)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  const now = row?.enabled === true ? 'Open' : 'Closed'
  const words = v.safeParse(closePayload, payload)
  return plainAbout({
    label: `${countryOf(sender)} to ${countryOf(recipient)}`,
    link: { page: 'rails', id: null },
    state: row?.reason ? `${now}: ${row.reason}` : now,
    facts: [
      ...(words.success ? [{ label: 'Customers read', value: words.output.words }] : []),
      ...spanWords(payload),
    ],
    changes: [{ label: 'Corridor', from: now, to: after }],
  })
}

/** Creates the kinds of requests that open and close corridors. */
export const createCorridorKinds = (db: Db) =>
  ({
    open_corridor: {
      permission: 'corridors.change',
      reads: 'corridors.read',
      about: (_db, { entity, payload }) => aboutCorridor(db, entity, payload, 'Open'),
      check: (_payload, corridor) => void directionOf(corridor),
      versionOf: corridorVersion,
      async carryOut(corridor, _payload, action) {
        await openCorridor(db, directionOf(corridor), action)
        return 'open'
      },
    },
    close_corridor: {
      permission: 'corridors.change',
      reads: 'corridors.read',
      about: (_db, { entity, payload }) => aboutCorridor(db, entity, payload, 'Closed'),
      check: async (payload, corridor) => {
        directionOf(corridor)
        if (!v.is(closePayload, payload)) throw new ActionRefused('Give the message for customers.')
        const span = spanOf(payload)
        if (span !== null) await requireSpan(db, span)
      },
      versionOf: corridorVersion,
      async carryOut(corridor, payload, action) {
        const span = spanOf(payload)
        if (span !== null) {
          const { words } = v.parse(closePayload, payload)
          await planClosing(db, directionOf(corridor), { ...span, words }, action)
          return `closed from ${span.from.toISOString()} until ${span.until.toISOString()}`
        }
        await closeCorridor(db, directionOf(corridor), v.parse(closePayload, payload).words, action)
        return 'closed'
      },
    },
  }) as const satisfies Partial<Record<ApprovalAction, Kind>>
