import {
  attemptText,
  type ATTEMPT_STATUSES,
  type Collection,
  type PayAttempt,
  type PayDetail,
} from '@sesa/contract'
import { money, toMinorNumber } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { maskPhone } from '../../../lib/mask.ts'
import { bankOf } from '../ways-to-pay/bank-debit.ts'
import { brandOf } from '../ways-to-pay/payer.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { attemptsOf, NOW, type StoredAttempt } from './attempts.ts'
import { markEndsSeen } from './ended.ts'
import { decideNewAttempt, isExtra, isOpen } from './decide.ts'
import type { Collectors, CollectionTerms } from './ports.ts'
import { isAskingRefundNumber } from './refund-asked.ts'

type Status = (typeof ATTEMPT_STATUSES)[number]

/** Returns the status of an attempt for its payer. `transfer`: null while it certainly waits for payment. */
function attemptStatus(
  attempt: Pick<StoredAttempt, 'id' | 'state' | 'code'>,
  transfer: Pick<TransferRow, 'state' | 'collection_id'> | null,
): Status {
  switch (attempt.state) {
    case 'recorded':
    case 'sent':
      return 'checking'
    case 'open':
      return attempt.code === null ? 'prompted' : 'code'
    case 'completed':
      return transfer !== null && isExtra(attempt, transfer) ? 'returned' : 'paid'
    case 'stopped':
      return 'stopped'
    case 'failed':
    case 'refused':
    case 'never_arrived':
      return 'failed'
  }
}

/** Returns an attempt for its payer. */
export function toAttempt(
  attempt: StoredAttempt,
  terms: CollectionTerms | null,
  transfer: Pick<TransferRow, 'state' | 'collection_id'> | null,
): PayAttempt {
  const status = attemptStatus(attempt, transfer)
  const networkLabel = brandOf(attempt.country, attempt.network)
  const failure = attempt.state === 'never_arrived' ? attempt.state : (attempt.answer?.split(':')[0] ?? null)
  const isWaiting = isOpen(attempt)
  return {
    number: attempt.number,
    status,
    at: attempt.recorded_at.toISOString(),
    endsAt: attempt.ends_at?.toISOString() ?? null,
    endedAt: attempt.ended_at?.toISOString() ?? null,
    text: attemptText({ status, failure, networkLabel }),
    networkLabel,
    phone: maskPhone(attempt.phone) ?? '',
    nameShown: terms?.nameShown ?? null,
    code: isWaiting ? attempt.code : null,
    instructions: isWaiting ? [...(terms?.instructions ?? [])] : [],
  }
}

/** Returns how a transfer is paid for, with its attempts, for its sender: the ends of attempts count as seen. */
export async function readPay(
  { db, collectors }: { readonly db: Db; readonly collectors: Pick<Collectors, 'termsOf'> },
  row: TransferRow,
): Promise<PayDetail> {
  const expiresAt = row.quote_expires_at.toISOString()
  if (row.pay_method !== 'momo') {
    return {
      ...{ method: row.pay_method, networkLabel: null, phone: null, attempts: [], canTry: false, expiresAt },
      ...{ bank: bankOf(row), asksRefundNumber: false },
    }
  }
  const attempts = await attemptsOf(db, row.id)
  const { now } = attempts[0] ?? (await db.selectNoFrom(NOW.as('now')).executeTakeFirstOrThrow())
  await markEndsSeen(db, attempts)
  const open = attempts.find(isOpen)
  const terms = open === undefined ? null : await collectors.termsOf(open.country, open.network)
  const shown = attempts.find(({ id }) => id === row.collection_id) ?? attempts.at(-1)
  const network = row.pay_network ?? shown?.network
  return {
    method: 'momo',
    networkLabel: network === undefined ? null : brandOf(row.sender_country, network),
    phone: maskPhone(shown?.phone ?? row.pay_phone),
    attempts: attempts.map((attempt) => toAttempt(attempt, attempt === open ? terms : null, row)),
    canTry: decideNewAttempt(row, attempts, 0, now) === null,
    ...{ expiresAt, bank: null, asksRefundNumber: await isAskingRefundNumber(db, row) },
  }
}

/** Returns what the payer's network will ask for, by its terms. */
export function toCollection(
  { country, network, prompt, nameShown, minimum, maximum }: CollectionTerms,
  { charge_amount: amount, charge_currency: currency }: TransferRow,
  phone: string | null,
): Collection {
  return {
    ...{ amount: toMinorNumber(money(amount, currency)), currency },
    ...{ network, networkLabel: brandOf(country, network), phone: maskPhone(phone) ?? '' },
    ...{ nameShown, prompt, minimum: toMinorNumber(minimum), maximum: toMinorNumber(maximum) },
  }
}
