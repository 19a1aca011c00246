import { isPermitted, officeCalls, type Permission } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import { officeRoute, type Member } from '../../../../http/office/route.ts'
import { readLimit } from '../../../../http/paging.ts'
import { appendRead } from '../../../record/index.ts'
import { readerOf } from '../../../transfers/index.ts'
import { presentCustomer, presentTransfer } from '../present.ts'
import { exportCustomers, exportTransfers } from '../exports.ts'
import type { Asker } from './conditions.ts'
import { pageOfCustomers, pageOfTransfers } from './lists.ts'
import { findAnything } from './search.ts'
import { understand, type Understood } from './understand.ts'
import { registerViews } from './views.ts'

const mayOf = (member: Member) => (permission: Permission) => isPermitted(member.roles, permission)

const askerOf = ({ id, name, roles }: Member): Asker => ({ id, name, roles, ...readerOf({ roles }) })

const present = ({ text, pieces }: Understood) => ({
  text,
  chips: pieces.map(({ text: typed, label, isPersonal, problem }) => ({
    text: typed,
    label,
    isPersonal,
    problem,
  })),
})

/** Serves the search box, the lists of transfers and customers, and their saved views. */
export function registerSearch(app: FastifyInstance, db: Db): void {
  const read = async (text: string, member: Member): Promise<Understood> => {
    const { rows } = await sql<{ now: Date }>`select now()`.execute(db)
    const [{ now } = { now: new Date(0) }] = rows
    return understand(text, now, mayOf(member))
  }

  /** Records whose data a member saw, before it is returned. The text stays out: it may be a name. */
  const noteFound = (member: Member, after: Readonly<Record<string, readonly string[]>>): Promise<void> =>
    appendRead(db, { member: member.id, action: 'customer.searched', subject: null, change: { after } })

  officeRoute(app, officeCalls.search, async ({ body, member }) => {
    const asker = askerOf(member)
    const understood = await read(body.text, member)
    const hits = await findAnything(db, understood.pieces, {
      ...asker,
      seesPeople: isPermitted(member.roles, 'customers.read'),
    })
    const transfers = [...hits.customers.flatMap((customer) => customer.transfers), ...hits.transfers]
    await noteFound(member, {
      customers: hits.customers.map(({ id }) => id),
      transfers: [...new Set(transfers.map(({ reference }) => reference))],
    })
    return {
      ...present(understood),
      customers: hits.customers.map((row) => ({
        ...presentCustomer(row),
        transfers: row.transfers.map((transfer) => presentTransfer(transfer, asker)),
      })),
      transfers: hits.transfers.map((row) => presentTransfer(row, asker)),
      records: hits.records.map(({ due_at: dueAt, ...record }) => ({
        ...record,
        dueAt: dueAt?.toISOString() ?? null,
      })),
    }
  })

  officeRoute(app, officeCalls.listTransfers, async ({ body, member }) => {
    const asker = askerOf(member)
    const understood = await read(body.text, member)
    const { rows, next } = await pageOfTransfers(db, understood.pieces, asker, {
      sort: body.sort ?? '-created',
      cursor: body.cursor,
      limit: readLimit(body.limit),
    })
    // A list without a person says nothing about one.
    if (understood.pieces.some(({ isPersonal }) => isPersonal))
      await noteFound(member, { transfers: rows.map(({ reference }) => reference) })
    return { ...present(understood), transfers: rows.map((row) => presentTransfer(row, asker)), next }
  })

  officeRoute(app, officeCalls.listCustomers, async ({ body, member }) => {
    const understood = await read(body.text, member)
    const { rows, next } = await pageOfCustomers(db, understood.pieces, {
      sort: body.sort ?? '-created',
      cursor: body.cursor,
      limit: readLimit(body.limit),
    })
    await noteFound(member, { customers: rows.map(({ id }) => id) })
    return { ...present(understood), customers: rows.map(presentCustomer), next }
  })

  officeRoute(app, officeCalls.exportTransferList, async ({ body: { text, sort = '-created' }, member }) => {
    const { pieces } = await read(text, member)
    return exportTransfers(db, member, {
      ...{ pieces, sort },
      pageFrom: (cursor, limit) => pageOfTransfers(db, pieces, askerOf(member), { sort, cursor, limit }),
    })
  })

  officeRoute(app, officeCalls.exportCustomerList, async ({ body: { text, sort = '-created' }, member }) => {
    const { pieces } = await read(text, member)
    return exportCustomers(db, member, {
      ...{ pieces, sort },
      pageFrom: (cursor, limit) => pageOfCustomers(db, pieces, { sort, cursor, limit }),
    })
  })

  registerViews(app, db)
}
