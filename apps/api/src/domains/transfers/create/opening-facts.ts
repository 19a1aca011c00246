/** What is known about a payment that a customer wants to open, read in one statement under the user's lock. */
import { sql } from 'kysely'
import type { Current } from '../../../db/configuration.ts'
import type { Tx } from '../../../db/index.ts'
import type { Priced } from '../../pricing/index.ts'
import { earlierPayments, isHeld, type Earlier } from '../../risk/index.ts'
import { openAtUser, toOpenAtUser, type OpenAtUser, type OpenRow } from './create-store.ts'
import type { CheckedHolder, DeclarationColumns, SendRequest } from './input.ts'
import { sentBy, type Sent } from './limits.ts'
import { lockOfCards, type OpenDeps, type Opening } from './open-payment.ts'
import type { SavedCardsLock } from './saved-cards-lock.ts'
import type { SenderLimits } from './shared-limits.ts'

/** A payment that a customer wants to open, with the facts known before the lock. */
export interface Candidate {
  readonly opening: Opening
  readonly request: SendRequest
  readonly price: Priced
  /** The configuration that price, rules and limits follow from. */
  readonly current: Current
  readonly declared: DeclarationColumns
  readonly holder: CheckedHolder
  /** Reserves the float for the pay-out. */
  reserve(tx: Tx, payoutReference: string): Promise<void>
}

/** The facts about a payment, as of the user's lock. */
export interface OpeningFacts extends OpenAtUser {
  /** True while the account is on hold. */
  readonly isHeld: boolean
  /** Null for a payment that offers no saved cards. */
  readonly cards: SavedCardsLock | null
  readonly earlier: Earlier
  readonly limits: SenderLimits
  /** What the account has sent. */
  readonly sent: Sent
  /** Null while name or date of birth is unknown. */
  readonly person: { readonly name: string; readonly dob: string } | null
}

type Row = OpenRow &
  Earlier &
  Sent & { readonly is_held: boolean; readonly name: string | null; readonly dob: string | null }

/** Reads the facts about a payment. Only reliable under the user's lock. */
export async function readOpeningFacts(
  tx: Tx,
  deps: Pick<OpenDeps, 'savedCards' | 'limitsOf'>,
  { opening, request, current }: Pick<Candidate, 'opening' | 'request' | 'current'>,
): Promise<OpeningFacts> {
  const { userId, key } = opening
  const { rows } = await sql<Row>`
    select open."transferId", open."bodyHash", open.cancelled, open.expired, open.unpaid,
      ${isHeld(userId)} as is_held, p.name, p.dob, own.day, own.month,
      earlier.sent, earlier.known_device, earlier.known_recipient, earlier.foreign_card, earlier.counted
    from (${openAtUser(userId, key)}) open
      cross join (${earlierPayments({ ...opening, ...request })}) earlier
      cross join (${sentBy(userId)}) own
      left join profiles p on p.user_id = ${userId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The facts about a payment returned no row')
  const { is_held, name, dob, day, month } = row
  return {
    ...toOpenAtUser(row),
    isHeld: is_held,
    cards: await lockOfCards(deps, opening, request.phone, tx),
    earlier: row,
    limits: await deps.limitsOf(tx, userId, request.to, current),
    sent: { day, month },
    person: name && dob ? { name, dob } : null,
  }
}
