import { isPermitted, officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import { maskName, maskPhone } from '../../../lib/mask.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Approvals } from '../approvals/index.ts'
import { appendRead, lastCheck, listActions, listEntries, listMessages } from '../../record/index.ts'
import { casesAbout, screeningOf, type IdentityStaff } from '../../compliance/index.ts'
import { listAccountHolds } from '../../risk/index.ts'
import {
  newestConsents,
  payerNumbersOf,
  sessionsOf,
  type AccountActions,
  readSaved,
} from '../../customers/index.ts'
import { readerOf, takesTwo, type StaffActions, type TransfersModule } from '../../transfers/index.ts'
import { registerSearch } from './search/routes.ts'
import { presentCheck, presentEntry, requireKnown } from './audit-entry.ts'
import {
  isoOf,
  presentAccountHold,
  presentChecks,
  presentCustomer,
  presentDevice,
  presentNotice,
  presentRecipient,
  presentTransfer,
} from './present.ts'
import {
  findCustomer,
  findRecipient,
  findTransfers,
  linkedTo,
  noticesOf,
  threadsOf,
  type CustomerRow,
} from './store.ts'
import { registerExports } from './exports.ts'
import { registerNotes } from './notes.ts'
import { createNoteReveal } from './reveal.ts'
import { readTransferPage } from './transfer-page.ts'

export interface OfficeDeps {
  readonly db: Db
  readonly accounts: AccountActions
  readonly approvals: Pick<Approvals, 'listAbout' | 'titleOf'>
  readonly transfers: Pick<StaffActions, 'hold' | 'cancel' | 'holdAccount' | 'liftAccountHolds'>
  readonly identity: Pick<IdentityStaff, 'show'>
  readonly remainingLimits: TransfersModule['remainingLimits']
  /** Maximum reveals of personal data per member and hour. */
  readonly revealsPerHour: number
}

const TRANSFERS_SHOWN = 50
const MESSAGES_SHOWN = 50

/** Returns the amounts that a customer can still send; null when they are unknown. */
async function limitsOf({ remainingLimits }: OfficeDeps, { id, country, closed_at: closedAt }: CustomerRow) {
  if (country === null || closedAt !== null) return null
  try {
    const { currency, day, month } = (await remainingLimits(id, country)).limits
    const present = ({ limit, left, frees }: typeof day) => ({
      limit: { amount: limit, currency },
      left: { amount: left, currency },
      frees: frees && { at: frees.at, amount: { amount: frees.amount, currency } },
    })
    return { day: present(day), month: present(month) }
  } catch (error) {
    if (error instanceof Refused && error.code === 'rate_unavailable') return null
    throw error
  }
}

/** Serves the changes of an account that need only one member. */
function registerAccountChanges(app: FastifyInstance, { accounts, transfers }: OfficeDeps): void {
  const changes = [
    [officeCalls.lockAccount, accounts.lock],
    [officeCalls.unlockAccount, accounts.unlock],
    [officeCalls.signOutAccount, accounts.signOut],
    [officeCalls.holdAccount, transfers.holdAccount],
    [officeCalls.liftAccountHolds, transfers.liftAccountHolds],
  ] as const
  for (const [call, change] of changes)
    officeRoute(app, call, async ({ params: { id }, body: { reason }, member }) => {
      await change(id, { staff: member.name, reason })
      return undefined
    })
  officeRoute(
    app,
    officeCalls.signOutDevice,
    async ({ params: { id, device }, body: { reason }, member }) => {
      await accounts.signOut(id, { staff: member.name, reason }, device)
      return undefined
    },
  )
  officeRoute(app, officeCalls.signOutEveryone, ({ body: { reason }, member }) =>
    accounts.signOutEveryone({ staff: member.name, reason }),
  )
  officeRoute(app, officeCalls.unlockNumber, async ({ body: { phone, reason }, member }) => {
    await accounts.unlockNumber(phone, { staff: member.name, reason })
    return undefined
  })
}

export function registerOffice(app: FastifyInstance, deps: OfficeDeps): void {
  const { db } = deps

  /** Records who read whose data, before it is returned. */
  const noteRead = (member: Member, action: string, subject: string | null, after?: unknown): Promise<void> =>
    appendRead(db, { member: member.id, action, subject, ...(after !== undefined && { change: { after } }) })

  const noteReveal = createNoteReveal(deps)

  officeRoute(app, officeCalls.showCustomer, async ({ params: { id }, member }) => {
    const row = await findCustomer(db, id)
    if (row === undefined) throw new Refused('not_found')
    await noteRead(member, 'customer.read', id)
    const { seesCases } = readerOf(member)
    const [
      access,
      holds,
      sent,
      threads,
      notices,
      limits,
      sessions,
      recipients,
      consents,
      identity,
      cases,
      screening,
      linked,
      numbers,
    ] = await Promise.all([
      // A closed account has no sign-in method left.
      row.closed_at === null ? deps.accounts.show(id) : null,
      listAccountHolds(db, id),
      findTransfers(db, sql<boolean>`t.user_id = ${id}`),
      threadsOf(db, id),
      noticesOf(db, id, null),
      limitsOf(deps, row),
      sessionsOf(db, id),
      readSaved(db, id),
      newestConsents(db, id),
      deps.identity.show(id),
      seesCases ? casesAbout(db, { accounts: [id], wallets: [] }) : [],
      seesCases ? screeningOf(db, id) : undefined,
      seesCases ? linkedTo(db, id) : [],
      payerNumbersOf(db, id),
    ])
    return {
      ...presentCustomer(row),
      payerNumbers: numbers.filter(({ isSignIn }) => !isSignIn).map(({ phone }) => maskPhone(phone) ?? ''),
      emailConfirmed: row.email_verified_at !== null,
      passkeys: access?.passkeys ?? 0,
      hasPassword: access?.hasPassword ?? false,
      hasGoogle: access?.hasGoogle ?? false,
      openSessions: access?.openSessions ?? 0,
      wrongCodes: access?.wrongCodes ?? 0,
      holds: holds.map((hold) => presentAccountHold(hold, readerOf(member))),
      transfers: sent.slice(0, TRANSFERS_SHOWN).map((row) => presentTransfer(row, readerOf(member))),
      enquiries: threads.map(({ number, topic, opened_at, closed_at }) => ({
        number,
        topic,
        state: closed_at === null ? 'open' : 'closed',
        createdAt: opened_at.toISOString(),
      })),
      notices: notices.map(presentNotice),
      limits,
      devices: sessions.map(presentDevice),
      recipients: recipients.filter(({ removedAt }) => removedAt === null).map(presentRecipient),
      consents: consents.map(({ document, version, given, at }) => ({
        ...{ document, version, given },
        at: at.toISOString(),
      })),
      tier: identity.tier,
      identity: presentChecks(identity.checks, isPermitted(member.roles, 'identity.review')),
      cases: cases.map(({ number, kind, state }) => ({ number, kind, state })),
      screening: screening === undefined ? null : { state: screening.state, at: isoOf(screening.at) },
      linked: linked.map(({ id: other, name, by }) => ({ id: other, name: maskName(name), by })),
    }
  })

  registerAccountChanges(app, deps)
  registerNotes(app, db)
  registerExports(app, deps)
  registerSearch(app, db)

  officeRoute(app, officeCalls.revealCustomer, async ({ params: { id }, body, member }) => {
    const row = await findCustomer(db, id)
    if (row === undefined) throw new Refused('not_found')
    await noteReveal(member, 'customer.revealed', id, body.reason)
    return { name: row.name, phone: row.phone_number, email: row.email }
  })

  officeRoute(app, officeCalls.showTransfer, async ({ params: { reference }, member }) => {
    const [open, two] = await Promise.all([
      deps.approvals.listAbout(reference, member),
      takesTwo(db, reference),
    ])
    const page = await readTransferPage(db, reference, {
      member,
      approvals: open,
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

  officeRoute(app, officeCalls.listMessages, async ({ query: { state } }) => ({
    messages: (await listMessages(db, { limit: MESSAGES_SHOWN, ...(state !== undefined && { state }) })).map(
      ({ id: _, createdAt, ...shown }) => ({ at: createdAt.toISOString(), ...shown }),
    ),
  }))

  officeRoute(app, officeCalls.holdTransfer, async ({ params, body, member }) => {
    return deps.transfers.hold(params.reference, { staff: member.name, reason: body.reason })
  })

  officeRoute(app, officeCalls.cancelTransfer, async ({ params, body, member }) => {
    await deps.transfers.cancel(params.reference, { staff: member.name, reason: body.reason })
    return undefined
  })

  officeRoute(app, officeCalls.listAudit, async ({ query, member }) => {
    const limit = readLimit(query.limit)
    const reader = readerOf(member)
    const actions = await listActions(db, reader)
    requireKnown(query.action, actions)
    const filter = {
      member: query.member,
      subject: query.subject,
      action: query.action,
      before: query.cursor === undefined ? undefined : BigInt(query.cursor),
      limit,
    }
    const rows = await listEntries(db, filter, reader)
    // Auditors require that reads of the log are recorded too.
    await noteRead(member, 'audit.read', null)
    return {
      entries: rows.map((row) => presentEntry(row, deps.approvals.titleOf)),
      next: rows.length === limit ? String(rows.at(-1)?.seq ?? '') : null,
      actions,
      chain: presentCheck(await lastCheck(db)),
    }
  })
}
