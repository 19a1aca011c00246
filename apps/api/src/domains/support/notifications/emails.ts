import { formatPhone } from '@sesa/contract'
import { formatMoney, formatRate, money, rate } from '@sesa/money'
import type { EmailTemplate } from '../../record/index.ts'
import type { Disclosures } from '../receipts/index.ts'
import type { TransferSnapshot } from '../../transfers/index.ts'

const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats a time in UTC, which is the time of Liberia, Ghana and Sierra Leone all year. */
const dateText = (at: Date): string => `${DATE.format(at)} UTC`

/** Names the notification setting behind an email, and where to change it. */
export const switchedBy = (label: string): Pick<EmailTemplate, 'why' | 'changeAt'> => ({
  why: `You’re getting this because “${label}” is on in your notification settings:`,
  changeAt: '/me/notifications',
})

/** Links to the transfer's page. */
export const show = ({
  paymentId,
}: Pick<TransferSnapshot, 'paymentId'>): NonNullable<EmailTemplate['action']> => ({
  label: 'See this transfer',
  path: `/transfer-status?payment_intent=${encodeURIComponent(paymentId)}&intent=view`,
})

/** Names the wallet. If it is registered to a different name, does not call it the recipient's. */
const wallet = ({ recipient: { name, phone, hasOtherName } }: TransferSnapshot): string =>
  hasOtherName
    ? `the mobile money wallet of ${formatPhone(phone)}`
    : `${name}’s mobile money wallet (${formatPhone(phone)})`

/** Says which payment a receipt is for. */
const successful = ({ payMethod, payer }: TransferSnapshot): string =>
  payMethod === 'card'
    ? 'Your card payment was successful.'
    : `Your payment from your ${payer} was successful.`

const DELAYS = {
  card: ' Your bank may take up to 10 days to show it.',
  bank_debit: ' Your bank may take up to 5 banking days to show it.',
  momo: '',
} as const

/** How long a refund may take to show, after another sentence; empty for a wallet, which shows it at once. */
const delay = ({ payMethod }: TransferSnapshot): string => DELAYS[payMethod]

/** Returns the email that a bank is being asked for a debit, which the customer has authorized. Always sent. */
export function debitStarted(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference, charge, payer, deliverBy } = transfer
  return {
    subject: `Your bank is being asked for ${formatMoney(charge)}`,
    paragraphs: [
      `You authorized us to debit ${formatMoney(charge)} once from your ${payer}. Your bank is being asked for it, which takes up to 4 banking days.`,
      `We send ${formatMoney(receive)} to ${recipient.name} when the money arrives, normally by ${dateText(deliverBy)}. We’ll email you then.`,
    ],
    facts: [
      ['Reference', reference],
      ['Amount', formatMoney(charge)],
    ],
    closing: ['If you didn’t authorize this debit, contact us at once.'],
    action: show(transfer),
  }
}

