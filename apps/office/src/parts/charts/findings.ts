import type { AnswerOf } from '@sesa/contract'
import type {
  DayOutcomes,
  DayProfit,
  FloatWallet,
  NetworkMinutes,
  officeCalls,
  QueueWork,
} from '@sesa/contract/office'
import { countryName, minorText, networkName, providerName, spanText } from '../../lib/words.ts'

/** What a chart shows, as its title: a sentence about the finding, in plain words. */

/** Below it, counts stand as they are: a percentage of few says nothing. */
const FEWEST = 5
const HOUR_MS = 3_600_000

const percent = (part: number, whole: number): number => Math.round((100 * part) / whole)

/** Today against the same hours a week ago. */
export function chargedFinding({
  today,
  weekAgoByNow: before,
}: Pick<AnswerOf<typeof officeCalls.chartCharged>, 'today' | 'weekAgoByNow'>): string {
  if (today === 0 && before === 0) return 'Nothing charged yet today'
  if (today < FEWEST || before < FEWEST) return `${today} charged today, ${before} by now a week ago`
  const change = percent(today, before) - 100
  if (Math.abs(change) < 5) return 'As many charged today as a week ago'
  return `${Math.abs(change)}% ${change > 0 ? 'more' : 'fewer'} charged today than a week ago`
}

/** The share that arrived of what has ended; open transfers are apart. */
function successOf(days: readonly DayOutcomes[]): { readonly sent: number; readonly ended: number } {
  const sent = days.reduce((sum, day) => sum + day.sent, 0)
  return { sent, ended: days.reduce((sum, day) => sum + day.refunded, sent) }
}

/** The last seven days against the seven before. */
export function outcomesFinding(days: readonly DayOutcomes[]): string {
  const { sent, ended } = successOf(days.slice(-7))
  const before = successOf(days.slice(0, -7))
  if (ended === 0) return 'No transfer has ended in 7 days'
  if (ended < FEWEST) return `${sent} of ${ended} arrived in 7 days`
  const share = percent(sent, ended)
  if (before.ended < FEWEST) return `${share}% arrived in 7 days`
  const change = share - percent(before.sent, before.ended)
  if (change === 0) return `${share}% arrived in 7 days, as in the week before`
  return `${share}% arrived in 7 days, ${change > 0 ? 'up' : 'down'} from ${share - change}%`
}

