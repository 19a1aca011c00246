import { compare } from '@sesa/money'
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Current } from '../../../db/configuration.ts'
import { inTransaction } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Priced, Quotes } from '../../pricing/index.ts'
import { closeUnpaid } from '../state/wake.ts'
import { recordRefusal } from './check-fraud.ts'
import { checkAll, type Stop } from './checks.ts'
import { storeOpening, type Keyed, type Stored } from './create-store.ts'
import { readSendRequest, requireDeclared, type IntentBody, type SendRequest } from './input.ts'
import { lockUser } from './limits.ts'
import { openPayment, replay, type OpenDeps, type Opened, type Opening } from './open-payment.ts'
import { pricedBy, readWay, requireTakenBy, type Way } from '../ways-to-pay/way-to-pay.ts'
import { readBefore, readOpeningFacts, type Candidate, type KnownBefore } from './opening-facts.ts'

/** Milliseconds between checks on an unpaid transfer that another process, usually the worker, is cancelling. */
const LOOK_AGAIN_MS = [100, 200, 400, 800]

/** Maximum number of times that one opening is prepared again because the configuration or the sender has changed. */
const MOST_OUTDATED = 10

/** The result of one pass under the user's lock. */
type Round =
  | { readonly kind: 'created'; readonly stored: Stored }
  /** The configuration, or the sender's name or date of birth, has changed since the preparation. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'replay'; readonly transferId: string }
  /** The refusal is recorded. */
  | { readonly kind: 'refused'; readonly refusal: Refused }
  | Extract<Stop, { readonly kind: 'unpaid' }>

function hashOf(body: IntentBody): string {
  const canonical = Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex')
}

/**
 * Handles `POST /create-payment-intent`: prices the request, locks the quote and opens the payment. The same key with
 * the same body returns the same payment; another unpaid transfer of the user is first cancelled at the provider.
 */
export async function openTransfer(deps: OpenDeps, opening: Opening): Promise<Opened> {
  let prepared = await prepare(deps, opening, await deps.configuration.asOf(opening.entered))
  let isElsewhere = false
  for (let [pass, outdated] = [1, 0]; ; pass++) {
    if ('transferId' in prepared) return replay(deps, opening, prepared.transferId)
    const round = await openOnce(deps, prepared, { replaces: pass === 2 })
    if (round.kind === 'refused') throw round.refusal
    if (round.kind === 'created') return openPayment(deps, opening, round.stored.claim, round.stored)
    if (round.kind === 'replay') return replay(deps, opening, round.transferId)
    if (round.kind === 'outdated') {
      if (++outdated > MOST_OUTDATED) throw new Refused('unavailable', { retryAfter: 1 })
      prepared = await prepare(deps, opening, await deps.configuration.current())
      pass -= 1
      continue
    }
    // The first pass cancels nothing: the customer may have paid one of them, and then it must be sent.
    if (pass > 2) {
      const wait = LOOK_AGAIN_MS[pass - 3]
      // A transfer leased to another process says nothing about cards: that process may have died.
      if (wait === undefined)
        throw new Refused(isElsewhere ? 'unavailable' : 'card_provider_unavailable', { retryAfter: 5 })
      await delay(wait)
    }
    isElsewhere = false
    for (const id of round.ids) {
      const { ran } = await deps.engine.run({ id })
      if (!ran) isElsewhere = true
    }
  }
}

/**
 * Checks and stores the payment under the user's lock, or returns the reason why nothing was stored. `replaces`: requests that
 * unpaid transfers be cancelled. Throws Refused.
 */
