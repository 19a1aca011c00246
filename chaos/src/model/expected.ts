import { DISPUTED } from '../world/cards.ts'
import type { World } from '../world/world.ts'
import type { Sentences } from './sentences.ts'

/** The model's actions on one transfer. */
export interface Facts {
  readonly ending: string
  /** The person who opened it. */
  readonly sender: number
  /** Cards that it was paid with. */
  readonly cards: string[]
  /** True if the wallet that pays takes no refund. */
  readonly isFull?: boolean
  /** Cancelled by the customer, or by staff with a cancellation or a refund. */
  cancelAsked: boolean
  heldByStaff: boolean
  /** True if a newer transfer replaced it, or its price expired. */
  closed: boolean
}

export const NEW_FACTS = { cancelAsked: false, heldByStaff: false, closed: false }

/** All effects of one seed on transfers, providers and our processes. */
export interface Conditions {
  readonly transfers: Map<string, Facts>
  payoutFaults: number
  /** Carriers whose float was empty. */
  readonly floats: Set<string>
  readonly sentences: Sentences
  kills: number
  /** Office orders that were carried out or requested. */
  orders: number
}

export const newConditions = (): Conditions => ({
  transfers: new Map(),
  payoutFaults: 0,
  floats: new Set(),
  sentences: { read: 0, untrue: [] },
  kills: 0,
  orders: 0,
})

interface End {
  readonly state: string
  readonly hold_reason: string | null
  readonly collection_id: string | null
}

const NEVER_PAID = new Set(['0001', '0005'])

/** Returns how a transfer may end after these actions. */
function mayEnd(
  { ending, sender, cards, cancelAsked, heldByStaff, closed, isFull }: Facts,
  charged: boolean,
  conditions: Conditions,
) {
  // A dispute puts the sender's account on hold: other pay-outs are held, and late charges are refunded.
  const isSenderDisputed = [...conditions.transfers.values()].some(
    (one) => one.sender === sender && one.cards.includes(DISPUTED),
  )
  const byStaff = heldByStaff ? ['staff'] : []
  if (!charged) return { states: ['cancelled'], holds: byStaff }
  const isDisputed = cards.includes(DISPUTED)
  const isRefused = NEVER_PAID.has(ending)
  const holds = [
    ...byStaff,
    ...(isDisputed ? ['disputed', 'refund_failed'] : []),
    ...(isSenderDisputed ? ['fraud_suspected'] : []),
    ...(isFull ? ['refund_failed'] : []),
    ...(conditions.floats.size > 0 ? ['refund_float_empty'] : []),
    // After many unanswered requests, the transfer is held for staff.
    ...(conditions.payoutFaults > 0 ? ['payout_unresolved', 'payout_not_taken'] : []),
  ]
  const states = [
    ...(isRefused ? [] : ['sent']),
    ...(isRefused || cancelAsked || closed || isSenderDisputed ? ['refunded'] : []),
  ]
  return { states, holds }
}

/** Describes the transfers that ended in a forbidden way, and counts those it examined. */
export async function unexpectedEnds(
  world: World,
  conditions: Conditions,
): Promise<{ examined: number; problems: readonly string[] }> {
  const rows = await world.database.sql<End & { id: string }>(
    'select payment_intent_id as id, state, hold_reason, collection_id from transfers where payment_intent_id = any($1)',
    [[...conditions.transfers.keys()]],
  )
  const ends = new Map<string, End>(rows.map((row) => [row.id, row]))
  const { payments } = await world.providers.books()
  const captured = new Map(payments.map((one) => [one.id, one.captured]))
  const problems: string[] = []
  for (const [id, facts] of conditions.transfers) {
    const charged = (captured.get(id) ?? 0) > 0 || (ends.get(id)?.collection_id ?? null) !== null
    const { states, holds } = mayEnd(facts, charged, conditions)
    const end = ends.get(id)
    const { hold_reason: hold = null, state = 'gone' } = end ?? {}
    const fits = hold === null ? states.includes(state) : holds.includes(hold)
    const may = `${states.join(' or ')}${holds.map((reason) => ` or held ${reason}`).join('')}`
    if (!fits)
      problems.push(`model: ${id} (to …${facts.ending}) is ${state} ${hold ?? ''}, but may be ${may}`)
  }
  return { examined: conditions.transfers.size, problems }
}
