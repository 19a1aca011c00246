import type { AnswerOf, calls, DestinationCode, NetworkValue } from '@sesa/contract'
import { compare, type Money } from '@sesa/money'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inOneStatement, inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Sealing } from '../../../lib/secrets.ts'
import { joinTrace } from '../../../lib/tracing.ts'
import { isAccountHeld, type RuleSet } from '../../fraud/index.ts'
import { presentQuote, type Priced, type Quotes, type StoredQuote } from '../../quotes/index.ts'
import { makeRecord } from '../adopt/record.ts'
import { requireDeclared } from './declaration.ts'
import type { Engine } from '../engine/engine.ts'
import { readSendRequest, type IntentBody, type SendRequest } from './input.ts'
import { checkFraud, recordChecked, recordRefusal } from './check-fraud.ts'
import { saveOrigin } from './declines.ts'
import type { LimitKeys } from './limit-keys.ts'
import { checkLimits, lockUser } from './limits.ts'
import {
  insertTransfer,
  isExpiredUnpaid,
  readIdempotencyKey,
  unpaidTransfers,
  writeIdempotencyKey,
} from './create-store.ts'
import { claimUnopened, transition, type TransitionDeps } from '../state/transitions.ts'
import { closeUnpaid } from '../state/wake.ts'
import type { CardPayment, CardProvider, PaymentPeople, ProviderAnswer, SavedCards } from '../ports.ts'
import type { RequireHolder } from './require-holder.ts'
import type { StepDeps } from '../steps/step.ts'
import { freezeSender } from './senders.ts'
import { checkSharedLimits, type LimitsOf } from './shared-limits.ts'
import { releaseLease, saveOpenedPayment } from '../state/claims.ts'
import { readTransfer, type Claim, type TransferRow } from '../state/transfer-row.ts'

export interface OpenDeps extends TransitionDeps {
  readonly db: Db
  readonly cards: CardProvider
  readonly quotes: Quotes
  readonly engine: Engine
  readonly limitsOf: LimitsOf
  readonly keys: LimitKeys
  /** The rules of fraud until staff store others. */
  readonly fraudRules: RuleSet
  /**
   * Refuses a closed network, or an amount out of its bounds or its float. `needsSender`: it requires sender details.
   * `reserve` keeps the float for a pay-out; it comes last in its transaction, since it may lock the wallet.
   */
  requireOpen(
    to: { country: DestinationCode; network: NetworkValue },
    amount: Money,
  ): Promise<{ readonly needsSender: boolean; reserve(tx: Tx, payoutReference: string): Promise<void> }>
  readonly requireHolder: RequireHolder
  readonly senderOf: StepDeps['senderOf']
  readonly savedCards: SavedCards
  /** Encrypts what the card provider keeps of a transfer. */
  readonly sealing: Sealing
  /** True once a customer has given their sender details. */
  isSenderKnown(userId: string): Promise<boolean>
}

/** A customer's request to create a transfer, with its idempotency key. */
export interface Opening {
  readonly userId: string
  readonly sessionId: string
  readonly from: Parameters<typeof readSendRequest>[1]
  /** The digest of the network address the request came from; null counts no address. */
  readonly addressKey: string | null
  readonly key: string | undefined
  readonly body: IntentBody
}

type Opened = AnswerOf<typeof calls.createPaymentIntent>

/** Milliseconds between checks on an unpaid transfer that another process, usually the worker, is cancelling. */
const LOOK_AGAIN_MS = [100, 200, 400, 800]

/** The result of one pass under the user's lock. `unpaid`: other transfers must be cancelled first. */
type Round =
  | { readonly kind: 'created'; readonly claim: Claim; readonly quote: StoredQuote }
  | { readonly kind: 'replay'; readonly transferId: string }
  | { readonly kind: 'unpaid'; readonly ids: readonly string[] }
  | { readonly kind: 'refused'; readonly refusal: Refused }

function hashOf(body: IntentBody): string {
  const canonical = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex')
}

/**
 * `POST /create-payment-intent`: prices the request, locks the quote and opens the card payment. The same key with the
 * same body returns the same payment; another unpaid transfer of the user is first cancelled at the provider.
 */
