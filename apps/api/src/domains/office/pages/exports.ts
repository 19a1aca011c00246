import { csvLine } from '@sesa/contract'
import { officeCalls, type AuditEntry } from '@sesa/contract/office'
import { money, toMajorString } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { appendRead, listActions, listEntries } from '../../record/index.ts'
import { readerOf, type Reader } from '../../transfers/index.ts'
import type { Approvals } from '../approvals/index.ts'
import { presentEntry, requireKnown } from './audit-entry.ts'
import type { Piece } from './search/pieces.ts'
import { holdReasonOf, presentCustomer } from './present.ts'
import { findCustomer, pageOfTransfers, type CustomerRow, type TransferRow } from './store.ts'

/** Rows per query. */
const PAGE = 1_000
/** Maximum rows per file. */
const MOST = 20_000

/** Reads page after page. `next` gets the last row read. Throws Refused `action_refused` when there are more than MOST. */
async function readAll<Row>(
  next: (last: Row | undefined) => Promise<readonly Row[]>,
  remedy: string,
): Promise<readonly Row[]> {
  const all: Row[] = []
  for (;;) {
    const page = await next(all.at(-1))
    all.push(...page)
    if (all.length > MOST) throw actionRefused(`There are more than ${MOST} rows. ${remedy}`)
    if (page.length < PAGE) return all
  }
}

const AUDIT_HEADER = [
  ...[
    'Number',
    'When (UTC)',
    'Member',
    'Requested by',
    'Approved by',
    'Action',
    'About',
    'Reason',
    'Before',
    'After',
    'Hash',
  ],
]

const jsonOf = (values: AuditEntry['before']): string => (values === null ? '' : JSON.stringify(values))

const auditCells = ({ actor, memberId, request, subject, ...entry }: AuditEntry) => [
  ...[entry.seq, entry.at, actor ?? (memberId === null ? 'System' : 'Erased')],
  ...[entry.proposedBy ?? '', entry.approvedBy ?? '', entry.action],
  request === null ? (subject ?? '') : `${request.action} ${request.entity}`,
  ...[entry.reason ?? '', jsonOf(entry.before), jsonOf(entry.after), entry.hash],
]

const TRANSFER_HEADER = [
  ...['Reference', 'State', 'Held for', 'Sent', 'Currency'],
  ...['Arrives', 'Currency', 'To', 'Network', 'Created (UTC)'],
]

const transferCells = (row: TransferRow, reader: Reader) => [
  ...[row.reference, row.state, holdReasonOf(row, reader) ?? ''],
  ...[toMajorString(money(row.amount, row.currency)), row.currency],
  ...[toMajorString(money(row.receive_amount, row.receive_currency)), row.receive_currency],
  ...[row.country, row.network, row.created_at.toISOString()],
]

const csvOf = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, ...rows].map(csvLine).join('')

/** A list as its page shows it: what filters and sorts it, and its rows from a cursor on. */
interface ListToExport<Row> {
  readonly pieces: readonly Piece[]
  readonly sort: string
  readonly pageFrom: (
    cursor: string | undefined,
    limit: number,
  ) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>
}

/** Reads all rows of a list, and records the export with its filters. What may name a person stays out of the log. */
async function readList<Row>(
  db: Db,
  member: Member,
  { action, pieces, sort, pageFrom }: ListToExport<Row> & { readonly action: string },
): Promise<readonly Row[]> {
  let cursor: string | undefined
  const rows = await readAll<Row>(async () => {
    const page = await pageFrom(cursor, PAGE)
    cursor = page.next ?? undefined
    return page.rows
  }, 'Filter the list, for example by days.')
  const filters = pieces.filter(({ isPersonal }) => !isPersonal).map(({ text }) => text)
  const after = { filters, withheldFilters: pieces.length - filters.length, sort, rows: rows.length }
  await appendRead(db, { member: member.id, action, subject: null, change: { after } })
  return rows
}

export async function exportTransfers(db: Db, member: Member, list: ListToExport<TransferRow>) {
  const rows = await readList(db, member, { ...list, action: 'transfers.exported' })
  const text = csvOf(
    TRANSFER_HEADER,
    rows.map((row) => transferCells(row, readerOf(member))),
  )
  return { name: 'transfers.csv', text }
}

const CUSTOMER_HEADER = [
  'Id',
  'Name',
  'Phone',
  'Email',
  'Country',
  'Locked (UTC)',
  'Closed (UTC)',
  'Created (UTC)',
]

export async function exportCustomers(db: Db, member: Member, list: ListToExport<CustomerRow>) {
  const rows = await readList(db, member, { ...list, action: 'customers.exported' })
  const cells = rows
    .map(presentCustomer)
    .map((row) => [
      ...[row.id, row.name ?? '', row.phone ?? '', row.email ?? '', row.country ?? ''],
      ...[row.lockedAt ?? '', row.closedAt ?? '', row.createdAt],
    ])
  return { name: 'customers.csv', text: csvOf(CUSTOMER_HEADER, cells) }
}

/** Serves whole lists as CSV, of at most 20,000 rows. Each export is recorded in the audit log, with its filters. */
export function registerExports(
  app: FastifyInstance,
  { db, approvals }: { readonly db: Db; readonly approvals: Pick<Approvals, 'titleOf'> },
): void {
  officeRoute(app, officeCalls.exportAudit, async ({ query, member }) => {
    requireKnown(query.action, await listActions(db, readerOf(member)))
    const rows = await readAll<Awaited<ReturnType<typeof listEntries>>[number]>(
      (last) => listEntries(db, { ...query, before: last?.seq, limit: PAGE }, readerOf(member)),
      'Filter by member, subject or action.',
    )
    const change = { after: { ...query, rows: rows.length } }
    await appendRead(db, { member: member.id, action: 'audit.exported', change })
    const text = csvOf(
      AUDIT_HEADER,
      rows.map((row) => auditCells(presentEntry(row, approvals.titleOf))),
    )
    return { name: 'audit-log.csv', text }
  })
  officeRoute(app, officeCalls.exportTransfers, async ({ params: { id }, member }) => {
    if ((await findCustomer(db, id)) === undefined) throw new Refused('not_found')
    const rows = await readAll<TransferRow>(
      (last) => pageOfTransfers(db, id, { before: last?.id, limit: PAGE }),
      'Ask engineering for an export.',
    )
    const change = { after: { rows: rows.length } }
    await appendRead(db, { member: member.id, action: 'customer.transfers_exported', subject: id, change })
    const text = csvOf(
      TRANSFER_HEADER,
      rows.map((row) => transferCells(row, readerOf(member))),
    )
    return { name: `transfers-${id}.csv`, text }
  })
}