function openOnce(
  deps: OpenDeps,
  candidate: Candidate,
  { replaces }: { readonly replaces: boolean },
): Promise<Round> {
  const { opening, price, wallet, person, account } = candidate
  const bodyHash = hashOf(opening.body)
  return inTransaction(deps.db, 'transfers.open', async (tx) => {
    await lockUser(tx, opening.userId, [...wallet, ...(person ?? [])])
    const facts = await readOpeningFacts(tx, deps, candidate)
    const earlier = requireSameBody(facts.keyed ?? undefined, bodyHash)
    if (earlier !== undefined) return { kind: 'replay', transferId: earlier.transferId }
    if (!facts.isSamePerson) return { kind: 'outdated' }
    const found = checkAll({ candidate, facts, fraudRules: deps.fraudRules })
    if (found.stop?.kind === 'refused')
      return { kind: 'refused', refusal: await recordRefusal(tx, opening, found.stop.checked, price.send) }
    if (found.stop !== undefined) {
      if (replaces) for (const id of found.stop.ids) await closeUnpaid(tx, id, 'replaced')
      return found.stop
    }
    const stored = await storeOpening(tx, deps.quotes, { ...candidate, ...found, bodyHash })
    if (stored === undefined) return { kind: 'outdated' }
    // Last, since it locks the wallet.
    if (account === null) await candidate.reserve(tx, stored.claim.payout_reference)
    return { kind: 'created', stored }
  })
}

/**
 * Reads and prices the request, and runs the checks that need no lock. Returns the transfer of its key, if any, before it
 * refuses anything else. Throws Refused.
 */
async function prepare(deps: OpenDeps, opening: Opening, current: Current): Promise<Candidate | Keyed> {
  const { body, userId, from } = opening
  const known = await readFreed(deps, opening)
  if (known.keyed !== null) return known.keyed
  const request = readSendRequest(body, from)
  deps.agreements.requireAgreed(known.agreed, from)
  const way = await readWay(deps, body, from, known.numbers, current)
  const price = priceOf(deps.quotes, request, way, current)
  const { to: country, phone, network } = request
  const open = await deps.requireOpen({ country, network }, price.receive, current, known.scarce)
  const declared = await requireDeclared(body, {
    needsSender: open.needsSender,
    isKnown: () => deps.isSenderKnown(userId),
  })
  const holder = await deps.requireHolder(
    { country, phone, network },
    { name: request.name, confirmed: body.confirmedName === true },
    current,
  )
  const person = known.name && known.dob ? deps.keys.ofPerson(known.name, known.dob) : undefined
  const wallet = deps.keys.ofWallet(phone)
  return { ...open, opening, known, request, price, current, way, declared, holder, person, wallet }
}

/** Returns the request of the key, unless its transfer was cancelled, which frees the key. Refuses another body. */
function requireSameBody(known: Keyed | undefined, hash: string): Keyed | undefined {
  if (known === undefined || known.cancelled) return undefined
  if (known.bodyHash !== hash) throw new Refused('idempotency_key_reused')
  return known
}

/** Reads what is known before the locks. First closes the key's transfer if its quote expired unpaid, which frees the key. */
async function readFreed(deps: OpenDeps, opening: Opening): Promise<KnownBefore> {
  const read = async (): Promise<KnownBefore> => {
    const known = await readBefore(deps, opening)
    return { ...known, keyed: requireSameBody(known.keyed ?? undefined, hashOf(opening.body)) ?? null }
  }
  const known = await read()
  if (known.keyed?.expired !== true) return known
  await deps.engine.run({ id: known.keyed.transferId })
  return read()
}

function priceOf(quotes: Quotes, request: SendRequest, way: Way, current: Current): Priced {
  const { from, to, fix } = request
  const amount = fix === 'send' ? request.send : request.receive
  const price = quotes.price({ ...{ from, to, fix, amount }, ...pricedBy(way) }, current)
  const agreed = compare(price.send, request.send) === 0 && compare(price.receive, request.receive) === 0
  if (agreed) {
    requireTakenBy(way, price.charge.total)
    return price
  }
  throw new Refused('rate_changed', {
    field: fix === 'send' ? 'receiveAmount' : 'amount',
    details: { quote: quotes.preview(price, current) },
  })
}
