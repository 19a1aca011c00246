import { isPermitted } from '@sesa/contract/office'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import { reportsFound } from '../../../compliance/index.ts'
import type { Asker } from './conditions.ts'
import { readingsFor, type Chosen, type Piece, type RecordKind } from './pieces.ts'
import { KINDS } from './read-filter.ts'

/** Hits shown below the box. */
const MOST = 5

export interface FoundRecord {
  readonly kind: RecordKind
  readonly number: string
  readonly state: string
  /** By when the law or we want it done; null where nothing says so, and once it is done. */
  readonly due_at: Date | null
}

/** The tables of work, each as its kind, number, state, due time and owner. */
const ALL: Readonly<Record<'cases' | 'enquiries' | 'reports' | 'privacy', RawBuilder<unknown>>> = {
  cases: sql`select kind, number, state, case when state = 'closed' then null else due_at end as due_at, owner from cases`,
  enquiries: sql`select case when topic = 'complaint' then 'complaint' else 'enquiry' end, number,
    case when closed_at is null then 'open' else 'closed' end,
    case when closed_at is null then coalesce(answer_by, latest_by) end,
    (select name from staff_members where id = assigned_to) from enquiry_threads`,
  reports: reportsFound(),
  privacy: sql`select 'privacy', number, coalesce(outcome, 'open'), case when ended_at is null then due_at end, opened_by
    from privacy_requests`,
}

const NEEDS = {
  ...{ cases: KINDS.screening.needs, enquiries: KINDS.enquiry.needs },
  ...{ reports: KINDS.report.needs, privacy: KINDS.privacy.needs },
} as const

/** Returns the number as it is stored: `K-12` is `K-000012`. */
function numberFrom(start: string): string {
  const digits = /^([KFP])-(\d{1,6})$/.exec(start)
  return digits === null ? start : `${digits[1] ?? ''}-${(digits[2] ?? '').padStart(6, '0')}`
}

function conditionOf({ meaning, isNegated }: Chosen, { name }: Asker): RawBuilder<boolean> {
  const condition = (): RawBuilder<boolean> => {
    switch (meaning.kind) {
      case 'number':
        return sql`number between ${numberFrom(meaning.start)} and ${numberFrom(meaning.start).padEnd(10, 'Z')}`
      case 'work':
        return sql`kind = ${meaning.of} and state not in ('closed', 'acknowledged', 'withdrawn', 'sent', 'refused')`
      case 'due':
        return sql`due_at < ${meaning.until}`
      case 'owner':
        return meaning.owner === 'me' ? sql`lower(owner) = lower(${name}) and due_at is not null` : sql`false`
      default:
        return sql`false`
    }
  }
  return isNegated ? sql`(${condition()}) is not true` : condition()
}

/** Finds the records that the member's roles may see: by number, or open ones by kind, owner and due time. */
export async function findRecords(
  db: Db,
  pieces: readonly Piece[],
  asker: Asker,
): Promise<readonly FoundRecord[]> {
  const sources = (Object.keys(ALL) as (keyof typeof ALL)[]).filter((name) =>
    isPermitted(asker.roles, NEEDS[name]),
  )
  const readings = pieces.length === 0 || sources.length === 0 ? [] : readingsFor(pieces, 'records')
  const [reading] = readings
  if (reading === undefined) return []
  const conditions = reading.map((chosen) => conditionOf(chosen, asker))
  const { rows } = await sql<FoundRecord>`select kind, number, state, due_at from (
      ${sql.join(
        sources.map((name) => ALL[name]),
        sql` union all `,
      )}) as work (kind, number, state, due_at, owner)
    where ${sql.join(conditions, sql` and `)} order by due_at nulls last, number limit ${MOST}`.execute(db)
  return rows
}
