import { compare } from '@sesa/money'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { isAccountHeld } from '../../risk/index.ts'
import type { Priced, Quotes, StoredQuote } from '../../pricing/index.ts'
import type { Claim } from '../state/transfer-row.ts'
import { closeUnpaid } from '../state/wake.ts'
import { checkFraud, recordChecked, recordRefusal } from './check-fraud.ts'
import {
  insertTransfer,
  isExpiredUnpaid,
  readIdempotencyKey,
  unpaidTransfers,
  writeIdempotencyKey,
} from './create-store.ts'
import { requireDeclared } from './declaration.ts'
import { saveOrigin } from './declines.ts'
import { readSendRequest, type IntentBody, type SendRequest } from './input.ts'
import { checkLimits, lockUser } from './limits.ts'
import {
  openPayment,
  replay,
  requireUnlocked,
  type OpenDeps,
  type Opened,
  type Opening,
} from './open-payment.ts'
import { freezeSender } from './senders.ts'
import { checkSharedLimits } from './shared-limits.ts'

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
  await deps.requireAgreements(opening.userId)
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
      const savedCard = await requireUnlocked(deps, opening, request.phone, tx)
      const checked = await checkFraud(tx, { ...opening, savedCard }, request, price.usd, deps.fraudRules)
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
