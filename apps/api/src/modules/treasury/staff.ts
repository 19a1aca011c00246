import type { CurrencyCode, Money } from '@sesa/money'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { ActionRefused, type StaffAction } from '../../lib/staff-action.ts'
import { lockBooking, recordMovements } from './book.ts'
import type { Adjusts, NewMovement } from './movement.ts'

/** An account where pay-outs by hand come from. */
const MANUAL_ACCOUNT = 'manual'
/** Our account at our bank. */
const BANK_ACCOUNT = 'bank'

interface Entered {
  readonly action: 'treasury_top_up' | 'treasury_convert' | 'treasury_adjust'
  readonly movement: Pick<NewMovement, 'account' | 'providerId' | 'kind' | 'adjusts'> & {
    readonly one: Money
    readonly other: Money
  }
}

/** Stores who entered the movement and why, and books it. @throws ActionRefused when its reference is taken. */
async function enter(
  tx: Tx,
  { action, movement }: Entered,
  cardAccount: string,
  by: StaffAction,
): Promise<void> {
  await lockBooking(tx)
  const { one, other, ...rest } = movement
  const { id, at } = await tx
    .insertInto('operator_actions')
    .values({
      action,
      operator: by.staff,
      reason: by.reason,
      subject: `${rest.account} ${rest.providerId}`,
    })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow()
  const entered = {
    ...rest,
    ...{ amount: one.amount, currency: one.currency },
    ...{ otherAmount: other.amount, otherCurrency: other.currency },
    ...{ transferId: null, fee: 0n, at, actionId: id },
  }
  const recorded = await recordMovements(tx, [entered], cardAccount)
  if (recorded === 0)
    throw new ActionRefused(
      `${rest.providerId} was entered for ${rest.account} before. Give each movement its own --reference.`,
    )
}

/** Throws when no balance of the account was ever read in this currency: a mistyped account would differ for ever. */
async function requireAccount(tx: Tx, account: string, currency: CurrencyCode): Promise<void> {
  if (account === BANK_ACCOUNT || account === MANUAL_ACCOUNT) return
  const known = await tx
    .selectFrom('float_wallets')
    .select('account')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .executeTakeFirst()
  if (known !== undefined) return
  throw new ActionRefused(
    `No balance of ${account} in ${currency} was ever read. Use an account that float lists, ${BANK_ACCOUNT} or ${MANUAL_ACCOUNT}.`,
  )
}

export interface TopUp {
  readonly account: string
  readonly arrived: Money
  /** What left our bank. */
  readonly paid: Money
  readonly reference: string
}

export interface Conversion {
  readonly bought: Money
  readonly sold: Money
  readonly reference: string
}

export interface Adjustment {
  readonly account: string
  /** Positive when the account holds more than our books say. */
  readonly amount: Money
  readonly as: Adjusts
  readonly reference: string
}

/** Books that money left our bank and arrived in a wallet. @throws ActionRefused. */
export function enterTopUp(db: Db, cardAccount: string, given: TopUp, by: StaffAction): Promise<void> {
  const { account, arrived, paid, reference } = given
  if (arrived.currency === paid.currency && paid.amount < arrived.amount)
    throw new ActionRefused(
      `More arrived than left our bank in ${paid.currency}. Check --arrived and --paid, and enter the rest with treasury adjust.`,
    )
  if (account === cardAccount || account === BANK_ACCOUNT)
    throw new ActionRefused(
      `${account} is not a wallet. Movements of ${cardAccount} are read from it; see treasury adjust.`,
    )
  return inTransaction(db, 'treasury.enter', async (tx) => {
    await requireAccount(tx, account, arrived.currency)
    const movement = { account, providerId: reference, kind: 'top_up' as const, adjusts: null }
    await enter(
      tx,
      { action: 'treasury_top_up', movement: { ...movement, one: arrived, other: paid } },
      cardAccount,
      by,
    )
  })
}

/** Books money that was changed at our bank. @throws ActionRefused. */
export function enterConversion(
  db: Db,
  cardAccount: string,
  { bought, sold, reference }: Conversion,
  by: StaffAction,
): Promise<void> {
  if (bought.currency === sold.currency)
    throw new ActionRefused('--sold and --bought have the same currency. Give two currencies.')
  const movement = {
    account: BANK_ACCOUNT,
    providerId: reference,
    kind: 'conversion' as const,
    adjusts: null,
    one: bought,
    other: sold,
  }
  return inTransaction(db, 'treasury.enter_conversion', (tx) =>
    enter(tx, { action: 'treasury_convert', movement }, cardAccount, by),
  )
}

/** Books that an account holds more or less than our books say. @throws ActionRefused. */
export function enterAdjustment(
  db: Db,
  cardAccount: string,
  { account, amount, as, reference }: Adjustment,
  by: StaffAction,
): Promise<void> {
  const movement = {
    account,
    providerId: reference,
    kind: 'adjustment' as const,
    adjusts: as,
    one: amount,
    other: amount,
  }
  return inTransaction(db, 'treasury.enter_adjustment', async (tx) => {
    await requireAccount(tx, account, amount.currency)
    await enter(tx, { action: 'treasury_adjust', movement }, cardAccount, by)
  })
}
