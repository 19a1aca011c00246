import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import {
  endRequest,
  findOpen,
  findRequest,
  insertRequest,
  isExported,
  listRequests,
  lockOpenUser,
  type NewRequest,
  type RequestRow,
} from './store.ts'

export interface PrivacyDeps {
  readonly db: Db
  /** Exports all data about a customer, and records it among the customer's own events. */
  exportFor(userId: string): Promise<{ readonly exportedAt: string; readonly data: Record<string, unknown> }>
}

const record = (
  tx: Tx,
  action: 'open_privacy_request' | 'export_personal_data' | 'end_privacy_request',
  subject: string,
  by: StaffAction,
) =>
  tx
    .insertInto('staff_actions')
    .values({ action, ...signatureOf(by), subject })
    .execute()

function requireOpen(row: RequestRow | undefined, kind?: RequestRow['kind']): RequestRow {
  if (row === undefined) throw actionRefused('This request doesn’t exist.')
  if (kind !== undefined && row.kind !== kind)
    throw actionRefused(`${row.number} isn’t a request for ${kind}.`)
  if (row.state === 'done' || row.state === 'refused')
    throw actionRefused(`${row.number} is already answered.`)
  return row
}

/** Creates the handling of customers' requests for a copy of their data and for its erasure. Actions throw Refused. */
export function createPrivacy({ db, exportFor }: PrivacyDeps) {
  async function end(number: string, outcome: 'sent' | 'refused', by: StaffAction): Promise<void> {
    await inTransaction(db, 'privacy.end', async (tx) => {
      const row = requireOpen(await findRequest(tx, number), outcome === 'sent' ? 'access' : undefined)
      if (row.state === 'waiting')
        throw actionRefused('The erasure is awaiting approval. Withdraw that request first.')
      if (outcome === 'sent' && !(await isExported(tx, number)))
        throw actionRefused('The data isn’t downloaded yet. Download it and send it to the customer.')
      if (!(await endRequest(tx, number, { outcome, by: by.staff, note: by.reason })))
        throw actionRefused(`${number} is already answered.`)
      await record(tx, 'end_privacy_request', number, by)
    })
  }

  return {
    list: (options: { readonly isWhole: boolean }) => listRequests(db, options),
    find: (number: string) => findRequest(db, number),

    /** Records a request and returns its number. Each customer can have one open request of each kind. */
    open(given: Omit<NewRequest, 'openedBy'>, by: StaffAction): Promise<string> {
      return inTransaction(db, 'privacy.open', async (tx) => {
        if ((await lockOpenUser(tx, given.userId)) === undefined)
          throw actionRefused(`There’s no open account ${given.userId}.`)
        const { rows } = await sql<{ is_future: boolean }>`
          select ${given.receivedAt}::timestamptz > now() as is_future`.execute(tx)
        if (rows[0]?.is_future === true)
          throw actionRefused('The date received is in the future. Correct it.')
        const open = await findOpen(tx, given.userId, given.kind)
        if (open !== undefined) throw actionRefused(`${open} is an open request for the same. Use that one.`)
        const number = await insertRequest(tx, { ...given, openedBy: by.staff })
        await record(tx, 'open_privacy_request', number, by)
        return number
      })
    },

    /** Returns all data about the customer. Recorded for staff first, then among the customer's own events. */
    async export(number: string, by: StaffAction) {
      const { userId } = await inTransaction(db, 'privacy.export', async (tx) => {
        const row = requireOpen(await findRequest(tx, number), 'access')
        await record(tx, 'export_personal_data', number, by)
        return row
      })
      return exportFor(userId)
    },

    send: (number: string, by: StaffAction) => end(number, 'sent', by),
    refuse: (number: string, by: StaffAction) => end(number, 'refused', by),

    /** Returns the customer of an open erasure request. */
    async accountToErase(number: string): Promise<string> {
      return requireOpen(await findRequest(db, number), 'erasure').userId
    },
  }
}

export type Privacy = ReturnType<typeof createPrivacy>