/** A span of minutes in words: "40 seconds", "2.5 minutes", "3 hours". */
export function minutesText(minutes: number): string {
  const say = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`
  if (minutes < 1) return say(Math.round(minutes * 60), 'second')
  if (minutes < 10) return say(Math.round(minutes * 10) / 10, 'minute')
  if (minutes < 60) return say(Math.round(minutes), 'minute')
  const hours = Math.round((minutes / 60) * 10) / 10
  return hours < 24 ? say(hours, 'hour') : say(Math.round((hours / 24) * 10) / 10, 'day')
}

/** A median this much longer, and by half a minute at least, is slower. */
const SLOWER = 1.25
const HALF_A_MINUTE = 0.5

const isSlower = (now: number, before: number): boolean =>
  now >= before * SLOWER && now - before >= HALF_A_MINUTE

/** The networks that are slower than in the week before: a country where all of them are, else each by name. */
function slowerNames(networks: readonly NetworkMinutes[]): readonly string[] {
  return [...Map.groupBy(networks, ({ country }) => country)].flatMap(([country, own]) => {
    const compared = own.filter(({ before }) => before !== null)
    const slower = compared.filter(({ median, before }) => before !== null && isSlower(median, before))
    if (slower.length > 0 && slower.length === compared.length) return [countryName(country)]
    return slower.map(({ network }) => `${networkName(network, country)} in ${countryName(country)}`)
  })
}

export function minutesFinding(networks: readonly NetworkMinutes[]): string {
  if (networks.length === 0) return 'Nothing has arrived in 7 days'
  const slower = slowerNames(networks)
  if (slower.length > 2) return `${slower.length} networks or countries slower than last week`
  if (slower.length > 0) return `${slower.join(' and ')} slower than last week`
  const compared = networks.filter(({ before }) => before !== null)
  if (compared.length === 0) {
    const medians = networks.map(({ median }) => median)
    return `Half arrive within ${minutesText(Math.max(...medians))}`
  }
  const isFaster = compared.every(({ median, before }) => before !== null && isSlower(before, median))
  return isFaster ? 'Faster than last week' : 'As fast as last week'
}

export const openOf = ({ underOneDay, underThreeDays, older, overdue }: QueueWork): number =>
  underOneDay + underThreeDays + older + overdue

/** A count in words: queues are counted up to 1,000. */
export const countText = (count: number): string => (count >= 1_000 ? '1,000+' : String(count))

export const QUEUE_WORDS: Readonly<Record<QueueWork['queue'], string>> = {
  screening: 'Screening',
  monitoring: 'Monitoring',
  identity: 'Identity checks',
  approvals: 'Approvals',
  reports: 'Reports',
  privacy: 'Privacy requests',
}

export function workFinding(queues: readonly QueueWork[]): string {
  const open = queues.reduce((sum, queue) => sum + openOf(queue), 0)
  const overdue = queues.filter((queue) => queue.overdue > 0)
  if (open === 0) return 'Nothing is open'
  if (overdue.length === 0) return `${countText(open)} open, none overdue`
  const count = overdue.reduce((sum, queue) => sum + queue.overdue, 0)
  const [first] = overdue
  return overdue.length === 1 && first
    ? `${countText(count)} overdue in ${QUEUE_WORDS[first.queue].toLowerCase()}`
    : `${countText(count)} overdue in ${overdue.length} queues`
}

const walletName = ({ account, country }: Pick<FloatWallet, 'account' | 'country'>): string =>
  `${providerName(account)} ${countryName(country)}`

/** How long the float of a wallet lasts: "3 days". */
export const lastsText = (hours: number): string =>
  hours <= 0 ? 'empty' : hours < 1 ? 'less than an hour' : spanText(0, hours * HOUR_MS)

/** Days below which a wallet needs a top-up. */
export const LOW_DAYS = 3

export function floatFinding(
  wallets: readonly Pick<FloatWallet, 'account' | 'country' | 'hoursLeft'>[],
): string {
  const known = wallets
    .flatMap(({ hoursLeft, ...wallet }) => (hoursLeft === null ? [] : [{ ...wallet, hoursLeft }]))
    .toSorted((one, other) => one.hoursLeft - other.hoursLeft)
  const [lowest] = known
  if (lowest === undefined) return 'No forecast yet'
  if (lowest.hoursLeft >= LOW_DAYS * 24) return `Every wallet lasts ${LOW_DAYS} days or more`
  const low = known.filter(({ hoursLeft }) => hoursLeft < LOW_DAYS * 24)
  if (low.length > 1) return `${low.length} wallets last less than ${LOW_DAYS} days`
  return lowest.hoursLeft <= 0
    ? `${walletName(lowest)} is empty`
    : `${walletName(lowest)} lasts ${lastsText(lowest.hoursLeft)}`
}

/** The sum of a day in cents; null without rates. */
export function sumOf({ corridors }: Pick<DayProfit, 'corridors'>): bigint | null {
  return corridors.reduce<bigint | null>(
    (sum, { inDollars }) => (sum === null || inDollars === null ? null : sum + BigInt(inDollars)),
    0n,
  )
}

export function profitFinding(days: readonly DayProfit[]): string {
  const sums = days.map(sumOf)
  const known = sums.filter((sum) => sum !== null)
  if (known.length < sums.length) return 'No rates, so no profit in US dollars'
  if (days.every(({ corridors }) => corridors.length === 0)) return `Nothing booked in ${days.length} days`
  const total = known.reduce((sum, one) => sum + one, 0n)
  const losses = known.filter((sum) => sum < 0n).length
  const amount = minorText(String(total < 0n ? -total : total), 'USD')
  const first = `${total < 0n ? 'Loss of' : 'Profit of'} ${amount} in ${days.length} days`
  return losses === 0 ? first : `${first}, ${losses} at a loss`
}
