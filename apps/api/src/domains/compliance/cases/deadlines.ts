import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { CaseKind, CaseStage } from '../../../db/schema/compliance.ts'
import { actionRefused } from '../../../lib/refused.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'

export interface Deadline {
  readonly kind: CaseKind
  readonly stage: CaseStage
  readonly amount: number
  readonly unit: 'hours' | 'business_days'
  /** The law or the reason for the deadline. */
  readonly source: string
  readonly isConfirmed: boolean
  /** YYYY-MM-DD. */
  readonly validFrom: string
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEKEND = [0, 6]

/** Returns the end of a deadline that begins at `from`. A business day is Monday to Friday, by UTC, without holidays. */
export function dueAfter(from: Date, { amount, unit }: Pick<Deadline, 'amount' | 'unit'>): Date {
  if (unit === 'hours') return new Date(from.getTime() + amount * HOUR)
  let at = from.getTime()
  for (let left = amount; left > 0;) {
    at += DAY
    if (!WEEKEND.includes(new Date(at).getUTCDay())) left -= 1
  }
  return new Date(at)
}

/** Returns the deadlines in force, one for each kind and stage. */
export async function deadlinesInForce(db: Db | Tx): Promise<readonly Deadline[]> {
  const { rows } = await sql<Deadline>`
    select distinct on (kind, stage) kind, stage, amount, unit, source, is_confirmed as "isConfirmed",
      valid_from::text as "validFrom"
    from case_deadlines where valid_from <= current_date order by kind, stage, valid_from desc, id desc`.execute(
    db,
  )
  return rows
}

/** Returns the due date of a case that reaches a stage now. @throws Error when no deadline is in force. */
export async function dueOf(tx: Tx, kind: CaseKind, stage: CaseStage): Promise<Date> {
  const deadline = (await deadlinesInForce(tx)).find((one) => one.kind === kind && one.stage === stage)
  if (deadline === undefined) throw new Error(`No deadline is in force for ${kind} ${stage}`)
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx)
  const [time] = rows
  if (time === undefined) throw new Error('The database named no time')
  return dueAfter(time.now, deadline)
}

/** Adds a deadline, which applies to cases that reach the stage from its first day on. @throws Refused. */
export function setDeadline(db: Db, deadline: Deadline, { staff, reason }: StaffAction): Promise<void> {
  if (deadline.source.trim() === '') {
    return Promise.reject(actionRefused('Enter the source of the deadline: a law or an internal decision.'))
  }
  const { kind, stage, amount, unit, source, isConfirmed, validFrom } = deadline
  return inTransaction(db, 'cases.set_deadline', async (tx) => {
    await tx
      .insertInto('case_deadlines')
      .values({
        kind,
        stage,
        amount,
        unit,
        source,
        is_confirmed: isConfirmed,
        valid_from: validFrom,
        author: staff,
      })
      .execute()
    await tx
      .insertInto('staff_actions')
      .values({ action: 'set_case_deadline', staff, reason, subject: `${kind} ${stage}` })
      .execute()
  })
}
