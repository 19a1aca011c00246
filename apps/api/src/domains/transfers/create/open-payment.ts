import type { AnswerOf, calls, CountryCode, DestinationCode, NetworkValue } from '@sesa/contract'
import type { Agreed } from '@sesa/contract/legal'
import type { Money } from '@sesa/money'
import type { RawBuilder } from 'kysely'
import type { Configuration, Current, Moment } from '../../../db/configuration.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Sealing } from '../../../lib/secrets.ts'
import { linkTrace } from '../../../lib/tracing.ts'
import type { RuleSet } from '../../risk/index.ts'
import { presentQuote, type Quotes } from '../../pricing/index.ts'
import { readRecord, sealRecord } from '../adopt/record.ts'
import type { Engine } from '../engine/engine.ts'
import type { Payment, CardProvider, PaymentPeople, ProviderAnswer, SavedCards } from '../ports.ts'
import { decideAndApply } from '../state/apply.ts'
import { Change } from '../state/change.ts'
import { readFrozenSender, readTransfer, type Claim, type TransferRow } from '../state/transfer-row.ts'
import { claimUnopened } from '../state/transitions.ts'
import type { StepDeps } from '../steps/step.ts'
import type { Stored } from './create-store.ts'
import { otherWays, type WayDeps } from '../ways-to-pay/way-to-pay.ts'
import type { CollectionTerms } from '../mobile-money/ports.ts'
import { toCollection } from '../mobile-money/view.ts'
import { readSendRequest, type IntentBody, type RequireHolder } from './input.ts'
import type { LimitKeys } from './limit-keys.ts'
import { requireUnlocked, type SavedCardsLock } from './saved-cards-lock.ts'
import type { LimitsOf } from './shared-limits.ts'

export interface OpenDeps extends WayDeps {
  readonly db: Db
  readonly configuration: Configuration
  readonly cards: CardProvider
  readonly quotes: Quotes
  readonly engine: Engine
  readonly limitsOf: LimitsOf
  readonly keys: LimitKeys
  /** The fraud rules until staff store others. */
  readonly fraudRules: RuleSet
  /**
   * Refuses a closed network, or an amount out of its bounds or its float. Reads the wallets only if the first open route has
   * an account that is `scarce`.
   */
  requireOpen(
    to: { country: DestinationCode; network: NetworkValue },
    amount: Money,
    current: Current,
    scarce: readonly string[],
  ): Promise<OpenNetwork>
  readonly requireHolder: RequireHolder
  readonly senderOf: StepDeps['senderOf']
  readonly savedCards: SavedCards
  /** Encrypts a transfer's record for the card provider. */
  readonly sealing: Sealing
  /** Returns true once a customer has given their sender details. */
  isSenderKnown(userId: string): Promise<boolean>
  readonly agreements: {
    /** Selects what a customer has agreed to as one value, to be part of another statement. */
    agreed(userId: string): RawBuilder<readonly Agreed[]>
    /** Throws Refused `agreements_due` with the documents that a customer of this country still has to accept. Pure. */
    requireAgreed(agreed: readonly Agreed[], country: CountryCode): void
  }
}

/** A network that accepts a pay-out now. */
export interface OpenNetwork {
  /** True if it requires sender details. */
  readonly needsSender: boolean
  /** The account from which `storeOpening` reserves the float; null if `reserve` has to, since the wallet is not ample. */
  readonly account: string | null
  /** Reserves the float for a pay-out. Call it last in its transaction, since it locks the wallet. */
  reserve(tx: Tx, payoutReference: string): Promise<void>
}

/** A customer's request to create a transfer, with its idempotency key. */
export interface Opening {
  readonly userId: string
  readonly sessionId: string
  /** Signed in or confirmed within the last ten minutes. */
  readonly proven: boolean
  readonly from: Parameters<typeof readSendRequest>[1]
  /** Digest of the request's network address; null counts no address. */
  readonly addressKey: string | null
  readonly key: string | undefined
  readonly body: IntentBody
  /** When the call entered. */
  readonly entered: Moment
}

/** The answer to the customer. */
export type Opened = AnswerOf<typeof calls.createPaymentIntent>

/** Returns whether the payment may offer saved cards; null when the request does not want them. */
export async function lockOfCards(
  { savedCards }: Pick<OpenDeps, 'savedCards'>,
  opening: Opening,
  recipientPhone: string,
  db: Db | Tx,
): Promise<SavedCardsLock | null> {
  return opening.body.savePaymentMethod === true ? savedCards.lockOf(db, opening, recipientPhone) : null
}

/** Opens the payment of an earlier request with the same key, or returns it in its current state at the card provider. */
export async function replay(deps: OpenDeps, opening: Opening, transferId: string): Promise<Opened> {
  const row = await readTransfer(deps.db, transferId)
  linkTrace(row?.traceparent ?? null)
  const paymentId = row?.payment_intent_id ?? null
  if (row?.pay_method === 'momo') return present(deps, opening, row, null)
  const unlocked = async ({ recipient_phone: phone }: TransferRow) =>
    requireUnlocked(await lockOfCards(deps, opening, phone, deps.db))
  if (row !== undefined && paymentId !== null) {
    const answer = await callProvider('cards.read_payment', () => deps.cards.readPayment(paymentId))
    if (!answer.ok) throw new Refused('card_provider_unavailable', { retryAfter: 5 })
    if (answer.value.status === 'open') await unlocked(row)
    return present(deps, opening, row, answer.value)
  }
  if (row !== undefined) await unlocked(row)
  const claim = await inTransaction(deps.db, 'transfers.claim_unopened', (tx) =>
    claimUnopened(tx, transferId),
  )
  if (claim === undefined) throw new Refused('idempotency_key_in_progress', { retryAfter: 1 })
  if (claim.expired) {
    await decideAndApply(deps.db, 'transfers.release_unopened', claim, (current) =>
      Change.of(current).wait(0),
    )
    throw new Refused('quote_expired')
  }
  return openPayment(deps, opening, claim)
}

