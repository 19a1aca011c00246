import type { DueReminder, Home, TransferPage } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { toMinorNumber, money } from '@sesa/money'
import { isEmailed } from '../../record/index.ts'
import { listTransfers } from './list.ts'
import { listPaidRecipients } from './past-recipients.ts'
import { openIdsOf } from './search.ts'
import { toOpenTransfer } from './view.ts'

const OPEN = 5
const PEOPLE = 3
/** As many as the home page lists initially. */
const LATEST = '10'

export interface HomeDeps {
  readonly db: Db
  /** Returns the reminders that are due; none by default. */
  readonly remindersDue: (userId: string) => Promise<readonly DueReminder[]>
}

/** Returns a user's unfinished transfers, the last people they paid, and the due reminders. */
export async function readHome({ db, remindersDue }: HomeDeps, userId: string): Promise<Home> {
  const [open, people, reminders] = await Promise.all([
    db
      .selectFrom('transfers')
      .selectAll()
      .where('id', 'in', sql<string>`(${openIdsOf(userId, OPEN)})`)
      .orderBy('id', 'desc')
      .execute(),
    listPaidRecipients(db, userId, { limit: PEOPLE }),
    remindersDue(userId),
  ])
  const emailed = open.some(({ hold_reason }) => hold_reason !== null) && (await isEmailed(db, userId))
  const amounts = await amountsOf(
    db,
    people.map(({ id }) => id),
  )
  return {
    in_progress: open.map((row) => toOpenTransfer(row, emailed)),
    people: people.flatMap(({ id, paymentId, name, country, network }) => {
      const paid = amounts.get(id)
      return paid === undefined ? [] : [{ payment_id: paymentId, name, country, network, ...paid }]
    }),
    reminders: [...reminders],
  }
}

async function amountsOf(db: Db, ids: readonly string[]): Promise<Map<string, Paid>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('transfers')
    .select(['id', 'amount', 'currency'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, amount, currency }) => [
      id,
      { amount: toMinorNumber(money(amount, currency)), currency },
    ]),
  )
}

type Paid = Pick<Home['people'][number], 'amount' | 'currency'>

/** Returns the home page's data together, for the first answer to the web app. */
export async function readHomeAtBoot(deps: HomeDeps, userId: string): Promise<Home & TransferPage> {
  const [home, latest] = await Promise.all([
    readHome(deps, userId),
    listTransfers(deps.db, userId, { limit: LATEST }),
  ])
  return { ...home, ...latest }
}
