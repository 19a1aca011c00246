import type { NewTreasuryEntry } from '@sesa/contract/office'
import { formatMoney, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { lockBooking, recordMovements } from './book.ts'
import {
  BANK_ACCOUNT,
  entryOf,
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

const OWN_REFERENCE = 'Use a separate reference for each movement.'

/**
 * Throws Refused when a movement of the account has this reference, in any spelling. Under the booking lock, this stays true
 * until the transaction ends.
 */
async function requireNewReference(db: Db | Tx, account: string, reference: string): Promise<void> {
  const { rows } = await sql<{ spelled: string; day: string }>`
    select provider_id as spelled, (recorded_at at time zone 'UTC')::date::text as day from provider_movements
    where account = ${account}
      and (provider_id = ${reference} or folded_reference = fold_reference(${reference}))`.execute(db)
  const [found] = rows
  if (found === undefined) return
  const as = found.spelled === reference ? '' : `, as ${found.spelled} on ${found.day}`
  throw actionRefused(`${reference} is already entered for ${account}${as}. ${OWN_REFERENCE}`)
}

/**
 * Throws Refused when a request for the same movement, with another spelling of its reference, awaits approval or is being
 * booked.
 */
async function requireNoOtherRequest(db: Db, account: string, reference: string): Promise<void> {
  const entity = `${account} ${reference}`
  const { rows } = await sql<{ entity: string }>`
    select entity from approvals where action = 'book_treasury_entry' and entity <> ${entity}
      and (state = 'approved' or (state = 'pending' and expires_at > now()))
      and split_part(entity, ' ', 1) = ${account} and fold_reference(entity) = fold_reference(${entity})`.execute(
    db,
  )
  const [found] = rows
  if (found === undefined) return
  const spelled = found.entity.slice(account.length + 1)
  throw actionRefused(
    `${spelled} for ${account} is awaiting approval, and ${reference} is the same. ${OWN_REFERENCE}`,
  )
}

/** Returns the references of entries of the last 24 hours with the same account and amounts: perhaps the same movement. */
export async function findAlike(
  db: Db,
  given: NewTreasuryEntry,
  cardAccount: string,
): Promise<readonly string[]> {
  const { account, providerId, one, other } = movementOf(entryOf(given), cardAccount)
  const { rows } = await sql<{ reference: string }>`
    select provider_id as reference from provider_movements
    where action_id is not null and account = ${account} and recorded_at > now() - interval '24 hours'
      and (amount, currency) = (${one.amount}, ${one.currency})
      and (other_amount, other_currency) = (${other.amount}, ${other.currency})
      and folded_reference <> fold_reference(${providerId})
    union
    select substr(entity, ${account.length + 2}) from approvals
    where action = 'book_treasury_entry' and state in ('pending', 'approved') and made_at > now() - interval '24 hours'
      and split_part(entity, ' ', 1) = ${account} and entity <> ${`${account} ${providerId}`}
      and payload::jsonb - 'reference' = ${JSON.stringify(given)}::jsonb - 'reference'
    order by 1`.execute(db)
  return rows.map(({ reference }) => reference)
}

/** Stores the author and reason of the movement, and books it. @throws Refused when its reference is taken. */
async function enter(tx: Tx, movement: EnteredMovement, cardAccount: string, by: StaffAction): Promise<void> {
  await lockBooking(tx)
  const { one, other, ...rest } = movement
  await requireNewReference(tx, rest.account, rest.providerId)
  const { id, at } = await tx
    .insertInto('staff_actions')
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
  await recordMovements(tx, [entered], cardAccount)
}

/** Throws when no balance of the account was ever read in this currency: a mistyped account would differ forever. */
async function requireAccount(db: Db | Tx, account: string, currency: CurrencyCode): Promise<void> {
  if (account === BANK_ACCOUNT || account === MANUAL_ACCOUNT) return
  const known = await db
    .selectFrom('float_wallets')
    .select('account')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .executeTakeFirst()
  if (known !== undefined) return
  throw actionRefused(
    `${account} has no balance in ${currency}. Use an account listed under Floats, ${BANK_ACCOUNT} or ${MANUAL_ACCOUNT}.`,
  )
}

/** Returns true if a movement needs an account whose balance is read; only our bank converts currencies. */
const needsAccount = ({ kind }: EnteredMovement): boolean => kind !== 'conversion'

/** Checks whether an entry could be booked now. @throws Refused if not. */
export async function checkEntry(db: Db, cardAccount: string, entry: TreasuryEntry): Promise<void> {
  const movement = movementOf(entry, cardAccount)
  if (needsAccount(movement)) await requireAccount(db, movement.account, movement.one.currency)
  await requireNewReference(db, movement.account, entry.reference)
  await requireNoOtherRequest(db, movement.account, entry.reference)
}

/** Books money that left our bank and arrived in a wallet. @throws Refused. */
export async function enterTopUp(db: Db, cardAccount: string, given: TopUp, by: StaffAction): Promise<void> {
  const movement = movementOf({ kind: 'top_up', ...given }, cardAccount)
  await inTransaction(db, 'treasury.enter', async (tx) => {
    await requireAccount(tx, given.account, given.arrived.currency)
    await enter(tx, movement, cardAccount, by)
  })
}

/** Books money converted at our bank. @throws Refused. */
export async function enterConversion(
  db: Db,
  cardAccount: string,
  given: Conversion,
  by: StaffAction,
): Promise<void> {
  const movement = movementOf({ kind: 'conversion', ...given }, cardAccount)
  await inTransaction(db, 'treasury.enter_conversion', (tx) => enter(tx, movement, cardAccount, by))
}

/** Books the difference when an account holds more or less than our books show. @throws Refused. */
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
