import type { Finding } from '../../../apps/api/src/domains/books/index.ts'
import type { Books } from './providers.ts'
import type { World } from './world.ts'

interface TransferFacts {
  readonly id: string
  readonly state: string
  readonly hold_reason: string | null
  readonly pay_method: 'card' | 'momo' | 'bank_debit'
  readonly collection_id: string | null
  readonly payment_intent_id: string | null
  readonly payout_reference: string
  readonly recipient_phone: string
  readonly receive_amount: number
  readonly charge_amount: number
  readonly captured: number
  readonly refunded: number
  readonly paid_out: number
}

/** Each transfer with the amounts captured, refunded and paid out by its entries. */
const TRANSFERS = `
  select t.id, t.state, t.hold_reason, t.pay_method, t.collection_id, t.payment_intent_id, t.payout_reference, t.recipient_phone,
    t.receive_amount, t.charge_amount,
    coalesce(sum(p.amount) filter (where e.kind = 'capture'), 0)::bigint as captured,
    coalesce(sum(case e.kind when 'refund' then p.amount when 'refund_returned' then -p.amount end), 0)::bigint as refunded,
    coalesce(sum(p.amount) filter (where p.to_account like 'payout_float:%' and e.kind <> 'refund'), 0)::bigint as paid_out
  from transfers t
  left join ledger_entries e on e.transfer_id = t.id
    or e.transfer_id in (select o.id from booked_apart o where o.transfer_id = t.id and o.action <> 'extra')
  left join ledger_postings p on p.entry_id = e.id
  group by t.id`

interface AttemptFacts {
  readonly id: string
  readonly collection_id: string | null
  /** The hold of its transfer. */
  readonly hold_reason: string | null
  readonly captured: number
  readonly refunded: number
  /** Refunds that the wallet did not take. */
  readonly refused: number
}

/** Each request to pay, with the amounts that are booked under its own id: it paid too late, or a second time. */
const ATTEMPTS = `
  select a.id, a.state, t.collection_id, t.state as "transferState", t.hold_reason,
    (select count(*) from collection_refunds r where r.attempt_id = a.id and r.state = 'failed' and not r.lacked_float)::int as refused,
    coalesce(sum(p.amount) filter (where e.kind = 'capture'), 0)::bigint as captured,
    coalesce(sum(p.amount) filter (where e.kind = 'refund'), 0)::bigint as refunded
  from collection_attempts a join transfers t on t.id = a.transfer_id
  left join ledger_entries e on e.transfer_id = a.entry_id
  left join ledger_postings p on p.entry_id = e.id
  group by a.id, t.id`

interface RefundElsewhere {
  readonly id: string
  readonly attempt_id: string
}

/** Refunds to another wallet than the one that paid; each is a pay-out of its carrier. */
const REFUNDS_ELSEWHERE = 'select id, attempt_id from collection_refunds where phone is not null'

/** Returns the providers' books, with each refund to another wallet as a refund of its payment. */
async function readBooks({ database, providers }: World): Promise<Books> {
  const refunds = await database.sql<RefundElsewhere & Record<string, unknown>>(REFUNDS_ELSEWHERE)
  const paidBy = new Map(refunds.map(({ id, attempt_id }) => [id, attempt_id]))
  const books = await providers.books()
  const given = new Map<string, number>()
  for (const { reference, status, amount } of books.payouts) {
    const attempt = paidBy.get(reference)
    if (attempt !== undefined && status === 'completed')
      given.set(attempt, (given.get(attempt) ?? 0) + amount)
  }
  return {
    ...books,
    collections: books.collections.map((one) => ({
      ...one,
      refunded: one.refunded + (given.get(one.reference) ?? 0),
    })),
    payouts: books.payouts.filter(({ reference }) => !paidBy.has(reference)),
  }
}

