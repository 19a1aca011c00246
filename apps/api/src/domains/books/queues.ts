import { isPermitted } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { NO_MONEY, type Queue } from '../../lib/work.ts'
import { listBreaks } from './reconciliation/list-breaks.ts'

/** Names the kind of a break: `card_charge_missing_there` is "Card charge missing at the provider". */
function breakTitle(kind: string): string {
  const words = kind
    .replaceAll('_', ' ')
    .replace(/\bpayout/u, 'pay-out')
    .replace(/missing here$/u, 'missing in our books')
    .replace(/missing there$/u, 'missing at the provider')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Differences between our books and a provider's that nobody has explained. */
const breaksQueue = (db: Db, cardAccount: string): Queue => ({
  kind: 'breaks',
  permission: 'reconciliation.read',
  async read({ roles }, limit) {
    const rows = await listBreaks(db, { state: 'open', limit, cardAccount })
    return rows.map(({ id, kind, subject, transfer, owner, firstSeen }) => {
      const isEngineers = owner === 'engineering'
      const isMine = isEngineers ? roles.includes('engineer') : isPermitted(roles, 'reconciliation.explain')
      return {
        kind: 'breaks',
        id: String(id),
        title: breakTitle(kind),
        about: transfer ?? subject,
        ...NO_MONEY,
        since: firstSeen,
        dueAt: null,
        waitsFor: isMine ? null : isEngineers ? 'Engineering' : 'Finance',
      }
    })
  },
})

interface OpenDay {
  readonly day: string
  readonly over: Date
  readonly due: Date
  /** Who prepared the newest report, and when. */
  readonly preparedBy: string | null
  readonly preparedAt: Date | null
}

/** Days (UTC) that can be prepared, five minutes after their end, and are not signed: after the last signed one, or yesterday. */
const closesQueue = (db: Db): Queue => ({
  kind: 'closes',
  permission: 'books.close',
  async read({ name }, limit) {
    const { rows } = await sql<OpenDay>`
      with bounds as (
        select ((now() - interval '5 minutes') at time zone 'UTC')::date - 1 as yesterday, max(day) filter (where signed_at is not null) as signed
        from daily_closes)
      select day::date::text as day, (day::date + 1)::timestamp at time zone 'UTC' as over,
        (day::date + 2)::timestamp at time zone 'UTC' as due,
        c.prepared_by as "preparedBy", c.prepared_at as "preparedAt"
      from bounds, generate_series(coalesce(signed + 1, yesterday), yesterday, interval '1 day') as open (day)
        left join lateral (select prepared_by, prepared_at from daily_closes where day = open.day::date
          order by id desc limit 1) c on true
      order by open.day limit ${limit}`.execute(db)
    const [first] = rows
    return rows.map((row) => ({
      kind: 'closes',
      id: row.day,
      title: 'Daily close',
      about: row.preparedBy === null ? 'To prepare' : `Prepared by ${row.preparedBy}`,
      ...NO_MONEY,
      // A prepared day waits anew: the member who took it to prepare it does not own its signature.
      since: row.preparedAt ?? row.over,
      dueAt: row.due,
      waitsFor:
        row !== first ? `Close of ${first?.day ?? ''}` : row.preparedBy === name ? 'A second person' : null,
    }))
  },
})

/** The queues of finance: breaks and days to close. `cardAccount`: the name of our account with the card provider. */
export const booksQueues = (db: Db, cardAccount: string): readonly Queue[] => [
  breaksQueue(db, cardAccount),
  closesQueue(db),
]