/**
 * Opens the payment at the card provider; a payment by mobile money is open once it is stored. If not just `stored`, an earlier
 * request may have opened it, so it searches first.
 */
export async function openPayment(
  deps: OpenDeps,
  opening: Opening,
  claim: Claim,
  stored?: Stored,
): Promise<Opened> {
  if (claim.pay_method === 'momo') return present(deps, opening, claim, null, stored)
  const answer = await deps.engine.keepingLease(claim, () => createOrFind(deps, opening, claim, stored))
  if (!answer.ok) {
    await decideAndApply(deps.db, 'transfers.record_not_opened', claim, (current) =>
      // Only a refusal proves that there is no payment; otherwise it may be found later.
      answer.reason === 'refused'
        ? Change.of(current).move('cancelled', {}, { detail: 'card provider refused' })
        : Change.of(current).wait(30_000),
    )
    throw new Refused('card_provider_unavailable', { retryAfter: 5 })
  }
  await decideAndApply(deps.db, 'transfers.record_opened', claim, (current) =>
    Change.of(current).opened(answer.value.id),
  )
  return present(deps, opening, claim, answer.value, stored)
}

async function peopleOf({ db, senderOf }: OpenDeps, claim: Claim): Promise<PaymentPeople> {
  const recipient = { name: claim.recipient_name, phone: claim.recipient_phone }
  const frozen = await readFrozenSender(db, claim.id)
  return { sender: await senderOf(claim.user_id, 'identity', frozen), recipient }
}

async function createOrFind(
  deps: OpenDeps,
  { userId, body }: Opening,
  claim: Claim,
  stored: Stored | undefined,
): Promise<ProviderAnswer<Payment>> {
  if (stored === undefined) {
    const found = await callProvider('cards.find_payment', () => deps.cards.findPayment(claim.id))
    if (!found.ok) return found
    if (found.value !== null) return { ok: true, value: found.value }
  }
  const amount: Money = { amount: claim.charge_amount, currency: claim.charge_currency }
  const { id, reference, attempts } = claim
  const people = deps.cards.sendsPartyDetails ? await peopleOf(deps, claim) : null
  // Without a customer the provider refuses every saved card, even when a thief confirms the payment.
  const byBank = claim.pay_method === 'bank_debit'
  const customerId =
    body.savePaymentMethod === true && !byBank ? await deps.savedCards.customerOf(userId) : null
  const record = sealRecord(deps.sealing, stored?.record ?? (await readRecord(deps.db, id)), id)
  return callProvider('cards.create_payment', () =>
    deps.cards.createPayment({
      transferId: id,
      reference,
      amount,
      attempt: attempts,
      people,
      customerId,
      byBank,
      // A bank account has no 3-D Secure: its bank asks for the owner's sign-in.
      request3ds: byBank ? null : claim.request_3ds,
      // A payment that requires authentication also requires the security code of a saved card.
      cvcAgain: customerId !== null && claim.request_3ds === 'challenge',
      record,
    }),
  )
}

async function present(
  deps: OpenDeps,
  opening: Opening,
  row: TransferRow,
  /** Null for a payment by mobile money. */
  payment: Payment | null,
  stored?: Stored,
): Promise<Opened> {
  const { userId, body } = opening
  const quote =
    stored?.quote ??
    (await inTransaction(deps.db, 'transfers.read_quote', (tx) => deps.quotes.get(tx, row.quote_id)))
  if (quote === undefined) throw new Error(`Transfer ${row.id} has no quote`)
  const customerId = payment?.status === 'open' ? payment.customerId : null
  const customerSessionClientSecret =
    body.savePaymentMethod === true && customerId !== null
      ? await deps.savedCards.openSession(userId, customerId)
      : null
  // A fraud rule may delay the pay-out beyond the quote's estimate.
  const shown = { ...presentQuote(quote), deliveryEstimate: row.deliver_by.toISOString() }
  const { payment_intent_id, pay_method: chosen } = row
  const id = payment?.id ?? payment_intent_id
  if (id === null) throw new Error(`Transfer ${row.id} has no payment`)
  const phone = row.pay_phone ?? stored?.phone ?? (await readFrozenSender(deps.db, row.id))?.phone ?? null
  // As of the quote, so that a repeated request gets the same answer.
  const current = { ...(await deps.configuration.asOf(opening.entered)), now: quote.createdAt }
  return {
    clientSecret: payment?.clientSecret ?? null,
    ...{ customerSessionClientSecret, id, quote: shown },
    ways: await otherWays(deps, readSendRequest(body, opening.from), current, { chosen, phone }),
    ...(chosen === 'momo' && {
      collection: toCollection(stored?.terms ?? (await requireTerms(deps.collectors, row)), row, phone),
    }),
  }
}

/** Returns how the payer's network takes a payment now. Throws Refused `mobile_money_unavailable` when it takes none. */
async function requireTerms({ termsOf }: OpenDeps['collectors'], row: TransferRow): Promise<CollectionTerms> {
  const terms = await termsOf(row.sender_country, row.pay_network ?? '')
  if (terms === null) throw new Refused('mobile_money_unavailable', { retryAfter: 60 })
  return terms
}