/** Checks the invariants that hold once the world is quiet. */
export async function verify(world: World): Promise<readonly Finding[]> {
  const books = await readBooks(world)
  const transfers = await world.database.sql<TransferFacts & Record<string, unknown>>(TRANSFERS)
  const attempts = await world.database.sql<AttemptFacts & Record<string, unknown>>(ATTEMPTS)
  const explained = await explainedBreaks(world)
  return [
    ...(await world.invariants()),
    onePayout(books),
    capturesAndRefunds(books),
    paymentsAgree(transfers, books),
    walletsAgree(transfers, attempts, books),
    payoutsAgree(transfers, books, explained),
    promisesKept(world, transfers, books),
    await profilesKept(world),
    {
      id: 'F32',
      name: 'no client saw an internal error',
      examined: world.log.length,
      offending: world.log.internalErrors,
    },
  ]
}

/** The hold by which staff stop a transfer. Provider events in the meantime are booked when staff release it. */
const STOPPED = 'staff'

/** The hold for a carrier whose books differ from ours: staff are responsible for the difference. */
const CONTRADICTED = 'payout_contradiction'

function onePayout({ payouts }: Books): Finding {
  const paid = new Map<string, number>()
  for (const { msisdn, status } of payouts) {
    paid.set(msisdn, (paid.get(msisdn) ?? 0) + (status === 'completed' ? 1 : 0))
  }
  // In a run, each recipient belongs to one transfer.
  const offending = [...paid].filter(([, times]) => times > 1)
  return { id: 'I4', name: 'no recipient was paid twice', examined: payouts.length, offending }
}

function capturesAndRefunds({ payments }: Books): Finding {
  const offending = payments.filter(
    ({ refunded, captured, amount }) => refunded > captured || captured > amount,
  )
  return { id: 'I4', name: 'no payment was captured or refunded twice', examined: payments.length, offending }
}

function paymentsAgree(transfers: readonly TransferFacts[], { payments }: Books): Finding {
  const byIntent = new Map(transfers.map((one) => [one.payment_intent_id, one]))
  const offending = payments.filter(({ id, captured, refunded }) => {
    const own = byIntent.get(id)
    // A payment whose id never reached us cannot be charged: no one has its secret.
    if (own === undefined) return captured > 0
    if (own.hold_reason === STOPPED) return own.captured > captured || own.refunded > refunded
    return own.captured !== captured || own.refunded !== refunded
  })
  const known = new Set(payments.map(({ id }) => id))
  const missing = transfers.filter(
    ({ pay_method, payment_intent_id: id }) => pay_method !== 'momo' && id !== null && !known.has(id),
  )
  return {
    id: 'I5',
    name: 'captures and refunds equal the card network’s books',
    examined: payments.length,
    offending: [...offending.map((payment) => ({ payment, ours: byIntent.get(payment.id) })), ...missing],
  }
}

/** After so many refusals, staff repay money that a customer paid too late or twice. */
const MOST_REFUNDS = 4

/** Compares what wallets paid and got back with the books of transfers, and of payments that paid none. */
function walletsAgree(
  transfers: readonly TransferFacts[],
  attempts: readonly AttemptFacts[],
  { collections }: Books,
): Finding {
  const paid = new Map(transfers.map((one) => [one.collection_id, one]))
  const own = new Map(attempts.map((one) => [one.id, one]))
  const known = new Set(collections.map(({ reference }) => reference))
  const differs = ({ reference, status, amount, refunded }: Books['collections'][number]): boolean => {
    // A payment that the carrier took back later has failed, and is refunded.
    const taken = status === 'completed' || refunded > 0 ? amount : 0
    const [transfer, attempt] = [paid.get(reference), own.get(reference)]
    // Staff may stop a transfer before its payment is booked, too.
    const booked = transfer ?? attempt
    if (booked?.hold_reason === STOPPED) return booked.captured > taken || booked.refunded > refunded
    if (transfer !== undefined)
      return transfer.captured !== taken || transfer.refunded !== refunded || taken === 0
    const [captured, returned] = [attempt?.captured ?? 0, attempt?.refunded ?? 0]
    const isOver = returned === taken || (attempt?.refused ?? 0) >= MOST_REFUNDS
    return captured !== taken || returned !== refunded || refunded > taken || !isOver
  }
  const gone = attempts.filter(({ id, captured }) => captured > 0 && !known.has(id))
  const theirs = collections.filter(differs)
  return {
    id: 'I5',
    name: 'payments and refunds of wallets equal the carriers’ books',
    examined: collections.length,
    offending: [
      ...theirs.map((one) => ({ theirs: one, ours: paid.get(one.reference) ?? own.get(one.reference) })),
      ...gone,
    ],
  }
}

