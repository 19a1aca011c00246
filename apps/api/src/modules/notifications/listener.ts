import type { Notifications } from '@sesa/contract'
import type { Tx } from '../../db/index.ts'
import { renderEmail, type EmailTemplate, type Branding, type Messages } from '../messages/index.ts'
import { disclosuresOf, type ReceiptSettings } from '../receipts/index.ts'
import type { TransferListener, TransferSnapshot } from '../transfers/index.ts'
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
}

/** A notice, the switch that lets it (null: it always goes) and what it says. */
interface Notice {
  readonly kind: NoticeKind
  readonly lets: keyof Notifications | null
  readonly subject: string
  readonly template: EmailTemplate
}

/** Queues a notice for a reader who wants it; once, however often this is asked for. */
export async function notify(
  tx: Tx,
  { messages, branding }: Pick<MailDeps, 'messages' | 'branding'>,
  reader: Reader,
  { kind, lets, subject, template }: Notice,
): Promise<void> {
  if (lets !== null && !(await readSettings(tx, reader.userId))[lets]) return
  if (!(await claimNotice(tx, reader.userId, kind, subject))) return
  const mail = renderEmail({ name: reader.name, ...template }, branding)
  await messages.queue(tx, { channel: 'email', to: reader.email, ...mail })
}

/** Writes to the people a transfer concerns, in the transaction that moves it. */
export function createTransferListener(deps: MailDeps): TransferListener {
  type About = Omit<Notice, 'subject'>

  async function tellSender(tx: Tx, transfer: TransferSnapshot, about: (sender: Reader) => About) {
    const sender = await readerOf(tx, transfer.userId)
    if (sender) await notify(tx, deps, sender, { ...about(sender), subject: transfer.id })
  }

  async function tellPaid(tx: Tx, transfer: TransferSnapshot) {
    const sender = await senderNameOf(tx, transfer)
    const template = emails.receipt(transfer, sender, disclosuresOf(deps.receipts, transfer.senderCountry))
    await tellSender(tx, transfer, () => ({ kind: 'receipt', lets: null, template }))
  }

  async function tellOfArrival(tx: Tx, transfer: TransferSnapshot) {
    const { userId, id } = transfer
    const saidFailed = await hasNotice(tx, userId, 'transaction_fails', id)
    await tellSender(tx, transfer, () => ({
      kind: 'transaction_successful',
      // A customer who got a failure notice always gets the correction, even with this notification off.
      lets: saidFailed ? null : 'transactionSuccessful',
      template: emails.transactionSuccessful(transfer, saidFailed),
    }))
  }

  async function tellRecipient(tx: Tx, transfer: TransferSnapshot) {
    const recipient = await readerWithPhone(tx, transfer.recipient.phone)
    if (recipient === undefined || recipient.userId === transfer.userId) return
    const template = emails.moneyReceived(transfer, await senderNameOf(tx, transfer))
    const about = { kind: 'money_received', lets: 'moneyReceived', template } as const
    await notify(tx, deps, recipient, { ...about, subject: transfer.id })
  }

  /** By SMS, since the recipient need not be one of ours. */
  async function tellPhone(tx: Tx, transfer: TransferSnapshot) {
    if (!(await claimNotice(tx, transfer.userId, 'recipient_sms', transfer.id))) return
    const text = emails.arrived(transfer, await senderNameOf(tx, transfer))
    await deps.messages.queue(tx, { channel: 'sms', to: transfer.recipient.phone, text })
  }

  /** One about a hold for each, and one that answers it, whatever is switched off: the transfer's page promises both. */
  async function tellOfHold(tx: Tx, transfer: TransferSnapshot) {
    // Who has not paid waits for nothing.
    if (transfer.paidAt === null) return
    const { held, answered } = await emailsOnHolds(tx, transfer)
    if (held > answered) return
    await tell(tx, transfer, 'transaction_held', held + 1, emails.transactionHeld(transfer))
  }

  async function tellOfRelease(tx: Tx, transfer: TransferSnapshot) {
    const { held, answered } = await emailsOnHolds(tx, transfer)
    if (held === answered) return
    await tell(tx, transfer, 'transaction_released', held, emails.transactionReleased(transfer))
  }

  async function emailsOnHolds(tx: Tx, { userId, id }: TransferSnapshot) {
    const held = await countNotices(tx, userId, 'transaction_held', id)
    return { held, answered: await countNotices(tx, userId, 'transaction_released', id) }
  }

  async function tell(
    tx: Tx,
    transfer: TransferSnapshot,
    kind: NoticeKind,
    number: number,
    template: EmailTemplate,
  ) {
    const sender = await readerOf(tx, transfer.userId)
    const subject = `${transfer.id} ${number}`
    if (sender) await notify(tx, deps, sender, { kind, lets: null, subject, template })
  }

  return {
    async moved(tx, transfer, to) {
      switch (to) {
        case 'paid':
          return tellPaid(tx, transfer)
        case 'sent':
          await tellOfArrival(tx, transfer)
          await tellPhone(tx, transfer)
          return tellRecipient(tx, transfer)
        case 'payout_failed':
          return tellSender(tx, transfer, () => ({
            kind: 'transaction_fails',
            lets: 'transactionFails',
            template: emails.transactionFails(transfer),
          }))
        case 'refunded':
          // A customer repaid by other means was informed when the hold ended.
          if (transfer.repaid !== null) return
          return tellSender(tx, transfer, () => ({
            kind: 'transaction_refunded',
            lets: 'transactionFails',
            template: emails.transactionRefunded(transfer),
          }))
        case 'held':
          return tellOfHold(tx, transfer)
        case 'released':
          return tellOfRelease(tx, transfer)
        case 'cancelled':
          // Nothing was charged.
          return
      }
    },
  }
}
