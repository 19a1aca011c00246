import { isCollectionAccount } from '@sesa/contract/office'
import { CURRENCY_CODES, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { readWallets, type StoredWallet } from '../../payouts/index.ts'
import { balances } from '../../record/index.ts'
import { neededFor, readOnItsWay, sumOnItsWay, type OnItsWay } from './on-its-way.ts'

/**
 * `equal`: to the last minor unit. `settling`: the difference is at most the amount in transit. `differs`: it is more.
 * `unknown`: a balance is old or was never read, or the movements were never read to the end. `not_begun`: no top-up or
 * adjustment of a wallet of this currency was ever entered, so there is nothing to compare.
 */
export type PositionState = 'equal' | 'settling' | 'differs' | 'unknown' | 'not_begun'

/** Our holdings in one currency, by our books and by the providers, in minor units. */
export interface Position {
  readonly account: OnItsWay['book']
  readonly currency: CurrencyCode
  /** The provider accounts that hold it. */
  readonly held: readonly string[]
  readonly ledger: bigint
  /** Null when a balance is unknown. */
  readonly provider: bigint | null
  /** The provider's balance minus ours; null when the provider's is unknown. */
  readonly difference: bigint | null
  /** Movements missing in our books or in the balance, oldest first. */
  readonly onItsWay: readonly OnItsWay[]
  /** Their sum. */
  readonly settling: bigint
  readonly state: PositionState
  /** When the older of the balances was requested. */
  readonly askedAt: Date | null
}

interface Facts {
  /** True if the card provider's movements were ever read to the end. */
  readonly isRead: boolean
  /** Currencies of wallets with movements entered by staff. */
  readonly begun: ReadonlySet<string>
  /** Amounts paid by hand beyond the top-ups, by currency. */
  readonly byHand: ReadonlyMap<string, bigint>
}

type Sums = readonly { currency: string; sum: bigint }[]
const toMap = (rows: Sums): Map<string, bigint> => new Map(rows.map(({ currency, sum }) => [currency, sum]))

async function readFacts(db: Db, cardAccount: string): Promise<Facts> {
  const { rows: reads } = await sql<{ found: boolean }>`
    select read_upto is not null as found from provider_reads where account = ${cardAccount}`.execute(db)
  const { rows: begun } = await sql<{ currency: string }>`
    select distinct currency from provider_movements
    where action_id is not null and kind in ('top_up', 'adjustment') and account not in (${cardAccount}, 'bank', 'manual')`.execute(
    db,
  )
  const { rows: byHand } = await sql<{ currency: string; sum: bigint }>`
    select currency, sum(amount)::bigint as sum from (
      select m.currency, m.amount from manual_payouts m join transfers t on t.payout_reference = m.reference
      where m.outcome = 'paid' and t.state = 'sent'
      union all
      select currency, -amount from provider_movements where account = 'manual' and kind in ('top_up', 'adjustment')
    ) manual group by 1`.execute(db)
  return {
    isRead: reads[0]?.found ?? false,
    begun: new Set(begun.map(({ currency }) => currency)),
    byHand: toMap(byHand),
  }
}

/**
 * Returns the state of a position. `isConverting`: a charge in another currency is not listed yet, so the converted amount is
 * unknown.
 */
function judge(difference: bigint | null, settling: bigint, isConverting: boolean): PositionState {
  if (difference === null) return 'unknown'
  if (difference === 0n) return 'equal'
  const size = difference < 0n ? -difference : difference
  return size <= settling || isConverting ? 'settling' : 'differs'
}

const oldest = (wallets: readonly StoredWallet[]): Date | null =>
  wallets.reduce<Date | null>(
    (found, { askedAt }) => (found === null || (askedAt !== null && askedAt < found) ? askedAt : found),
    null,
  )

/** Sums balances in minor units; null when one is unknown. */
const sumOf = (wallets: readonly StoredWallet[]): bigint | null =>
  wallets.reduce<bigint | null>(
    (sum, { balance: held, pending }) => (sum === null || held === null ? null : sum + held + pending),
    0n,
  )

/**
 * Returns our holdings at the providers, by our books and by their last balances. Wallets of one currency count together. A
 * currency without a reported balance counts as zero at the card provider.
 */
export async function readPositions(db: Db, cardAccount: string): Promise<readonly Position[]> {
  const wallets = await readWallets(db)
  const cards = wallets.filter(({ account }) => account === cardAccount)
  const atCarriers = wallets.filter(({ account }) => account !== cardAccount)
  const rails = atCarriers.filter(({ account }) => !isCollectionAccount(account))
  const collecting = atCarriers.filter(({ account }) => isCollectionAccount(account))
  const facts = await readFacts(db, cardAccount)
  const moving = await readOnItsWay(db, cardAccount)
  const balanceOf = await balances(
    db,
    CURRENCY_CODES.flatMap((currency) =>
      (['card_clearing', 'payout_float', 'collection_float'] as const).map(
        (book) => `${book}:${currency}` as const,
      ),
    ),
  )
  const positions: Position[] = []
  const add = (
    one: Pick<Position, 'account' | 'currency' | 'held' | 'provider' | 'askedAt'>,
    { elsewhere = 0n, hasBegun = true, isConverting = false },
  ): void => {
    const { account, currency, provider } = one
    const ledger = -balanceOf(`${account}:${currency}`) + elsewhere
    const difference = provider === null ? null : provider - ledger
    const onItsWay = neededFor(moving, { book: account, currency }, difference)
    const settling = sumOnItsWay(onItsWay)
    const state = hasBegun ? judge(difference, settling, isConverting) : 'not_begun'
    positions.push({ ...one, ledger, difference, onItsWay, settling, state })
  }
  const settled = new Set(cards.map(({ currency }) => currency))
  const isForeignUnlisted = moving.some(
    ({ missing, amount }) => missing === 'list' && !settled.has(amount.currency),
  )
  for (const currency of CURRENCY_CODES) {
    const held = cards.filter((one) => one.currency === currency)
    // Without any balance of the account, a missing currency does not mean zero.
    const provider =
      cards.length === 0 || !facts.isRead ? null : sumOf(held.length === 0 ? emptyOf(cards) : held)
    add(
      { account: 'card_clearing', currency, held: [cardAccount], provider, askedAt: oldest(cards) },
      { isConverting: isForeignUnlisted && held.length > 0 },
    )
  }
  for (const currency of CURRENCY_CODES) {
    const own = rails.filter((one) => one.currency === currency)
    if (own.length === 0) continue
    add(
      {
        account: 'payout_float',
        currency,
        held: [...new Set(own.map(({ account }) => account))],
        provider: sumOf(own),
        askedAt: oldest(own),
      },
      { elsewhere: facts.byHand.get(currency) ?? 0n, hasBegun: facts.begun.has(currency) },
    )
  }
  for (const currency of CURRENCY_CODES) {
    const own = collecting.filter((one) => one.currency === currency)
    if (own.length === 0) continue
    add(
      {
        account: 'collection_float',
        currency,
        held: own.map(({ account }) => account),
        provider: sumOf(own),
        askedAt: oldest(own),
      },
      {},
    )
  }
  return positions
}

/** Returns a zero balance as old as the balances that were read. */
const emptyOf = (wallets: readonly StoredWallet[]): readonly StoredWallet[] =>
  wallets.map((wallet) => ({ ...wallet, balance: wallet.balance === null ? null : 0n, pending: 0n }))