/** Returns the references of pay-outs whose difference staff have explained. */
async function explainedBreaks({ database }: World): Promise<ReadonlySet<string>> {
  const rows = await database.sql<{ subject: string }>(
    "select subject from reconciliation_breaks where state = 'explained'",
  )
  return new Set(rows.map(({ subject }) => subject))
}

function payoutsAgree(
  transfers: readonly TransferFacts[],
  { payouts }: Books,
  explained: ReadonlySet<string>,
): Finding {
  const byReference = new Map(payouts.map((one) => [one.reference, one]))
  const differing = transfers.filter(({ payout_reference, paid_out, receive_amount, hold_reason }) => {
    if (hold_reason === CONTRADICTED) return paid_out !== 0
    if (explained.has(payout_reference)) return false
    const theirs = byReference.get(payout_reference)
    const left = theirs?.status === 'completed' ? theirs.amount : 0
    if (hold_reason === STOPPED) return paid_out > left
    return paid_out !== left || (left > 0 && left !== receive_amount)
  })
  const known = new Set(transfers.map(({ payout_reference }) => payout_reference))
  const strange = payouts.filter(({ reference }) => !known.has(reference))
  return {
    id: 'I5',
    name: 'pay-outs equal the carriers’ books',
    examined: transfers.length,
    offending: [
      ...differing.map((ours) => ({ ours, theirs: byReference.get(ours.payout_reference) })),
      ...strange,
    ],
  }
}

/** Checks that each answer that a client received is still true. */
function promisesKept(world: World, transfers: readonly TransferFacts[], { payments }: Books): Finding {
  const { opened, charged, ended } = world.log.acknowledged
  const byIntent = new Map(transfers.map((one) => [one.payment_intent_id, one]))
  const broken: unknown[] = []
  for (const [id, { charge, receive }] of opened) {
    const own = byIntent.get(id)
    if (own?.charge_amount !== charge || own.receive_amount !== receive) broken.push({ opened: id, own })
  }
  for (const id of charged) {
    if (!payments.some((one) => one.id === id && one.captured > 0)) broken.push({ charged: id })
    if (byIntent.get(id)?.captured === 0 && byIntent.get(id)?.hold_reason === null)
      broken.push({ unseen: id })
  }
  for (const [id, status] of ended) {
    if (byIntent.get(id)?.state !== status) broken.push({ answered: status, own: byIntent.get(id) })
  }
  const examined = opened.size + charged.size + ended.size
  return { id: 'I8', name: 'every answer to a client is still true', examined, offending: broken }
}

async function profilesKept({ database, log }: World): Promise<Finding> {
  const { names } = log.acknowledged
  const rows = await database.sql<{ phone_number: string; name: string | null }>(
    'select phone_number, name from profiles join phone_identities using (user_id)',
  )
  const found = new Map(rows.map(({ phone_number, name }) => [phone_number, name]))
  const offending = [...names].filter(([phone, name]) => found.get(phone) !== name)
  return { id: 'I8', name: 'saved profiles are still there', examined: names.size, offending }
}

/** Describes the problems found. An invariant that checked nothing is a problem as well. */
export function problems(findings: readonly Finding[], mayBeEmpty: readonly string[] = []): string[] {
  return findings.flatMap(({ id, name, examined, offending }) => {
    if (offending.length > 0) return [`${id} broken: ${name}: ${JSON.stringify(offending).slice(0, 2_000)}`]
    return examined === 0 && !mayBeEmpty.includes(id) ? [`${id} checked nothing: ${name}`] : []
  })
}
