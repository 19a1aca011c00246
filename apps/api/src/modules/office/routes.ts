import { isPermitted, officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { officeRoute, type Member } from '../../http/office/route.ts'
import { readLimit } from '../../http/paging.ts'
import { Refused } from '../../lib/refused.ts'
import { refusing } from '../../lib/staff-action.ts'
import { listApprovals, presentApproval, takesTwo } from '../approvals/index.ts'
import { appendRead, listEntries } from '../audit-log/index.ts'
import { listAccountHolds } from '../fraud/index.ts'
import type { AccountActions } from '../identity/index.ts'
import { listHeld, type StaffActions } from '../transfers/index.ts'
import { presentEntry } from './audit-entry.ts'
import { amountOf, isoOf, presentCustomer, presentTransfer } from './present.ts'
import { findAnything } from './search.ts'
import { findCustomer, findRecipient, findTransfers, threadsOf } from './store.ts'
import { createNoteReveal } from './reveal.ts'
import { readTransferPage } from './transfer-page.ts'

export interface OfficeDeps {
  readonly db: Db
  readonly accounts: Pick<AccountActions, 'show'>
  readonly transfers: Pick<StaffActions, 'hold' | 'cancel'>
  /** Reveals of personal data that a member may make in an hour. */
  readonly revealsPerHour: number
}

const TRANSFERS_SHOWN = 50

export function registerOffice(app: FastifyInstance, deps: OfficeDeps): void {
  const { db } = deps

  /** Records who saw whose data, before it is answered. */
  const noteRead = (member: Member, action: string, subject: string | null, after?: unknown): Promise<void> =>
    appendRead(db, { member: member.id, action, subject, ...(after !== undefined && { change: { after } }) })

  const noteReveal = createNoteReveal(deps)

  officeRoute(app, officeCalls.search, async ({ body, member }) => {
    const hits = await findAnything(db, body.text, { customers: isPermitted(member.roles, 'customers.read') })
    await noteRead(member, 'customer.searched', null, {
      customers: hits.customers.map(({ id }) => id),
      transfers: hits.transfers.map(({ reference }) => reference),
    })
    return { customers: hits.customers.map(presentCustomer), transfers: hits.transfers.map(presentTransfer) }
  })

  officeRoute(app, officeCalls.showCustomer, async ({ params: { id }, member }) => {
    const row = await findCustomer(db, id)
    if (row === undefined) throw new Refused('not_found')
    await noteRead(member, 'customer.read', id)
    const [access, holds, sent, threads] = await Promise.all([
      // A closed account has no way to sign in left.
      row.closed_at === null ? deps.accounts.show(id) : null,
      listAccountHolds(db, id),
      findTransfers(db, sql<boolean>`t.user_id = ${id}`),
      threadsOf(db, id),
    ])
    return {
      ...presentCustomer(row),
      emailConfirmed: row.email_verified_at !== null,
      passkeys: access?.passkeys ?? 0,
      hasPassword: access?.hasPassword ?? false,
      hasGoogle: access?.hasGoogle ?? false,
      openSessions: access?.openSessions ?? 0,
      wrongCodes: access?.wrongCodes ?? 0,
      holds: holds.map((hold) => ({
        cause: hold.cause,
        reference: hold.reference,
        openedAt: hold.openedAt.toISOString(),
        openedBy: hold.openedBy,
        reason: hold.reason,
        liftedAt: isoOf(hold.liftedAt),
        liftedBy: hold.liftedBy,
        liftReason: hold.liftReason,
      })),
      transfers: sent.slice(0, TRANSFERS_SHOWN).map(presentTransfer),
      enquiries: threads.map(({ number, topic, opened_at, closed_at }) => ({
        number,
        topic,
        state: closed_at === null ? 'open' : 'closed',
        createdAt: opened_at.toISOString(),
      })),
    }
  })

  officeRoute(app, officeCalls.revealCustomer, async ({ params: { id }, body, member }) => {
    const row = await findCustomer(db, id)
    if (row === undefined) throw new Refused('not_found')
    await noteReveal(member, 'customer.revealed', id, body.reason)
    return { name: row.name, phone: row.phone_number, email: row.email }
  })

  officeRoute(app, officeCalls.showTransfer, async ({ params: { reference }, member }) => {
    const [open, two] = await Promise.all([
      listApprovals(db, { entity: reference, limit: 20 }),
      takesTwo(db, reference),
    ])
    const page = await readTransferPage(db, reference, {
      member,
      approvals: open.map((row) => presentApproval(row, member)),
      releaseTakesTwo: two === true,
    })
    if (page === undefined) throw new Refused('not_found')
    await noteRead(member, 'transfer.read', reference)
    return page
  })

  officeRoute(app, officeCalls.revealRecipient, async ({ params: { reference }, body, member }) => {
    const recipient = await findRecipient(db, reference)
    if (recipient === undefined) throw new Refused('not_found')
    await noteReveal(member, 'recipient.revealed', reference, body.reason)
    return recipient
  })

  officeRoute(app, officeCalls.listHolds, async () => ({
    holds: (await listHeld(db)).map(({ amount, since, ...held }) => ({
      ...held,
      amount: amountOf(amount),
      since: since.toISOString(),
    })),
  }))

  officeRoute(app, officeCalls.holdTransfer, async ({ params, body, member }) => {
    await refusing(() => deps.transfers.hold(params.reference, { staff: member.name, reason: body.reason }))
    return undefined
  })

  officeRoute(app, officeCalls.cancelTransfer, async ({ params, body, member }) => {
    await refusing(() => deps.transfers.cancel(params.reference, { staff: member.name, reason: body.reason }))
    return undefined
  })

  officeRoute(app, officeCalls.listAudit, async ({ query, member }) => {
    const limit = readLimit(query.limit)
    const rows = await listEntries(db, {
      member: query.member,
      subject: query.subject,
      action: query.action,
      before: query.cursor === undefined ? undefined : BigInt(query.cursor),
      limit,
    })
    // Auditors want reads of the log to be entries too.
    await noteRead(member, 'audit.read', null)
    return {
      entries: rows.map(presentEntry),
      next: rows.length === limit ? String(rows.at(-1)?.seq ?? '') : null,
    }
  })
}