export async function openTransfer(deps: OpenDeps, opening: Opening): Promise<Opened> {
  const hash = hashOf(opening.body)
  const known = await keyedTransfer(deps, opening, hash)
  if (known !== undefined) return replay(deps, opening, known)
  const request = readSendRequest(opening.body, opening.from)
  const price = await priceOf(deps.quotes, request)
  const open = await deps.requireOpen({ country: request.to, network: request.network }, price.receive)
  const declared = await requireDeclared(opening.body, {
    needsSender: open.needsSender,
    isKnown: () => deps.isSenderKnown(opening.userId),
  })
  const { to: country, phone, network, name } = request
  const confirmed = opening.body.confirmedName === true
  const holder = await deps.requireHolder({ country, phone, network }, { name, confirmed })
  let isElsewhere = false
  for (let pass = 1; ; pass++) {
    const round = await inTransaction(deps.db, 'transfers.open', async (tx): Promise<Round> => {
      await lockUser(tx, opening.userId)
      const transferId = await underKey(tx, opening, hash)
      if (transferId !== undefined) return { kind: 'replay', transferId }
      if (await isAccountHeld(tx, opening.userId)) throw new Refused('account_on_hold')
      const checked = await checkFraud(tx, opening, request, price.usd, deps.fraudRules)
      if (checked.decision.outcome === 'refuse') {
        return { kind: 'refused', refusal: await recordRefusal(tx, opening, checked, price.send) }
      }
      const others = await unpaidTransfers(tx, opening.userId)
      if (others.length > 0) {
        if (pass === 2) for (const id of others) await closeUnpaid(tx, id, 'replaced')
        return { kind: 'unpaid', ids: others }
      }
      const { own, shared } = await deps.limitsOf(tx, opening.userId, request.to)
      await checkLimits(tx, opening.userId, price.usd, own)
      const sharing = { userId: opening.userId, phone: request.phone }
      const personKey = await checkSharedLimits(tx, sharing, price.usd, { keys: deps.keys, shared })
      const quote = await deps.quotes.store(tx, opening.userId, price)
      const claim = await insertTransfer(
        tx,
        { ...request, declared, holder, asked: checked.asked },
        quote,
        price.usd,
        personKey,
      )
      await recordChecked(tx, opening, checked, { transferId: claim.id, amount: price.send })
      await freezeSender(tx, claim.id, opening.userId)
      if (opening.addressKey !== null) await saveOrigin(tx, claim.id, opening.addressKey)
      if (opening.key !== undefined) {
        await writeIdempotencyKey(tx, opening.userId, opening.key, { transferId: claim.id, bodyHash: hash })
      }
      await open.reserve(tx, claim.payout_reference)
      return { kind: 'created', claim, quote }
    })
    if (round.kind === 'refused') throw round.refusal
    if (round.kind === 'created') return openPayment(deps, opening, round.claim, round.quote)
    if (round.kind === 'replay') return replay(deps, opening, round.transferId)
    // The first pass cancels nothing: the customer may have paid one of them, and then it must be sent.
    if (pass > 2) {
      const wait = LOOK_AGAIN_MS[pass - 3]
      // A transfer that another process has says nothing about cards: that process may have died.
      if (wait === undefined)
        throw new Refused(isElsewhere ? 'unavailable' : 'card_provider_unavailable', { retryAfter: 5 })
      await delay(wait)
    }
    isElsewhere = false
    for (const id of round.ids) {
      const { ran } = await deps.engine.run(id)
      if (!ran) isElsewhere = true
    }
  }
}

/** Returns the transfer of the key, unless it was cancelled, which frees the key. Refuses another body. */
async function underKey(db: Db | Tx, opening: Opening, hash: string): Promise<string | undefined> {
  const known =
    opening.key === undefined ? undefined : await readIdempotencyKey(db, opening.userId, opening.key)
  if (known === undefined || known.cancelled) return undefined
  if (known.bodyHash !== hash) throw new Refused('idempotency_key_reused')
  return known.transferId
}

/** As `underKey`, but first closes a transfer whose quote expired unpaid, which frees the key. */
async function keyedTransfer(deps: OpenDeps, opening: Opening, hash: string): Promise<string | undefined> {
  const transferId = await underKey(deps.db, opening, hash)
  if (transferId === undefined || !(await isExpiredUnpaid(deps.db, transferId))) return transferId
  await deps.engine.run(transferId)
  return underKey(deps.db, opening, hash)
}

async function priceOf(quotes: Quotes, request: SendRequest): Promise<Priced> {
  const { from, to, fix } = request
  const price = await quotes.price({ from, to, fix, amount: fix === 'send' ? request.send : request.receive })
  const agreed = compare(price.send, request.send) === 0 && compare(price.receive, request.receive) === 0
  if (agreed) return price
  throw new Refused('rate_changed', {
    field: fix === 'send' ? 'receiveAmount' : 'amount',
    details: { quote: await quotes.preview(price) },
  })
}

