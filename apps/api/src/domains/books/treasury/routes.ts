import { officeCalls } from '@sesa/contract/office'
import { CURRENCY_CODES, money, toMinorNumber, type CurrencyCode } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import { balance } from '../../record/index.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { listEntries, type EntryRow } from './entries.ts'
import type { OnItsWay } from './on-its-way.ts'
import type { Position } from './positions.ts'
import { readExposure } from './results.ts'

interface RouteDeps {
  readonly db: Db
  positions(): Promise<readonly Position[]>
  /** Returns the newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
}

const amountOf = (minor: bigint, currency: CurrencyCode) => ({
  amount: toMinorNumber(money(minor, currency)),
  currency,
})

const presentPosition = ({ account, currency, held, state, askedAt, ...sums }: Position) => ({
  account: `${account}:${currency}`,
  ...{ currency, state, held: [...held] },
  ledger: amountOf(sums.ledger, currency),
  provider: sums.provider === null ? null : amountOf(sums.provider, currency),
  difference: sums.difference === null ? null : amountOf(sums.difference, currency),
  settling: amountOf(sums.settling, currency),
  readAt: askedAt?.toISOString() ?? null,
})

const presentMoving = ({ book, amount, at, ...movement }: OnItsWay) => ({
  ...movement,
  account: `${book}:${amount.currency}`,
  at: at.toISOString(),
  amount: amountOf(amount.amount, amount.currency),
})

const presentEntry = (row: EntryRow) => ({
  ...{ id: row.id, at: row.at.toISOString(), kind: row.kind, account: row.account, reference: row.reference },
  amount: amountOf(row.amount, row.currency),
  paid: row.kind === 'adjustment' ? null : amountOf(row.otherAmount, row.otherCurrency),
  ...{ as: row.adjusts, enteredBy: row.enteredBy, approvedBy: row.approvedBy, reason: row.reason },
})

/** Serves the treasury to the office. Two people book an entry, so the module `approvals` handles that. */
export function registerTreasury(app: FastifyInstance, { db, positions, newestRates }: RouteDeps): void {
  officeRoute(app, officeCalls.showTreasury, async () => {
    const bank = []
    // One after the other: figures for staff need only one connection. Money that we hold is negative in the books.
    for (const currency of CURRENCY_CODES)
      bank.push(amountOf(-(await balance(db, `bank:${currency}`)), currency))
    const exposure = await readExposure(db, await newestRates())
    return {
      positions: (await positions()).map(presentPosition),
      bank,
      exposure: exposure.map(({ open, inDollars }) => ({
        open: amountOf(open.amount, open.currency),
        inDollars: inDollars === null ? null : amountOf(inDollars.amount, inDollars.currency),
      })),
    }
  })
  officeRoute(app, officeCalls.listOnItsWay, async () => ({
    movements: (await positions()).flatMap(({ onItsWay }) => onItsWay.map(presentMoving)),
  }))
  officeRoute(app, officeCalls.listTreasuryEntries, async ({ query }) => {
    const limit = readLimit(query.limit)
    const rows = await listEntries(db, { before: query.cursor, limit })
    return {
      entries: rows.map(presentEntry),
      next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null,
    }
  })
}
