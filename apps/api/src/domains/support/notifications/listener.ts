import { isolateName } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import {
  type EmailTemplate,
  type Branding,
  type Messages,
  countByKey,
  type NoticeKind,
  type Notices,
} from '../../record/index.ts'
import { disclosuresOf, type ReceiptSettings } from '../receipts/index.ts'
import type { TransferListener, TransferSnapshot } from '../../transfers/index.ts'
import { arrivalSms } from './arrival-sms.ts'
import * as emails from './emails.ts'
import { accountWithPhone, claimNotice, countNotices, hasNotice, senderNameOf } from './store.ts'

export interface MailDeps {
  readonly notices: Notices
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly receipts: ReceiptSettings
  /** Makes the link with which the recipient can follow a transfer. */
  trackingLink(tx: Tx, transfer: TransferSnapshot): Promise<string>
}

/** A notice with its email. In the app it has the email's subject, and a text or the email's first paragraph. */
interface Told {
  readonly kind: NoticeKind
  readonly template: EmailTemplate
  readonly title?: string
  readonly body?: string
  /** The page to open; defaults to the email's. */
  readonly path?: string
  /** Corrects an earlier email, so it is emailed even with its switch off. */
  readonly correction?: boolean
}

/** Gives a user a notice about this subject, once, however often it is called. */
export async function notify(
  tx: Tx,
  notices: Notices,
  userId: string,
  subject: string,
  { kind, template, title, body, path, correction = false }: Told,
): Promise<void> {
  const notice = {
    accountId: userId,
    kind,
    title: title ?? template.subject,
    body: body ?? template.paragraphs[0] ?? template.subject,
    path: path ?? template.action?.path ?? '/me/notices',
    key: `${kind}:${subject}`,
  }
  const { emailed } = await notices.add(tx, notice, { email: template, correction })
  if (emailed) await claimNotice(tx, userId, kind, subject)
}

/** Notifies the customer and the recipient, in the transaction of the transition. */
export function createTransferListener(deps: MailDeps): TransferListener {
  const { notices } = deps
  const notifySender = (tx: Tx, { userId, id }: TransferSnapshot, told: Told) =>
    notify(tx, notices, userId, id, told)

  async function queueReceipt(tx: Tx, transfer: TransferSnapshot) {
    const sender = await senderNameOf(tx, transfer)
    const template = emails.receipt(transfer, sender, disclosuresOf(deps.receipts, transfer.senderCountry))
    await notifySender(tx, transfer, { kind: 'receipt', template, ...emails.paid(transfer) })
  }

  async function queueArrivalNotice(tx: Tx, transfer: TransferSnapshot) {
    const { userId, id } = transfer
    const saidFailed = await hasNotice(tx, userId, 'transaction_fails', id)
    await notifySender(tx, transfer, {
      kind: 'transaction_successful',
      template: emails.transactionSuccessful(transfer, saidFailed),
      // A customer who got a failure email always gets the correction, even with this notification off.
      correction: saidFailed,
    })
  }

  async function notifyRecipient(tx: Tx, transfer: TransferSnapshot) {
    const userId = await accountWithPhone(tx, transfer.recipient.phone)
    if (userId === undefined || userId === transfer.userId) return
    const template = emails.moneyReceived(transfer, await senderNameOf(tx, transfer))
    await notify(tx, notices, userId, transfer.id, { kind: 'money_received', template })
  }

  /** By SMS, since the recipient may not be a customer. */
  async function queueRecipientSms(tx: Tx, transfer: TransferSnapshot) {
    if (!(await claimNotice(tx, transfer.userId, 'recipient_sms', transfer.id))) return
    // Claim the notice first: a repeated transition makes neither a second text nor a second link.
    const text = arrivalSms({
      received: formatMoney(transfer.receive),
      sender: await senderNameOf(tx, transfer),
      reference: transfer.reference,
      link: await deps.trackingLink(tx, transfer),
    })
    await deps.messages.queue(tx, { channel: 'sms', to: transfer.recipient.phone, text, budget: 'notices' })
  }

  /** Queues one notice for each hold and one for its end, even if switched off: the transfer's page promises both. */
  async function queueHoldNotice(tx: Tx, transfer: TransferSnapshot) {
    // A customer who has not paid does not wait for the transfer.
    if (transfer.paidAt === null) return
    const { held, answered } = await noticesOnHolds(tx, transfer)
    if (held > answered) return
    const template = emails.transactionHeld(transfer)
    await notify(tx, notices, transfer.userId, `${transfer.id} ${held + 1}`, {
      kind: 'transaction_held',
      template,
    })
  }

  async function queueReleaseNotice(tx: Tx, transfer: TransferSnapshot) {
    const { held, answered } = await noticesOnHolds(tx, transfer)
    if (held === answered) return
    const template = emails.transactionReleased(transfer)
    await notify(tx, notices, transfer.userId, `${transfer.id} ${held}`, {
      kind: 'transaction_released',
      template,
      ...(template.paragraphs[1] !== undefined && { body: template.paragraphs[1] }),
    })
  }

  /** The previous release counts its emails, and this one the list in the app. */
  async function noticesOnHolds(tx: Tx, { userId, id }: TransferSnapshot) {
    const count = async (kind: NoticeKind) =>
      Math.max(await countNotices(tx, userId, kind, id), await countByKey(tx, userId, `${kind}:${id} `))
    return { held: await count('transaction_held'), answered: await count('transaction_released') }
  }

  return {
    async moved(tx, moved, to) {
      const { recipient } = moved
      const transfer = { ...moved, recipient: { ...recipient, name: isolateName(recipient.name) } }
      switch (to) {
        case 'paid':
          return queueReceipt(tx, transfer)
        case 'sent':
          await queueArrivalNotice(tx, transfer)
          await queueRecipientSms(tx, transfer)
          return notifyRecipient(tx, transfer)
        case 'payout_failed':
          return notifySender(tx, transfer, {
            kind: 'transaction_fails',
            template: emails.transactionFails(transfer),
          })
        case 'refunded':
          // A customer repaid by other means was informed when the hold ended.
          if (transfer.repaid !== null) return
          return notifySender(tx, transfer, {
            kind: 'transaction_refunded',
            template: emails.transactionRefunded(transfer),
          })
        case 'held':
          return queueHoldNotice(tx, transfer)
        case 'released':
          return queueReleaseNotice(tx, transfer)
        case 'cancelled':
          // Nothing was charged.
          return
      }
    },
  }
}
