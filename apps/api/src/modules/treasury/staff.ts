import { formatMoney, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { ActionRefused, signatureOf, type StaffAction } from '../../lib/staff-action.ts'
import { lockBooking, recordMovements } from './book.ts'
import {
  accountOf,
  BANK_ACCOUNT,
  MANUAL_ACCOUNT,
  movementOf,
  type Adjustment,
  type Conversion,
  type EnteredMovement,
  type TopUp,
  type TreasuryEntry,
} from './entry.ts'

const ACTIONS = {
  top_up: 'treasury_top_up',
  conversion: 'treasury_convert',
  adjustment: 'treasury_adjust',
} as const

const enteredBefore = (account: string, reference: string): ActionRefused =>
  new ActionRefused(`${reference} was entered for ${account} before. Give each movement its own reference.`)

/** Stores who entered the movement and why, and books it. @throws ActionRefused when its reference is taken. */
async function enter(tx: Tx, movement: EnteredMovement, cardAccount: string, by: StaffAction): Promise<void> {
  await lockBooking(tx)
  const { one, other, ...rest } = movement
  const { id, at } = await tx
    .insertInto('operator_actions')
    .values({
      action: ACTIONS[movement.kind],
      ...signatureOf(by, {
        before: null,
        after: { account: rest.account, amount: formatMoney(one), other: formatMoney(other) },
      }),
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
  if (recorded === 0) throw enteredBefore(rest.account, rest.providerId)
}

/** Throws when no balance of the account was ever read in this currency: a mistyped account would differ for ever. */
async function requireAccount(db: Db | Tx, account: string, currency: CurrencyCode): Promise<void> {
  if (account === BANK_ACCOUNT || account === MANUAL_ACCOUNT) return
  const known = await db
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

/** Whether a movement needs an account whose balance is read; money changes currency at our bank alone. */
const needsAccount = ({ kind }: EnteredMovement): boolean => kind !== 'conversion'

/** Refuses what could not be booked now. @throws ActionRefused. */
export async function checkEntry(db: Db, cardAccount: string, entry: TreasuryEntry): Promise<void> {
  const movement = movementOf(entry, cardAccount)
  if (needsAccount(movement)) await requireAccount(db, movement.account, movement.one.currency)
  const { rows } = await sql`select from provider_movements
    where account = ${accountOf(entry)} and provider_id = ${entry.reference}`.execute(db)
  if (rows.length > 0) throw enteredBefore(movement.account, entry.reference)
}

/** Books that money left our bank and arrived in a wallet. @throws ActionRefused. */
export async function enterTopUp(db: Db, cardAccount: string, given: TopUp, by: StaffAction): Promise<void> {
  const movement = movementOf({ kind: 'top_up', ...given }, cardAccount)
  await inTransaction(db, 'treasury.enter', async (tx) => {
    await requireAccount(tx, given.account, given.arrived.currency)
    await enter(tx, movement, cardAccount, by)
  })
}

/** Books money that was changed at our bank. @throws ActionRefused. */
export async function enterConversion(
  db: Db,
  cardAccount: string,
  given: Conversion,
  by: StaffAction,
): Promise<void> {
  const movement = movementOf({ kind: 'conversion', ...given }, cardAccount)
  await inTransaction(db, 'treasury.enter_conversion', (tx) => enter(tx, movement, cardAccount, by))
}

/** Books that an account holds more or less than our books say. @throws ActionRefused. */
export async function enterAdjustment(
  db: Db,
  cardAccount: string,
  given: Adjustment,
  by: StaffAction,
): Promise<void> {
  const movement = movementOf({ kind: 'adjustment', ...given }, cardAccount)
  await inTransaction(db, 'treasury.enter_adjustment', async (tx) => {
    await requireAccount(tx, given.account, given.amount.currency)
    await enter(tx, movement, cardAccount, by)
  })
}
