import type { Notifications } from '@sesa/contract'
import { formatMoney } from '@sesa/money'
import type { Tx } from '../../db/index.ts'
import { renderEmail, type EmailTemplate, type Branding, type Messages } from '../messages/index.ts'
import { disclosuresOf, type ReceiptSettings } from '../receipts/index.ts'
import type { TransferListener, TransferSnapshot } from '../transfers/index.ts'
import { arrivalSms } from './arrival-sms.ts'
import * as emails from './emails.ts'
import { readSettings } from './settings.ts'
import {
  claimNotice,
  countNotices,
  hasNotice,
  readerOf,
  readerWithPhone,
  senderNameOf,
  type NoticeKind,
  type Reader,
} from './store.ts'

export interface MailDeps {
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly receipts: ReceiptSettings
  /** Makes the link by which the recipient can follow a transfer. */
  trackingLink(tx: Tx, transfer: TransferSnapshot): Promise<string>
}

/** A notice, the setting that allows it (null: it is always sent) and its content. */
interface Notice {
  readonly kind: NoticeKind
  readonly setting: keyof Notifications | null
  readonly subject: string
  readonly template: EmailTemplate
}

/** Queues a notice for a reader who wants it; once, however often this is called. */
export async function notify(
  tx: Tx,
  { messages, branding }: Pick<MailDeps, 'messages' | 'branding'>,
  reader: Reader,
  { kind, setting, subject, template }: Notice,
): Promise<void> {
  if (setting !== null && !(await readSettings(tx, reader.userId))[setting]) return
  if (!(await claimNotice(tx, reader.userId, kind, subject))) return
  const mail = renderEmail({ name: reader.name, ...template }, branding)
  await messages.queue(tx, { channel: 'email', to: reader.email, ...mail })
}

/** Writes to the customer and the recipient, in the transaction of the transition. */
export function createTransferListener(deps: MailDeps): TransferListener {
  type About = Omit<Notice, 'subject'>

  async function notifySender(tx: Tx, transfer: TransferSnapshot, about: (sender: Reader) => About) {
    const sender = await readerOf(tx, transfer.userId)
    if (sender) await notify(tx, deps, sender, { ...about(sender), subject: transfer.id })
  }

  async function queueReceipt(tx: Tx, transfer: TransferSnapshot) {
    const sender = await senderNameOf(tx, transfer)
    const template = emails.receipt(transfer, sender, disclosuresOf(deps.receipts, transfer.senderCountry))
    await notifySender(tx, transfer, () => ({ kind: 'receipt', setting: null, template }))
  }

  async function queueArrivalNotice(tx: Tx, transfer: TransferSnapshot) {
    const { userId, id } = transfer
    const saidFailed = await hasNotice(tx, userId, 'transaction_fails', id)
    await notifySender(tx, transfer, () => ({
      kind: 'transaction_successful',
      // A customer who got a failure notice always gets the correction, even with this notification off.
      setting: saidFailed ? null : 'transactionSuccessful',
      template: emails.transactionSuccessful(transfer, saidFailed),
    }))
  }

  async function notifyRecipient(tx: Tx, transfer: TransferSnapshot) {
    const recipient = await readerWithPhone(tx, transfer.recipient.phone)
    if (recipient === undefined || recipient.userId === transfer.userId) return
    const template = emails.moneyReceived(transfer, await senderNameOf(tx, transfer))
    const about = { kind: 'money_received', setting: 'moneyReceived', template } as const
    await notify(tx, deps, recipient, { ...about, subject: transfer.id })
  }

  /** By SMS, since the recipient need not be a customer. */
  async function queueRecipientSms(tx: Tx, transfer: TransferSnapshot) {
    if (!(await claimNotice(tx, transfer.userId, 'recipient_sms', transfer.id))) return
    // The notice is claimed first: a repeated transition makes neither a second text nor a second link.
    const text = arrivalSms({
      received: formatMoney(transfer.receive),
      sender: await senderNameOf(tx, transfer),
      reference: transfer.reference,
      link: await deps.trackingLink(tx, transfer),
    })
    await deps.messages.queue(tx, { channel: 'sms', to: transfer.recipient.phone, text })
  }

  /**
   * One email for each hold and one for its end, whatever is switched off: the transfer's page promises both.
   */
  async function queueHoldNotice(tx: Tx, transfer: TransferSnapshot) {
    // A customer who has not paid is waiting for nothing.
    if (transfer.paidAt === null) return
    const { held, answered } = await emailsOnHolds(tx, transfer)
    if (held > answered) return
    await queueNumberedNotice(tx, transfer, 'transaction_held', held + 1, emails.transactionHeld(transfer))
  }

  async function queueReleaseNotice(tx: Tx, transfer: TransferSnapshot) {
    const { held, answered } = await emailsOnHolds(tx, transfer)
    if (held === answered) return
    await queueNumberedNotice(
      tx,
      transfer,
      'transaction_released',
      held,
      emails.transactionReleased(transfer),
    )
  }

  async function emailsOnHolds(tx: Tx, { userId, id }: TransferSnapshot) {
    const held = await countNotices(tx, userId, 'transaction_held', id)
    return { held, answered: await countNotices(tx, userId, 'transaction_released', id) }
  }

  async function queueNumberedNotice(
    tx: Tx,
    transfer: TransferSnapshot,
    kind: NoticeKind,
    number: number,
    template: EmailTemplate,
  ) {
    const sender = await readerOf(tx, transfer.userId)
    const subject = `${transfer.id} ${number}`
    if (sender) await notify(tx, deps, sender, { kind, setting: null, subject, template })
  }

  return {
    async moved(tx, transfer, to) {
      switch (to) {
        case 'paid':
          return queueReceipt(tx, transfer)
        case 'sent':
          await queueArrivalNotice(tx, transfer)
          await queueRecipientSms(tx, transfer)
          return notifyRecipient(tx, transfer)
        case 'payout_failed':
          return notifySender(tx, transfer, () => ({
            kind: 'transaction_fails',
            setting: 'transactionFails',
            template: emails.transactionFails(transfer),
          }))
        case 'refunded':
          // A customer repaid by other means was informed when the hold ended.
          if (transfer.repaid !== null) return
          return notifySender(tx, transfer, () => ({
            kind: 'transaction_refunded',
            setting: 'transactionFails',
            template: emails.transactionRefunded(transfer),
          }))
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
