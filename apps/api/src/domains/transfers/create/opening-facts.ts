/** What is known about a payment that a customer wants to open: one statement before the locks, one under them. */
import type { Agreed } from '@sesa/contract/legal'
import { sql } from 'kysely'
import type { Current } from '../../../db/configuration.ts'
import type { Tx } from '../../../db/index.ts'
import type { Priced } from '../../pricing/index.ts'
import { earlierPayments, isHeld, type Earlier } from '../../risk/index.ts'
import { keyedRequest, unpaidTransfers, type Keyed } from './create-store.ts'
import type { CheckedHolder, DeclarationColumns, SendRequest } from './input.ts'
import type { Digests } from './limit-keys.ts'
import { debitsOf, NO_DEBITS, sentBy, type Debits, type Sent } from './limits.ts'
import type { Way } from '../ways-to-pay/way-to-pay.ts'
import { isAsked } from '../mobile-money/attempts.ts'
import { confirmedNumbers } from '../mobile-money/wallets.ts'
import { lockOfCards, type OpenDeps, type Opening, type OpenNetwork } from './open-payment.ts'
import type { SavedCardsLock } from './saved-cards-lock.ts'
import { sentTogether, type SenderLimits, type SentTogether } from './shared-limits.ts'
import { scarceAccounts, standingOf, type Standing } from '../state/transfer-row.ts'

/** What is known before the locks. */
export interface KnownBefore {
  readonly keyed: Keyed | null
  readonly name: string | null
  /** YYYY-MM-DD. */
  readonly dob: string | null
  readonly agreed: readonly Agreed[]
  /** The provider accounts whose wallet for the pay-out is not ample. */
  readonly scarce: readonly string[]
  /** The numbers that the customer has confirmed, E.164, the sign-in number first. */
  readonly numbers: readonly string[]
}

/** Reads what is known before the locks. */
export async function readBefore(
  { db, agreements }: Pick<OpenDeps, 'db' | 'agreements'>,
  { userId, key, body }: Opening,
): Promise<KnownBefore> {
  const { rows } = await sql<KnownBefore>`
    select ${keyedRequest(userId, key)} as keyed, p.name, p.dob, ${agreements.agreed(userId)} as agreed,
      ${scarceAccounts(sql`${body.country}`, sql`${body.receiveCurrency}`)} as scarce,
      ${confirmedNumbers(userId)} as numbers
    from (select) one left join profiles p on p.user_id = ${userId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('What is known about a payment returned no row')
  return row
}

/** A payment that a customer wants to open, with the facts known before the locks. */
export interface Candidate extends OpenNetwork {
  readonly opening: Opening
  readonly request: SendRequest
  readonly price: Priced
  /** The configuration that price, rules and limits follow from. */
  readonly current: Current
  readonly way: Way
  readonly declared: DeclarationColumns
  readonly holder: CheckedHolder
  readonly known: KnownBefore
  /** The digests of the person and the wallet, which are locked; no person while name or date of birth is unknown. */
  readonly person: Digests | undefined
  readonly wallet: Digests
}

/** The facts about a payment, as of the locks. */
export interface OpeningFacts extends Earlier, Sent, SentTogether, Debits {
  readonly keyed: Keyed | null
  /** The user's unpaid transfers, except those that another process is opening. */
  readonly unpaid: readonly string[]
  /** True while the account is on hold. */
  readonly isHeld: boolean
  /** True while a request to pay one of them is open on the customer's phone. */
  readonly isAsked: boolean
  /** Null for a payment that offers no saved cards. */
  readonly cards: SavedCardsLock | null
  readonly limits: SenderLimits
  /** False if name or date of birth has changed since the person's digests were made. */
  readonly isSamePerson: boolean
}

/** Reads the facts about a payment. Only reliable under the locks of the user, the person and the wallet. */
export async function readOpeningFacts(
  tx: Tx,
  deps: Pick<OpenDeps, 'savedCards' | 'limitsOf'>,
  { opening, request, current, known, person, way }: Candidate,
): Promise<OpeningFacts> {
  const { userId, key } = opening
  const { rows } = await sql<Omit<OpeningFacts, 'cards' | 'limits'> & Standing>`
    select ${keyedRequest(userId, key)} as keyed, ${unpaidTransfers(userId)} as unpaid, ${isHeld(userId)} as "isHeld",
      ${isAsked(userId)} as "isAsked",
      p.name is not distinct from ${known.name} and p.dob is not distinct from ${known.dob}::date as "isSamePerson",
      own.day, own.month, debits.unsettled, debits.settled, standing.tier, standing.country,
      together."personDay", together."personMonth", together."walletDay", together."walletMonth",
      earlier.sent, earlier.known_device, earlier.known_recipient, earlier.foreign_card, earlier.known_payer, earlier.counted
    from (${earlierPayments({ ...opening, ...request, payer: way.method === 'momo' ? way.phone : null })}) earlier
      cross join (${sentBy(userId)}) own
      cross join (${way.method === 'bank_debit' ? debitsOf(userId) : NO_DEBITS}) debits
      cross join (${sentTogether(person ?? [], request.phone)}) together
      cross join (${standingOf(sql`${userId}`)}) standing
      left join profiles p on p.user_id = ${userId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The facts about a payment returned no row')
  const cards = await lockOfCards(deps, opening, request.phone, tx)
  const limits = deps.limitsOf(row, request.to, current)
  return { ...row, cards, limits }
}
