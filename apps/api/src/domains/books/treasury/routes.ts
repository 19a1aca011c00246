import { officeCalls } from '@sesa/contract/office'
import { CURRENCY_CODES, money, toMinorNumber, type CurrencyCode } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { readLimit } from '../../../http/paging.ts'
import { Refused } from '../../../lib/refused.ts'
import {
  countStopped,
  readFloat,
  setAlertLevel,
  walletName,
  type FloatModule,
  type WalletOverview,
} from '../../payouts/index.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { balances } from '../../record/index.ts'
import { listEntries, type EntryRow } from './entries.ts'
import { sumByWallet, type OnItsWay } from './on-its-way.ts'
import type { Position } from './positions.ts'
import { readExposure } from './results.ts'
import { planTopUps, type PlannedTopUp } from './top-ups.ts'

interface RouteDeps {
  readonly db: Db
  readonly float: Pick<FloatModule, 'releaseAll'>
  positions(): Promise<readonly Position[]>
  /** Returns the newest rates; null before the first ones. */
  newestRates(): Promise<RateSnapshot | null>
}

const amountOf = (minor: bigint, currency: CurrencyCode) => ({
  amount: toMinorNumber(money(minor, currency)),
  currency,
})

function presentWallet(wallet: WalletOverview, onItsWay: bigint, topUp: PlannedTopUp | undefined) {
  const { account, country, currency, state, available, hours } = wallet
  const own = (minor: bigint) => amountOf(minor, currency)
  return {
    name: walletName(wallet),
    ...{ account, country, currency, state },
    balance: wallet.balance === null ? null : own(wallet.balance),
    pending: own(wallet.pending),
    onItsWay: own(onItsWay),
    reserved: own(wallet.reserved),
    promised: own(wallet.promised),
    available: available === null ? null : own(available.amount),
    alertLevel: own(wallet.alertLevel.amount),
    hoursLeft: hours === null ? null : Number(hours),
    topUp: topUp
      ? {
          days: topUp.days,
          arrives: own(topUp.amount),
          pays: topUp.pays && amountOf(topUp.pays.amount, topUp.pays.currency),
        }
      : null,
    readAt: wallet.askedAt?.toISOString() ?? null,
  }
}

const presentPosition = ({ account, currency, held, state, askedAt, ...sums }: Position) => ({
  account: `${account}:${currency}`,
  ...{ currency, state, held: [...held] },
  ledger: amountOf(sums.ledger, currency),
  provider: sums.provider === null ? null : amountOf(sums.provider, currency),
  difference: sums.difference === null ? null : amountOf(sums.difference, currency),
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

/**
 * Serves the floats and the treasury to the office. Two people book an entry, so the module `approvals` handles that.
 */
export function registerFloats(
  app: FastifyInstance,
  { db, float, positions: readPositions, newestRates }: RouteDeps,
): void {
  // One after the other: figures for staff need only one connection.
  const show = async () => {
    const rates = await newestRates()
    const positions = await readPositions()
    const movements = positions.flatMap(({ onItsWay }) => onItsWay)
    const wallets = await readFloat(db)
    const topUps = await planTopUps(db, { wallets, movements, rates })
    const sums = sumByWallet(movements)
    const balanceOf = await balances(
      db,
      CURRENCY_CODES.map((currency) => `bank:${currency}` as const),
    )
    // Money that we hold is negative in the books.
    const bank = CURRENCY_CODES.map((currency) => amountOf(-balanceOf(`bank:${currency}`), currency))
    const exposure = await readExposure(db, rates)
    return {
      wallets: wallets.map((one) =>
        presentWallet(one, sums.get(walletName(one)) ?? 0n, topUps.get(walletName(one))),
      ),
      stopped: await countStopped(db),
      positions: positions.map(presentPosition),
      movements: movements.map(presentMoving),
      bank,
      exposure: exposure.map(({ open, inDollars }) => ({
        open: amountOf(open.amount, open.currency),
        inDollars: inDollars === null ? null : amountOf(inDollars.amount, inDollars.currency),
      })),
    }
  }

  officeRoute(app, officeCalls.listFloats, show)
  officeRoute(app, officeCalls.setAlertLevel, async ({ body: { wallet, amount, reason }, member }) => {
    if (amount.currency !== wallet.currency || amount.amount < 0)
      throw new Refused('invalid_field', {
        field: 'amount',
        message: `Enter an amount in ${wallet.currency}, zero or more.`,
      })
    const level = money(BigInt(amount.amount), amount.currency)
    const isSet = await setAlertLevel(db, wallet, level, { staff: member.name, reason })
    if (!isSet) throw new Refused('not_found')
    return show()
  })
  officeRoute(app, officeCalls.releaseStopped, async ({ body: { reason }, member }) => ({
    released: [...(await float.releaseAll({ staff: member.name, reason }))],
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
