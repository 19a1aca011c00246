import { formatMoney, isCurrencyCode, money } from '@sesa/money'
import path from 'node:path'
import type { Db } from '../db/index.ts'
import {
  archiveMonth,
  findArchived,
  findMonth,
  listMonths,
  readArchive,
  returnMonth,
  verifyArchive,
  type ArchiveDeps,
  type Manifest,
  type Row,
} from '../domains/books/index.ts'
import { lineOf, type TransferOverview } from '../domains/transfers/index.ts'
import {
  argument,
  CliError,
  staffActionOf,
  table,
  type Command,
  type Described,
  type Say,
  type Tools,
} from './command.ts'

const MONTH: Described = ['<month>', 'the month of the transfers, like 2027-01']

/** Returns the folder of the archives. @throws CliError when the setting is missing. */
function dirOf({ outerEnv, env }: Pick<Tools, 'outerEnv' | 'env'>): string {
  const dir = outerEnv['ARCHIVE_DIR'] ?? env['ARCHIVE_DIR']
  if (dir === undefined || dir === '') throw new CliError('Set the archive folder: ARCHIVE_DIR=/some/folder.')
  return path.resolve(dir)
}

const depsOf = (tools: Tools, say: Say): ArchiveDeps => ({ owner: tools.owner, dir: dirOf(tools), say })

/** Returns the lines about the files of a month. */
function linesOf({ tables, sums, writtenAt, schemaVersion }: Manifest): string[] {
  return [
    `written ${writtenAt}, schema ${schemaVersion}`,
    ...Object.entries(tables).map(
      ([name, { rows, bytes, sha256 }]) => `${name}: ${rows} rows, ${bytes} bytes, sha256 ${sha256}`,
    ),
    ...Object.entries(sums).map(([account, sum]) => {
      const currency = account.slice(-3)
      return `${account}: ${isCurrencyCode(currency) ? formatMoney(money(BigInt(sum), currency)) : sum}`
    }),
  ]
}

function describePosting({
  created_at: at,
  from_account: from,
  to_account: to,
  amount,
  currency,
}: Row): string {
  const code = currency ?? ''
  const moved = isCurrencyCode(code)
    ? formatMoney(money(BigInt(amount ?? ''), code))
    : `${amount ?? ''} ${code}`
  return `${new Date(at ?? '').toISOString()} booked ${moved} from ${from ?? ''} to ${to ?? ''}`
}

/** Returns the events, as a reader sees them, and the postings of an archived transfer. */
export async function archivedLines(
  db: Db,
  tools: Pick<Tools, 'outerEnv' | 'env'>,
  id: string,
  linesWith: TransferOverview['linesWith'],
): Promise<readonly string[]> {
  const found = await findArchived(db, dirOf(tools), id)
  if (found === undefined) return []
  const events = found.events.map((event) => ({
    at: new Date(event['at'] ?? ''),
    kind: event['kind'] ?? '',
    from_state: event['from_state'] ?? null,
    to_state: event['to_state'] ?? '',
    hold_reason: event['hold_reason'] ?? null,
    staff: event['staff'] ?? null,
    detail: event['detail'] ?? null,
  }))
  return [
    ...linesWith(events).map(lineOf),
    ...found.postings.map(describePosting),
    `(from the archive of ${found.month})`,
  ]
}

export const archiveCommands: readonly Command[] = [
  {
    words: ['archive', 'list'],
    does: 'list the months of postings and events with their state; the oldest is archived first',
    async run({ db }, _given, say) {
      const months = await listMonths(db)
      table([
        ['month', 'state', 'bytes', 'archive from'],
        ...months.map(({ month, fromId, state, bytes, from }) => [
          fromId === null && state !== 'archived' ? `${month} and earlier` : month,
          state,
          String(bytes),
          from.toISOString().slice(0, 10),
        ]),
      ]).forEach(say)
      return {
        code: 0,
        json: {
          months: months.map(({ month, state, bytes, from }) => ({
            month,
            state,
            bytes,
            mayLeaveFrom: from,
          })),
        },
      }
    },
  },
  {
    words: ['archive', 'month'],
    args: [MONTH],
    isSigned: true,
    permission: () => 'system.manage',
    does: 'write the oldest month to files in ARCHIVE_DIR and drop its tables; resumes after an interruption',
    example: '2027-01',
    async run(tools, given, say) {
      const manifest = await archiveMonth(depsOf(tools, say), argument(given, 'month'), staffActionOf(given))
      linesOf(manifest).forEach(say)
      return { code: 0, json: manifest }
    },
  },
  {
    words: ['archive', 'return'],
    args: [MONTH],
    isSigned: true,
    permission: () => 'system.manage',
    does: 'restore the last archived month, or abandon an unfinished archive run; keeps the files',
    example: '2027-01',
    async run(tools, given, say) {
      const month = argument(given, 'month')
      await returnMonth(depsOf(tools, say), month, staffActionOf(given))
      return { code: 0, json: { month, state: 'kept' } }
    },
  },
  {
    words: ['archive', 'show'],
    args: [MONTH],
    does: 'show an archived month’s files: rows, digests and totals per account',
    example: '2027-01',
    async run(tools, given, say) {
      const manifest = await readArchive(
        tools.db,
        dirOf(tools),
        findMonth(await listMonths(tools.db), argument(given, 'month')),
      )
      linesOf(manifest).forEach(say)
      return { code: 0, json: manifest }
    },
  },
  {
    words: ['archive', 'verify'],
    does: 'compare every archived file with its manifest and the database',
    async run(tools, _given, say) {
      const months = (await listMonths(tools.db)).filter(
        ({ state }) => state === 'detached' || state === 'archived',
      )
      for (const month of months) {
        await verifyArchive(tools.db, dirOf(tools), month)
        say(`${month.month}: unchanged`)
      }
      say(`${months.length} months verified`)
      return { code: 0, json: { verified: months.map(({ month }) => month) } }
    },
  },
]
