import { formatPhone } from '@sesa/contract'
import { formatMoney, formatRate, money, rate } from '@sesa/money'
import { shortName } from '../../lib/person-name.ts'
import type { EmailTemplate } from '../messages/index.ts'
import type { Disclosures } from '../receipts/index.ts'
import type { TransferSnapshot } from '../transfers/index.ts'

const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** In UTC, which is the time of Liberia, Ghana and Sierra Leone all year. */
const dateText = (at: Date): string => `${DATE.format(at)} UTC`

/** Why a mail came that a switch lets, and where the switch is. */
export const switchedBy = (label: string): Pick<EmailTemplate, 'why' | 'changeAt'> => ({
  why: `You get this because “${label}” is on in your notification settings:`,
  changeAt: '/me/notifications',
})

const show = ({ paymentId }: TransferSnapshot): NonNullable<EmailTemplate['action']> => ({
  label: 'See this transfer',
  path: `/transfer-status?payment_intent=${encodeURIComponent(paymentId)}&intent=view`,
})

const wallet = ({ recipient }: TransferSnapshot): string =>
  `the mobile-money wallet of ${recipient.name} (${formatPhone(recipient.phone)})`

/** The receipt, with every item of 12 CFR 1005.31(b)(2). Always sent. */
export function receipt(transfer: TransferSnapshot, sender: string | null, must: Disclosures): EmailTemplate {
  const { send, fee, total, receive, recipient, charge, reference, paidAt, deliverBy } = transfer
  const { provider, regulators } = must
  return {
    subject: `Receipt for ${formatMoney(total)} to ${recipient.name}, ${reference}`,
    name: sender,
    paragraphs: ['Your card payment was successful. This is your receipt.'],
    facts: [
      ['Reference', reference],
      ['Sender', sender ?? 'You'],
      ['Recipient', `${recipient.name}, ${formatPhone(recipient.phone)}`],
      ['Transfer Amount', formatMoney(send)],
      ['Transfer Fees', formatMoney(fee)],
      ['Transfer Taxes', formatMoney(money(0n, send.currency))],
      ['Total', formatMoney(total)],
      ...(charge.currency === total.currency ? [] : [['Charged to your card', formatMoney(charge)] as const]),
      ['Exchange Rate', formatRate(rate(transfer.rate, send.currency, receive.currency))],
      ['Total to Recipient', formatMoney(receive)],
      ...(paidAt === null ? [] : [['Paid', dateText(paidAt)] as const]),
      ['Date Available', `${dateText(deliverBy)}, may be available sooner`],
    ],
    closing: [
      must.disclaimer,
      `${must.error_rights} ${must.rights}`,
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

/** The money arrived. `saidFailed`: we wrote before that it could not be delivered. */
export function transactionSuccessful(transfer: TransferSnapshot, saidFailed: boolean): EmailTemplate {
  const { receive, recipient, reference, charge } = transfer
  return {
    subject: `${formatMoney(receive)} has arrived`,
    paragraphs: [
      `${formatMoney(receive)} is in ${wallet(transfer)}.`,
      ...(saidFailed
        ? [
            `We wrote to you that it could not be delivered. The network has delivered it after all, so ${formatMoney(charge)} does not go back to your card.`,
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

/** The pay-out certainly failed, and the whole charge goes back. */
export function transactionFails(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference, charge, failure } = transfer
  return {
    subject: `${formatMoney(receive)} could not be delivered to ${recipient.name}`,
    paragraphs: [
      `${failure ?? 'The network could not deliver the money.'} Nothing has arrived in ${wallet(transfer)}.`,
      `We are sending ${formatMoney(charge)}, fee included, back to your card. There’s nothing you need to do. We’ll email you again when it is done.`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
    ...switchedBy('Transaction fails'),
  }
}

/** The whole charge went back. */
export function transactionRefunded(transfer: TransferSnapshot): EmailTemplate {
  const { recipient, reference, charge } = transfer
  return {
    subject: `${formatMoney(charge)} is back on your card`,
    paragraphs: [
      `Your transfer to ${recipient.name} did not go through. We have returned ${formatMoney(charge)}, fee included, to your card. Your bank may take up to 10 days to show it.`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
    ...switchedBy('Transaction fails'),
  }
}

/** The transfer is on hold while staff review it. Never says why. */
export function transactionHeld(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference } = transfer
  return {
    subject: `We’re reviewing your transfer to ${recipient.name}`,
    paragraphs: [
      `We’re reviewing your transfer of ${formatMoney(receive)} to ${recipient.name}. It is on hold until we have finished.`,
      'There’s nothing you need to do. We’ll email you when the review is over.',
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** The review is over: says what became of the transfer. */
export function transactionReleased(transfer: TransferSnapshot): EmailTemplate {
  const { receive, recipient, reference, charge, repaid, standing } = transfer
  const became: Readonly<Record<TransferSnapshot['standing'], string>> = {
    processing: `It continues: we are sending ${formatMoney(receive)} to ${recipient.name}. You can follow it on its page.`,
    checking: `It continues: we are checking whether ${formatMoney(receive)} reached ${recipient.name}. If it did not, we return ${formatMoney(charge)}, fee included, to your card.`,
    sent: `Nothing has changed: ${formatMoney(receive)} is in ${wallet(transfer)}.`,
    failed: `It has stopped. We are returning ${formatMoney(charge)}, fee included, to your card. Your bank may take up to 10 days to show it.`,
    refunded: `${formatMoney(charge)}, fee included, is back on your card. Your bank may take up to 10 days to show it.`,
    cancelled: `It stays closed, and ${formatMoney(charge)} is back on your card. Your bank may take up to 10 days to show it.`,
  }
  return {
    subject: `We have reviewed your transfer to ${recipient.name}`,
    paragraphs: [
      `We have reviewed your transfer of ${formatMoney(receive)} to ${recipient.name}.`,
      repaid === null
        ? became[standing]
        : `Your card did not take ${formatMoney(repaid)} back, so we paid it to you in another way, as agreed with you.`,
    ],
    facts: [['Reference', reference]],
    action: show(transfer),
  }
}

/** A text to the recipient: who sent how much, and a reference to quote to support. */
export function arrived({ receive, reference }: TransferSnapshot, sender: string | null): string {
  const short = sender === null ? null : shortName(sender)
  const from = short === null ? '' : ` from ${short}`
  return `Sesa: ${formatMoney(receive)}${from} is in your mobile money wallet. Reference ${reference}.`
}

/** To the user whose number it arrived at. */
export function moneyReceived(transfer: TransferSnapshot, sender: string | null): EmailTemplate {
  const { receive, recipient, reference } = transfer
  const from = sender === null ? '' : ` from ${sender}`
  return {
    subject: `You received ${formatMoney(receive)}${from}`,
    paragraphs: [
      `${formatMoney(receive)}${from} is in your mobile-money wallet (${formatPhone(recipient.phone)}).`,
    ],
    facts: [['Reference', reference]],
    ...switchedBy('Money received'),
  }
}