/** Returns the email that the bank did not pay a debit. Always sent, since the customer has left the page. */
export function debitFailed(transfer: TransferSnapshot): EmailTemplate {
  const { recipient, reference, charge, failure } = transfer
  return {
    subject: `Your bank did not pay ${formatMoney(charge)}`,
    paragraphs: [
      `${failure ?? 'Your bank didn’t pay.'} Nothing was sent to ${recipient.name}, and we didn’t receive any money.`,
      'You can send again from another bank account or by card.',
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** Returns the receipt, with every item of 12 CFR 1005.31(b)(2). Always sent. */
export function receipt(transfer: TransferSnapshot, sender: string | null, must: Disclosures): EmailTemplate {
  const { send, fee, total, receive, recipient, charge, payer, reference, paidAt, deliverBy } = transfer
  const { provider, licences, regulators } = must
  return {
    subject: `Receipt for ${formatMoney(total)} to ${recipient.name}, ${reference}`,
    name: sender,
    paragraphs: [`${successful(transfer)} This is your receipt.`],
    facts: [
      ['Reference', reference],
      ['Sender', sender ?? 'You'],
      ['Recipient', `${recipient.name}, ${formatPhone(recipient.phone)}`],
      ['Transfer Amount', formatMoney(send)],
      ['Transfer Fees', formatMoney(fee)],
      ['Transfer Taxes', formatMoney(money(0n, send.currency))],
      ['Total', formatMoney(total)],
      ...(charge.currency === total.currency
        ? []
        : [[`Charged to your ${payer}`, formatMoney(charge)] as const]),
      ['Exchange Rate', formatRate(rate(transfer.rate, send.currency, receive.currency), { send, receive })],
      ['Total to Recipient', formatMoney(receive)],
      ...(paidAt === null ? [] : [['Paid', dateText(paidAt)] as const]),
      ['Date Available', `${dateText(deliverBy)}, may be available sooner`],
    ],
    closing: [
      must.disclaimer,
      `${must.error_rights} ${must.rights}`,
      [
        `Provided by ${provider.name}, ${provider.address}.`,
        ...licences.map(
          ({ name, number, nmls_id, holder }) =>
            `${name}: ${number}${nmls_id === null ? '' : `, NMLS ID ${nmls_id}`}, held by ${holder}.`,
        ),
      ].join('\n'),
      [
        `For questions or complaints about ${provider.name} (${provider.phone}, ${provider.website}), contact:`,
        ...regulators.map(({ name, phone, website }) =>
          [name, phone, website].filter((part) => part !== null).join(', '),
        ),
      ].join('\n'),
    ],
    action: show(transfer),
  }
}

/** Returns the receipt's notice in the app. */
export function paid(transfer: TransferSnapshot): { title: string; body: string } {
  const { total, recipient, receive } = transfer
  return {
    title: `You paid ${formatMoney(total)}`,
    body: `${successful(transfer)} Your receipt is for ${formatMoney(receive)} to ${recipient.name}.`,
  }
}

/** Returns the email that the money arrived. `saidFailed`: an earlier email said that it could not be delivered. */
export function transactionSuccessful(transfer: TransferSnapshot, saidFailed: boolean): EmailTemplate {
  const { receive, recipient, reference, charge } = transfer
  return {
    subject: `${formatMoney(receive)} has arrived`,
    paragraphs: [
      `${formatMoney(receive)} is in ${wallet(transfer)}.`,
      ...(saidFailed
        ? [
            `We told you earlier that it couldn’t be delivered. The network has now delivered it, so we won’t refund ${formatMoney(charge)}.`,
          ]
        : []),
    ],
    facts: [
      ['Reference', reference],
      ['Recipient', recipient.name],
    ],
    action: show(transfer),
    ...switchedBy('Transaction successful'),
  }
}

/** Returns the email that the pay-out certainly failed and the whole charge is refunded. */
export function transactionFails(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference, charge, payer, failure } = transfer
  return {
    subject: `${formatMoney(receive)} couldn’t be delivered to ${recipient.name}`,
    paragraphs: [
      `${failure ?? 'The network couldn’t deliver the money.'} Nothing has arrived in ${wallet(transfer)}.`,
      `We’re refunding ${formatMoney(charge)}, fee included, to your ${payer}. There’s nothing you need to do. We’ll email you again when it’s done.`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
    ...switchedBy('Transaction fails'),
  }
}

/** Returns the email that the whole charge was refunded. */
export function transactionRefunded(transfer: TransferSnapshot): EmailTemplate {
  const { recipient, reference, charge, refundee } = transfer
  return {
    subject: `We’ve refunded ${formatMoney(charge)} to your ${refundee}`,
    paragraphs: [
      `Your transfer to ${recipient.name} didn’t go through. We’ve refunded ${formatMoney(charge)}, fee included, to your ${refundee}.${delay(transfer)}`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
    ...switchedBy('Transaction fails'),
  }
}

/** Returns the email that the transfer is on hold while staff review it. Never gives the reason. */
export function transactionHeld(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference } = transfer
  return {
    subject: `We’re reviewing your transfer to ${recipient.name}`,
    paragraphs: [
      `We’re reviewing your transfer of ${formatMoney(receive)} to ${recipient.name}. It is on hold.`,
      'There’s nothing you need to do. We’ll email you when there’s news.',
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** Returns the email that the wallet which paid does not take the refund, so the customer names another one. */
export function refundNumberAsked(transfer: TransferSnapshot): EmailTemplate {
  const { recipient, reference, charge, refundee } = transfer
  return {
    subject: `Choose another number for your refund of ${formatMoney(charge)}`,
    paragraphs: [
      `Your ${refundee} didn’t take our refund of ${formatMoney(charge)} for your transfer to ${recipient.name}.`,
      'Open the transfer and choose another mobile number of yours. We refund the money there.',
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** Returns the email that the review is over, and how the transfer continues or ended. */
export function transactionReleased(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference, charge, payer, refundee, repaid, customerStatus } = transfer
  const became: Readonly<Record<TransferSnapshot['customerStatus'], string>> = {
    processing: `Your transfer is going ahead: we’re sending ${formatMoney(receive)} to ${recipient.name}. You can follow it on its page.`,
    checking: `We’re checking whether ${formatMoney(receive)} reached ${recipient.name}. If it didn’t, we’ll refund ${formatMoney(charge)}, fee included, to your ${payer}.`,
    cancelling: `The money is already on its way to ${recipient.name}. If it doesn’t arrive, we’ll refund ${formatMoney(charge)}, fee included, to your ${payer}.`,
    sent: `Nothing has changed: ${formatMoney(receive)} is in ${wallet(transfer)}.`,
    failed: `Your transfer isn’t going ahead. We’re refunding ${formatMoney(charge)}, fee included, to your ${refundee}.${delay(transfer)}`,
    refunded: `We’ve refunded ${formatMoney(charge)}, fee included, to your ${refundee}.${delay(transfer)}`,
    cancelled: `Your transfer stays cancelled, and we’ve refunded ${formatMoney(charge)} to your ${refundee}.${delay(transfer)}`,
  }
  return {
    subject: `We’ve reviewed your transfer to ${recipient.name}`,
    paragraphs: [
      `We’ve reviewed your transfer of ${formatMoney(receive)} to ${recipient.name}.`,
      repaid === null
        ? became[customerStatus]
        : `We couldn’t refund ${formatMoney(repaid)} to your ${payer}, so we repaid it another way, as agreed with you.`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** Returns the email to a customer whose number received the money. */
export function moneyReceived(transfer: TransferSnapshot, sender: string | null): EmailTemplate {
  const { receive, recipient, reference } = transfer
  const from = sender === null ? '' : ` from ${sender}`
  return {
    subject: `You received ${formatMoney(receive)}${from}`,
    paragraphs: [
      `${formatMoney(receive)}${from} is in your mobile money wallet (${formatPhone(recipient.phone)}).`,
    ],
    facts: [['Reference', reference]],
    ...switchedBy('Money received'),
  }
}
