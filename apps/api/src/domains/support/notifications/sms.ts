import { isGsm7, ONE_TEXT, toGsm7 } from '../../../lib/gsm7.ts'
import { shortName } from '../../../lib/person-name.ts'

interface Arrival {
  /** Amount with its currency's code: "GHS 500.00". */
  readonly received: string
  readonly sender: string | null
  readonly reference: string
  /** The page that shows the transfer to the recipient. */
  readonly link: string
}

/**
 * Returns the text to the recipient: sender, amount, a reference to quote to support, and the link. Always one text of the
 * GSM 7-bit alphabet. If it does not fit, leaves out, in this order: the name, the longer words, the reference, the link.
 */
export function arrivalSms({ received, sender, reference, link }: Arrival): string {
  const long = (from: string) =>
    `Sesa: ${received}${from} is in your mobile money wallet. Reference ${reference}.`
  const candidates = [
    ...namesOf(sender).map((name) => `${long(` from ${name}`)} ${link}`),
    `${long('')} ${link}`,
    `Sesa: ${received} is in your wallet. Ref ${reference}. ${link}`,
    `Sesa: ${received} arrived. ${link}`,
  ]
  return candidates.find((text) => text.length <= ONE_TEXT && isGsm7(text)) ?? long('')
}

/** A transfer in a text to its sender. Amounts have their currency's code. */
interface OwnTransfer {
  readonly paid: string
  readonly received: string
  /** The recipient's name, as the sender gave it. */
  readonly recipient: string
  /** The wallet's number. */
  readonly phone: string
  readonly reference: string
}

/** Returns the text to the sender that they paid. Without a link, since a thief's text looks the same. */
export function paidSms({ paid, received, recipient, reference }: OwnTransfer): string {
  const [name] = namesOf(recipient)
  return `Sesa: You paid ${paid} to send ${name === undefined ? '' : `${name} `}${received}. Reference ${reference}.`
}

/** Returns the text to the sender that the money arrived. Names the wallet by its number: it may be in another name. */
export function arrivedSms({ received, recipient, phone, reference }: OwnTransfer): string {
  const [name] = namesOf(recipient)
  const whose = name === undefined ? '' : ` for ${name}`
  return `Sesa: ${received}${whose} is in the mobile money wallet ending ${phone.slice(-4)}. Reference ${reference}.`
}

/** Returns the ways to write a name, longest first; none for a name that phones could read as a link. */
function namesOf(sender: string | null): string[] {
  const short = sender === null ? null : shortName(sender)
  const written = short === null ? null : toGsm7(short)
  if (written === null) return []
  const [first = ''] = written.split(' ')
  return [written, first, `${first[0] ?? ''}.`]
}
