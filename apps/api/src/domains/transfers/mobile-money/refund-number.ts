import { sql } from 'kysely'
import type { BodyOf, calls, PayDetail } from '@sesa/contract'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { readByPayment } from '../history/list.ts'
import { retryRefund } from '../state/transitions.ts'
import { COLUMNS, readFrozenSender, type TransferRow } from '../state/transfer-row.ts'
import { attemptsOf, type Attempt } from './attempts.ts'
import type { PayDeps } from './pay.ts'
import { brandOf } from '../ways-to-pay/payer.ts'
import { isAskingRefundNumber } from './refund-asked.ts'
import { readPay } from './view.ts'
import {
  holdNumber,
  readConfirmed,
  readPayerNetwork,
  readPayerNumber,
  requireOwnWallet,
  type Wallet,
} from './wallets.ts'

const nothingAsked = () =>
  new Refused('pay_method_unavailable', {
    message: 'This refund doesn’t need another number. Open the transfer to see where the money is.',
  })

/** Refuses a network that the provider of the payment does not pay. Throws Refused. */
async function requireServed(
  { collectors }: Pick<PayDeps, 'collectors'>,
  { country, network: paid, collector }: Attempt,
  { network }: Wallet,
): Promise<void> {
  if (network === paid) return
  const terms = await collectors.termsOf(country, network)
  if (terms === null) throw new Refused('mobile_money_unavailable', { field: 'network', retryAfter: 60 })
  if (terms.collector === collector) return
  throw new Refused('pay_method_unavailable', {
    field: 'network',
    message: `We can refund this payment to ${brandOf(country, paid)} only. Choose a number of that network.`,
  })
}

/** A customer's call to name another wallet for a refund. */
interface RefundNumberCall {
  readonly userId: string
  readonly paymentId: string
  readonly body: BodyOf<typeof calls.setRefundNumber>
}

/**
 * Handles `PUT /user/transactions/{payment_id}/refund-number`: stores another wallet of the customer for a refund that its wallet
 * refused, and lets the engine request the refund there. Throws Refused.
 */
export async function setRefundNumber(
  deps: PayDeps,
  { userId, paymentId, body }: RefundNumberCall,
): Promise<PayDetail> {
  const { db } = deps
  const row = await readByPayment(db, userId, paymentId)
  if (row === undefined) throw new Refused('not_found')
  const attempt = (await attemptsOf(db, row.id)).find(({ id }) => id === row.collection_id)
  if (attempt === undefined || !(await isAskingRefundNumber(db, row))) throw nothingAsked()
  const network = readPayerNetwork(body.network, attempt.country, 'network')
  const phone = readPayerNumber(body.phone, attempt.country, await readConfirmed(db, userId), 'phone')
  await requireServed(deps, attempt, { network, phone })
  const sender = await readFrozenSender(db, row.id)
  const payer = { country: row.sender_country, network, phone }
  await requireOwnWallet(deps.requireHolder, payer, sender?.name ?? null)
  const after = await inTransaction(db, 'collections.name_refund_wallet', async (tx) => {
    const current = await lockTransfer(tx, row.id)
    await holdNumber(tx, userId, phone)
    // Staff may have repaid it, or another call has named a wallet, and its refund may be under way.
    if (!(await isAskingRefundNumber(tx, current))) throw nothingAsked()
    await tx
      .updateTable('collection_attempts')
      .set({ refund_phone: phone, refund_network: network, refund_named_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', attempt.id)
      .execute()
    await retryRefund(tx, current, network)
    return lockTransfer(tx, row.id)
  })
  return readPay(deps, after)
}

const lockTransfer = (tx: Tx, id: string): Promise<TransferRow> =>
  tx.selectFrom('transfers').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
