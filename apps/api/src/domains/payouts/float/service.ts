import { formatMoney, money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { readFloat, type WalletOverview } from './overview.ts'
import type { FloatSource } from './ports.ts'
import { keepReadings, type Reading } from './readings.ts'
import { releaseAll, releaseCovered, type ReleaseHold } from './release.ts'
import { walletName } from './store.ts'

export interface FloatModule {
  /** Reads every balance, alerts on changes, and releases the transfers whose money has arrived. */
  refresh(): Promise<void>
  /** Reads and stores every balance. */
  readBalances(): Promise<void>
  /** Releases every transfer that waits for float, at the request of staff. Returns their references. */
  releaseAll(action: StaffAction): Promise<readonly string[]>
  readonly crons: readonly Cron[]
}

export interface FloatDeps {
  readonly db: Db
  /** Sources by account. */
  readonly sources: ReadonlyMap<string, FloatSource>
  readonly releaseHold: ReleaseHold
  /** Logs a line for the attention of staff. */
  alert(line: string): void
}

async function readAll({ db, sources }: FloatDeps): Promise<readonly Reading[]> {
  const readings: Reading[] = []
  for (const [account, source] of sources) {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const balances = await callProvider('float.read_balances', source)
    const askedAt = rows[0]?.at
    if (balances !== null && askedAt !== undefined) readings.push({ account, askedAt, balances })
  }
  return readings
}

function alertLine(wallet: WalletOverview): string {
  const { state, available, hours, askedAt } = wallet
  const facts =
    available === null
      ? `last balance ${askedAt?.toISOString() ?? 'never read'}`
      : `${formatMoney(available)} available of ${formatMoney(money(wallet.balance ?? 0n, wallet.currency))}`
  const refunds =
    wallet.promised > 0n
      ? `, ${formatMoney(money(wallet.promised, wallet.currency))} promised as refunds`
      : ''
  const forecast = hours === null ? '' : `, ${hours} hours left`
  return `ALERT: float of ${walletName(wallet)} is ${state}: ${facts}${refunds}${forecast}; see docs/runbooks/float.md`
}

/** Alerts on wallets whose state has changed, except to enough. A process that dies in between alerts twice. */
async function alertChanges({ db, alert }: FloatDeps, wallets: readonly WalletOverview[]): Promise<void> {
  const changed = wallets.filter(({ state, alerted }) => state !== alerted)
  for (const wallet of changed) if (wallet.state !== 'enough') alert(alertLine(wallet))
  if (changed.length === 0) return
  await inTransaction(db, 'float.record_states', async (tx) => {
    for (const { account, country, currency, state } of changed) {
      await sql`update float_wallets set state = ${state}
        where (account, country, currency) = (${account}, ${country}, ${currency})`.execute(tx)
    }
  })
}

/** Creates the float: our balances with the providers, the reservations, and the transfers that wait for float. */
export function createFloatModule(deps: FloatDeps): FloatModule {
  const { db, releaseHold } = deps
  const readBalances = async (): Promise<void> => {
    const readings = await readAll(deps)
    await inTransaction(db, 'float.keep_balances', (tx) => keepReadings(tx, readings))
  }
  const refresh = async (): Promise<void> => {
    await readBalances()
    const wallets = await readFloat(db)
    await alertChanges(deps, wallets)
    for (const wallet of wallets) await releaseCovered(db, releaseHold, wallet)
  }
  return {
    refresh,
    readBalances,
    async releaseAll(action) {
      // A balance from before the top-up would hold them again.
      await readBalances()
      return releaseAll(db, releaseHold, action)
    },
    crons: [{ task: 'float_refresh', pattern: '*/2 * * * *', run: refresh }],
  }
}