async function replay(deps: OpenDeps, opening: Opening, transferId: string): Promise<Opened> {
  const row = await readTransfer(deps.db, transferId)
  joinTrace(row?.traceparent ?? null)
  const paymentId = row?.payment_intent_id ?? null
  if (row !== undefined && paymentId !== null) {
    const answer = await callProvider('cards.read_payment', () => deps.cards.readPayment(paymentId))
    if (!answer.ok) throw new Refused('card_provider_unavailable', { retryAfter: 5 })
    return present(deps, opening, row, answer.value)
  }
  const claim = await inTransaction(deps.db, 'transfers.claim_unopened', (tx) =>
    claimUnopened(tx, transferId),
  )
  if (claim === undefined) throw new Refused('idempotency_key_in_progress', { retryAfter: 1 })
  if (claim.expired) {
    await inTransaction(deps.db, 'transfers.release_unopened', (tx) => releaseLease(tx, claim, 0))
    throw new Refused('quote_expired')
  }
  return openPayment(deps, opening, claim)
}

/** Opens the payment at the provider. Without `fresh` an earlier request may have opened it, so it searches first. */
async function openPayment(
  deps: OpenDeps,
  opening: Opening,
  claim: Claim,
  fresh?: StoredQuote,
): Promise<Opened> {
  const answer = await deps.engine.keepingLease(claim, () =>
    createOrFind(deps, opening, claim, fresh === undefined),
  )
  if (!answer.ok) {
    await inTransaction(deps.db, 'transfers.record_not_opened', async (tx) => {
      // Only a refusal proves that there is no payment; otherwise it may be found later.
      if (answer.reason === 'refused')
        await transition(deps, tx, claim, 'cancelled', {}, { detail: 'card provider refused' })
      else await releaseLease(tx, claim, 30_000)
    })
    throw new Refused('card_provider_unavailable', { retryAfter: 5 })
  }
  await inOneStatement(deps.db, 'transfers.record_opened', (db) =>
    saveOpenedPayment(db, claim, answer.value.id),
  )
  return present(deps, opening, claim, answer.value, fresh)
}

async function peopleOf({ senderOf }: OpenDeps, claim: Claim): Promise<PaymentPeople> {
  const recipient = { name: claim.recipient_name, phone: claim.recipient_phone }
  return { sender: await senderOf(claim.user_id, 'identity', claim.id), recipient }
}

async function createOrFind(
  deps: OpenDeps,
  { userId, body }: Opening,
  claim: Claim,
  again: boolean,
): Promise<ProviderAnswer<CardPayment>> {
  if (again) {
    const found = await callProvider('cards.find_payment', () => deps.cards.findPayment(claim.id))
    if (!found.ok) return found
    if (found.value !== null) return { ok: true, value: found.value }
  }
  const amount: Money = { amount: claim.charge_amount, currency: claim.charge_currency }
  const { id, reference, attempts } = claim
  const people = deps.cards.sendsPartyDetails ? await peopleOf(deps, claim) : null
  const customerId = body.savePaymentMethod === true ? await deps.savedCards.customerOf(userId) : null
  const record = await makeRecord(deps.db, deps.sealing, id)
  return callProvider('cards.create_payment', () =>
    deps.cards.createPayment({
      transferId: id,
      reference,
      amount,
      attempt: attempts,
      people,
      customerId,
      request3ds: claim.request_3ds,
      record,
    }),
  )
}

async function present(
  deps: OpenDeps,
  { userId, body }: Opening,
  row: TransferRow,
  payment: CardPayment,
  known?: StoredQuote,
): Promise<Opened> {
  const quote =
    known ?? (await inTransaction(deps.db, 'transfers.read_quote', (tx) => deps.quotes.get(tx, row.quote_id)))
  if (quote === undefined) throw new Error(`Transfer ${row.id} has no quote`)
  const { id, clientSecret, customerId } = payment
  const customerSessionClientSecret =
    body.savePaymentMethod === true && customerId !== null
      ? await deps.savedCards.openSession(userId, customerId)
      : null
  // A rule of fraud may delay the pay-out beyond the quote's estimate.
  const shown = { ...presentQuote(quote), deliveryEstimate: row.deliver_by.toISOString() }
  return { clientSecret, customerSessionClientSecret, id, quote: shown }
}
