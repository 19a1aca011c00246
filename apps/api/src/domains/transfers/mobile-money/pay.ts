import {
  findCountry,
  NETWORKS,
  type BodyOf,
  type calls,
  type CountryCode,
  type NetworkValue,
  type PayAttempt,
} from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { compare, formatMoney, money, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { inOneStatement, inTransaction, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { Refused } from '../../../lib/refused.ts'
import { startStopwatch } from '../../../lib/stopwatch.ts'
import type { RequireHolder } from '../create/input.ts'
import { readByPayment } from '../history/list.ts'
import { readFrozenSender, type TransferRow } from '../state/transfer-row.ts'
import { wakeToCollect } from '../state/wake.ts'
import { FRESH_MS } from '../steps/attempts.ts'
import { attemptsOf, NOW, selectAttempts, writeSent, type Attempt } from './attempts.ts'
import { decideNewAttempt, isOpen, type AttemptRefusal } from './decide.ts'
import { ask, sentOf, type MobileMoneyDeps } from './pay-in.ts'
import type { CollectionTerms } from './ports.ts'
import { toAttempt } from './view.ts'

export interface PayDeps extends MobileMoneyDeps {
  readonly requireHolder: RequireHolder
}

/** A customer's call to pay, with its idempotency key. */
export interface PayCall {
  readonly userId: string
  readonly key: string | undefined
  readonly body: BodyOf<typeof calls.pay>
}

type Wallet = { readonly network: NetworkValue; readonly phone: string }

/** Reads a transfer that its sender pays by mobile money. Throws Refused `not_found` or `pay_method_unavailable`. */
async function requireTransfer({ db }: PayDeps, userId: string, id: string): Promise<TransferRow> {
  const row = await readByPayment(db, userId, id)
  if (row === undefined) throw new Refused('not_found')
  if (row.pay_method !== 'momo') {
    throw new Refused('pay_method_unavailable', {
      field: 'id',
      message: 'This payment is made by card. Pay it with the card form.',
    })
  }
  return row
}

/** Returns the network of a country by the API's name. Throws Refused `network_unknown`. */
export function readPayerNetwork(value: string, country: CountryCode, field: string): NetworkValue {
  const known = NETWORKS.find((network) => network.country === country && network.value === value)
  if (known !== undefined) return known.value
  const name = findCountry(country)?.name ?? country
  throw new Refused('network_unknown', {
    field,
    message: `Choose a mobile money network of ${name}.`,
  })
}

/**
 * Returns the number that pays: the sender's confirmed one. Throws Refused with a problem of the number, or
 * `payer_number_unverified`.
 */
export function readPayerNumber(
  typed: string | undefined,
  country: CountryCode,
  confirmed: string | null,
  field: string,
): string {
  const parsed = typed === undefined ? undefined : parsePhone(typed, country)
  if (parsed?.ok === false) throw new Refused(parsed.reason, { field })
  const number = parsed?.phone.e164 ?? confirmed
  if (number === null || number !== confirmed) throw new Refused('payer_number_unverified', { field })
  // The sign-in number may be of another country than the money.
  const own = parsePhone(number, country)
  if (!own.ok) throw new Refused(own.reason, { field })
  return number
}

/** Reads the sender's confirmed number. */
const confirmedNumber = ({ db }: PayDeps, userId: string): Promise<string | null> =>
  db
    .selectFrom('phone_identities')
    .select('phone_number')
    .where('user_id', '=', userId)
    .executeTakeFirst()
    .then((row) => row?.phone_number ?? null)

/**
 * Refuses an amount that a network does not take at once. Throws Refused `amount_below_minimum`, `amount_above_limit`, or
 * `pay_method_unavailable` for cents that it does not take.
 */
export function requireTaken(
  { country, network, minimum, maximum, wholeUnits }: CollectionTerms,
  total: Money,
): void {
  const label = NETWORKS.find((one) => one.country === country && one.value === network)?.label ?? network
  if (compare(total, minimum) < 0) {
    const message = `${label} takes at least ${formatMoney(minimum)} at once. Send more, or pay another way.`
    throw new Refused('amount_below_minimum', { field: 'network', message })
  }
  if (compare(total, maximum) > 0) {
    const message = `${label} takes at most ${formatMoney(maximum)} at once. Send less, or pay another way.`
    throw new Refused('amount_above_limit', { field: 'network', message })
  }
  if (wholeUnits && total.amount % 100n !== 0n) {
    const message = `${label} takes whole amounts only. Start again with this network to get a whole price.`
    throw new Refused('pay_method_unavailable', { field: 'network', message })
  }
}

/** Refuses a wallet that is not the sender's own, or that the network does not know. */
async function requireOwnWallet(deps: PayDeps, row: TransferRow, { network, phone }: Wallet): Promise<void> {
  const country = NETWORKS.find(({ country: code }) => code === row.sender_country)?.country
  const sender = await readFrozenSender(deps.db, row.id)
  if (country === undefined || sender === null) return
  try {
    await deps.requireHolder({ country, phone, network }, { name: sender.name, confirmed: false })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (error.code === 'recipient_inactive') throw new Refused('payer_wallet_inactive', { field: 'phone' })
    if (error.code === 'name_mismatch') throw new Refused('payer_wallet_other_name', { field: 'phone' })
    throw error
  }
}

const REFUSALS: Readonly<Record<NonNullable<AttemptRefusal>, () => Refused>> = {
  open: () => new Refused('payment_attempt_open', { field: 'id' }),
  closed: () =>
    new Refused('pay_method_unavailable', {
      field: 'id',
      message: 'This payment is closed. Open the transfer to see where the money is.',
    }),
  expired: () => new Refused('quote_expired', { field: 'id' }),
  too_many: () =>
    new Refused('payments_declined', {
      field: 'id',
      message: 'Five requests for this payment ended without approval. Start again to get a new price.',
    }),
  declined: () => new Refused('payments_declined', { field: 'phone' }),
}

interface Recorded {
  readonly attempt: Attempt
  /** True for an attempt of an earlier call with the same key. */
  readonly isRepeated: boolean
}

/** Records an attempt under the transfer's lock. Throws Refused. */
async function record(
  tx: Tx,
  { id, reference, charge_amount: amount, charge_currency: currency, sender_country: country }: TransferRow,
  { network, phone }: Wallet,
  collector: string,
  key: string | undefined,
): Promise<Recorded> {
  const transfer = await tx
    .selectFrom('transfers')
    .select(['state', 'cancel_reason', 'hold_reason', 'quote_expires_at', sql<Date>`now()`.as('now')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const attempts = await attemptsOf(tx, id)
  const repeated = key === undefined ? undefined : attempts.find((one) => one.idempotency_key === key)
  if (repeated !== undefined) {
    if (repeated.network !== network || repeated.phone !== phone) throw new Refused('idempotency_key_reused')
    return { attempt: repeated, isRepeated: true }
  }
  const { failed } = await tx
    .selectFrom('collection_attempts')
    .select(sql<number>`count(*)::int`.as('failed'))
    .where('phone', '=', phone)
    .where('recorded_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('state', 'in', ['failed', 'refused', 'never_arrived'])
    .executeTakeFirstOrThrow()
  const refusal = decideNewAttempt(transfer, attempts, failed, transfer.now)
  if (refusal !== null) throw REFUSALS[refusal]()
  const attempt = await tx
    .insertInto('collection_attempts')
    .values({
      ...{
        transfer_id: id,
        number: attempts.length + 1,
        collector,
        country,
        network,
        phone,
        amount,
        currency,
      },
      idempotency_key: key ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .returning(NOW.as('now'))
    .executeTakeFirst()
  // Another transfer asks the same wallet: two prompts at once would be mixed up.
  if (attempt === undefined) throw REFUSALS.open()
  await wakeToCollect(tx, id)
  return { attempt: { ...attempt, reference }, isRepeated: false }
}

/**
 * Handles `POST /pay`: records an attempt, and asks the payer's carrier once. Whatever the answer, the engine follows the
 * attempt until the carrier ends it. Throws Refused.
 */
export async function pay(deps: PayDeps, { userId, key, body }: PayCall): Promise<PayAttempt> {
  const row = await requireTransfer(deps, userId, body.id)
  const country = row.sender_country
  const network = readPayerNetwork(body.network ?? row.pay_network ?? '', country, 'network')
  const phone = readPayerNumber(body.phone, country, await confirmedNumber(deps, userId), 'phone')
  const terms = await deps.collectors.termsOf(country, network)
  if (terms === null) throw new Refused('mobile_money_unavailable', { field: 'network', retryAfter: 60 })
  requireTaken(terms, money(row.charge_amount, row.charge_currency))
  await requireOwnWallet(deps, row, { network, phone })
  const { attempt, isRepeated } = await inTransaction(deps.db, 'collections.record_attempt', (tx) =>
    record(tx, row, { network, phone }, terms.collector, key),
  )
  if (!isRepeated) await send(deps, row, attempt)
  return present(deps, attempt.id)
}

/** Sends a recorded attempt to its carrier, unless this process was suspended meanwhile, and stores the answer. */
async function send(deps: PayDeps, row: TransferRow, attempt: Attempt): Promise<void> {
  const age = startStopwatch()
  const collector = deps.collectors.of(attempt.collector)
  const sender = await readFrozenSender(deps.db, row.id)
  const { country } = sentOf(attempt)
  const sent = await callProvider('collections.start', async () =>
    age() > FRESH_MS
      ? null
      : collector.start({
          ...{ id: attempt.id, transferReference: attempt.reference, country, network: attempt.network },
          ...{ amount: money(attempt.amount, attempt.currency), phone: attempt.phone },
          payerName: sender?.name ?? null,
        }),
  )
  if (sent === null) return
  await inOneStatement(deps.db, 'collections.write_sent', (one) => writeSent(one, attempt.id, sent))
}

async function present(deps: PayDeps, id: string): Promise<PayAttempt> {
  const attempt = await selectAttempts(deps.db).where('a.id', '=', id).executeTakeFirstOrThrow()
  return toAttempt(attempt, await deps.collectors.termsOf(attempt.country, attempt.network), null)
}

/**
 * Handles `POST /pay/stop`: takes an unused code back. Throws Refused `payment_attempt_open` for a request on the payer's phone,
 * and while it is unknown whether the code was used.
 */
export async function stopPaying(deps: PayDeps, userId: string, paymentId: string): Promise<PayAttempt> {
  const row = await requireTransfer(deps, userId, paymentId)
  const attempts = await attemptsOf(deps.db, row.id)
  const open = attempts.find(isOpen)
  if (open === undefined) {
    const last = attempts.at(-1)
    if (last === undefined) throw new Refused('not_found')
    return present(deps, last.id)
  }
  const { stop } = deps.collectors.of(open.collector)
  if (stop === null) throw REFUSALS.open()
  const answer = await callProvider('collections.stop', () => stop(sentOf(open)))
  if (!answer.ok) throw new Refused('mobile_money_unavailable', { retryAfter: 5 })
  if (answer.value) {
    await inOneStatement(deps.db, 'collections.write_stopped', (one) =>
      one
        .updateTable('collection_attempts')
        .set({ state: 'stopped', ended_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', open.id)
        .where('state', '=', open.state)
        .execute(),
    )
  } else await ask(deps, open)
  return present(deps, open.id)
}
