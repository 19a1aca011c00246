import { arrivalWords, spokenOf, toldOf } from '@sesa/contract'
import { providerName, wordOf } from '@sesa/contract/office'
import { money, type Money } from '@sesa/money'
import { checkingText, networkLabel, walletText } from '../history/texts.ts'
import { isPaymentChecked } from '../history/uncharged.ts'
import { toDetail, type HistoryEvent } from '../history/view.ts'
import type { ToldCollection } from '../mobile-money/story.ts'
import { isPayoutInFlight } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { momentText, nextOf, type Next } from './story-next.ts'
import {
  entriesOf,
  type Attempt,
  type Entry,
  type Posting,
  type ProviderEvent,
  type StoryEvent,
} from './story-entries.ts'
import type { SeenHold } from './under-review.ts'

/** Money that is due now. */
export interface Due {
  readonly of: 'to_customer' | 'from_provider' | 'to_provider'
  readonly amount: Money
  /** Why, in a sentence. */
  readonly text: string
}

/** A transfer in words: the same for the customer, the office, the command line and tests. */
export interface Story {
  /** The customer's own words and the amounts, without the recipient's name. */
  readonly headline: string
  /** Why it did not go as planned, for staff; null if it did. */
  readonly cause: string | null
  /** What happens next by itself; null when nothing does. */
  readonly next: Next | null
  readonly entries: readonly Entry[]
  readonly dues: readonly Due[]
}

/** Everything that a story is made of, as its reader may see it. */
export interface StoryFacts {
  readonly row: TransferRow
  /** Every event, for the customer's words. */
  readonly history: readonly HistoryEvent[]
  /** The events that the reader may see. */
  readonly events: readonly StoryEvent[]
  readonly attempts: readonly Attempt[]
  readonly collections: readonly ToldCollection[]
  readonly providerEvents: readonly ProviderEvent[]
  readonly postings: readonly Posting[]
  /** The amount we owe the customer; null once the books are archived. */
  readonly owed: Money | null
  /** The hold that the reader may see. */
  readonly hold: (SeenHold & { readonly decided: boolean }) | null
  readonly cancelReason: string | null
  /** True if compliance decides, and the reader may not see cases. */
  readonly isHidden: boolean
  readonly isEmailed: boolean
  /** The rail of the pay-out; null before it is chosen. */
  readonly rail: string | null
  readonly now: Date
}

/** Tells a transfer in words. Pure. */
export function storyOf(facts: StoryFacts): Story {
  return {
    headline: headlineOf(facts),
    cause: causeOf(facts),
    next: nextOf({ ...facts, carrier: carrierOf(facts) }),
    entries: entriesOf(facts),
    dues: duesOf(facts),
  }
}

/** Names who pays out: the rail's provider, or the network before a rail is chosen. */
const carrierOf = ({ row, rail }: Pick<StoryFacts, 'row' | 'rail'>): string =>
  rail === null ? networkLabel(row) : providerName(rail)

/** Stands for the recipient. The space keeps the words together, as in a first name. */
const NOBODY = { same: 'the\u00A0recipient', different: 'the\u00A0chosen\u00A0number' } as const

/** Returns the customer's own words. */
function headlineOf({ row, history, isEmailed, now }: StoryFacts): string {
  if (row.state === 'awaiting_payment' && row.hold_reason === null) return awaitingText(row)
  const unnamed = {
    ...row,
    recipient_name: row.name_check === 'different' ? NOBODY.different : NOBODY.same,
    name_check: null,
  }
  const detail = toDetail(unnamed, history, isEmailed)
  const told = toldOf(detail, walletText(unnamed))
  const arrives = arrivalWords(
    {
      ...{ latest: detail.delivery_estimate, clock: momentText(row.deliver_by), medianSeconds: null },
      network: detail.network_label,
    },
    now.getTime(),
  )
  return spokenOf({ ...told, sentence: told.sentence ?? arrives })
}

function awaitingText(row: TransferRow): string {
  if (row.debit_started_at !== null)
    return `Waiting for the bank since ${momentText(row.debit_started_at)}. We haven’t received the money yet.`
  return isPaymentChecked(row) ? checkingText(row) : 'Awaiting payment. We haven’t received a payment yet.'
}

/** Returns what staff need to know beyond the customer's words: the hold, the carrier's answer, or who cancelled. */
function causeOf({ row, events, hold, cancelReason }: StoryFacts): string | null {
  if (hold !== null) return hold.means ?? wordOf('hold', hold.reason)
  if (row.failure_code === null) return cancelReason === null ? null : wordOf('cancel', cancelReason)
  const answer = events.findLast(
    (event) => event.to_state === 'payout_failed' && event.kind === 'moved',
  )?.detail
  if (answer !== null && answer !== undefined) return `${networkLabel(row)} answered ${answer}`
  if (cancelReason === null) return `Code ${row.failure_code}`
  const word = wordOf('cancel', cancelReason)
  return cancelReason === 'debit_failed' ? `${word}: ${row.failure_code}` : word
}

/** Adds up an account's postings, positive where it gave. */
const givenBy = (account: string, postings: readonly Posting[]): bigint =>
  postings.reduce((sum, { from, to, amount }) => {
    const [gave, got] = [from, to].map((code) => code.split(':')[0] === account)
    return sum + (gave ? amount : 0n) - (got ? amount : 0n)
  }, 0n)

function duesOf({ row, postings, owed, rail }: StoryFacts): Due[] {
  const carrier = carrierOf({ row, rail })
  const charge = (amount: bigint) => money(amount, row.charge_currency)
  const received = (amount: bigint) => money(amount, row.receive_currency)
  const disputed = givenBy('disputes', postings)
  const late = postings.filter(({ entry }) => entry.startsWith('late_payout'))
  const claimed = givenBy('payout_float', late)
  const dues: Due[] = [
    { of: 'to_customer', amount: owed ?? charge(0n), text: 'We owe the customer' },
    { of: 'from_provider', amount: charge(disputed), text: 'The card issuer holds it for the dispute' },
    { of: 'from_provider', amount: received(-claimed), text: `${carrier} paid it out after the refund` },
    {
      of: 'to_provider',
      amount: received(isPayoutInFlight(row.state) ? row.receive_amount : 0n),
      text: `${carrier} has the pay-out and hasn’t confirmed it`,
    },
  ]
  return dues.filter(({ amount }) => amount.amount > 0n)
}
