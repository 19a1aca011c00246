import { readPersonName, type TrackedState, type TrackedTransfer as TrackedAnswer } from '@sesa/contract'
import { formatMoney, toMinorNumber } from '@sesa/money'
import type { TrackedTransfer } from '../../transfers/index.ts'

/** Returns the first name, or null for a name that could be read as a link. */
function firstNameOf(name: string | null): string | null {
  if (name === null) return null
  const read = readPersonName(name)
  return read.ok ? (read.name.split(' ')[0] ?? null) : null
}

/** Returns the public view of a transfer. `senderName`: the name to use if none was frozen with it. */
export function answerOf(transfer: TrackedTransfer, senderName: string | null): TrackedAnswer {
  const { state, since, receive, network, recipientPhone } = transfer
  const senderFirstName = firstNameOf(transfer.senderName ?? senderName)
  return {
    state,
    updatedAt: since.toISOString(),
    receive_amount: toMinorNumber(receive),
    receive_currency: receive.currency,
    network_label: network.label,
    senderFirstName,
    walletEnding: recipientPhone.slice(-2),
    whatToDo: whatToDo(state, network.label, senderFirstName ?? 'the sender'),
  }
}

function whatToDo(state: TrackedState, network: string, sender: string): string {
  switch (state) {
    case 'preparing':
      return 'You don’t need to do anything.'
    case 'on_its_way':
      return 'You don’t need to do anything. It usually arrives within minutes.'
    case 'arrived':
      return `Check your ${network} balance.`
    case 'not_delivered':
      return `Ask ${sender} to check the number. Check that your wallet is open and has room.`
    case 'cancelled':
      return `Ask ${sender} if you were expecting this money.`
  }
}

/** The words for the slots of the page's document. */
export interface PageWords {
  readonly heading: string
  readonly sentence: string
  readonly updated: string
}

const HEADINGS: Readonly<Record<TrackedState, string>> = {
  preparing: 'In progress',
  on_its_way: 'On its way',
  arrived: 'Arrived',
  not_delivered: 'Not delivered',
  cancelled: 'Cancelled',
}

const MOMENT = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

/** Returns the page's words. Times are in GMT, which Liberia, Ghana and Sierra Leone use all year. */
export function pageWordsOf(answer: TrackedAnswer, { receive }: Pick<TrackedTransfer, 'receive'>): PageWords {
  const { state, updatedAt, network_label, walletEnding } = answer
  return {
    heading: HEADINGS[state],
    sentence: sentenceOf(state, {
      amount: formatMoney(receive),
      sender: answer.senderFirstName ?? 'the sender',
      wallet: `your ${network_label} wallet ending in ${walletEnding}`,
    }),
    updated: `${MOMENT.format(new Date(updatedAt))} GMT`,
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function sentenceOf(
  state: TrackedState,
  { amount, sender, wallet }: { amount: string; sender: string; wallet: string },
): string {
  switch (state) {
    case 'preparing':
      return `${capital(sender)} asked us to send ${amount} to ${wallet}.`
    case 'on_its_way':
      return `${amount} from ${sender} is on its way to ${wallet}.`
    case 'arrived':
      return `${amount} from ${sender} has arrived in ${wallet}.`
    case 'not_delivered':
      return `${amount} from ${sender} was not delivered.`
    case 'cancelled':
      return `The transfer of ${amount} from ${sender} was cancelled.`
  }
}
