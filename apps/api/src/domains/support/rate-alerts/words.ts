import { countryInSentence, type CountryCode, type RateAlertKind } from '@sesa/contract'
import { significantRate, type Rate } from '@sesa/money'

/** Formats a rate in the direction of the transfer: "1 LRD = 0.0546621 GHS". Truncated, so that it never promises more. */
export const rateText = (rate: Rate): string => `1 ${rate.from} = ${significantRate(rate, 'down')} ${rate.to}`

/** Describes an alert: "the rate from Liberia to Ghana is at or above 1 LRD = 0.06 GHS". */
export function alertText(
  { sender, recipient, kind }: { sender: CountryCode; recipient: CountryCode; kind: RateAlertKind },
  threshold: Rate | null,
): string {
  const corridor = `from ${countryInSentence(sender)} to ${countryInSentence(recipient)}`
  if (kind === 'daily' || threshold === null) return `the rate ${corridor}, every day`
  return `the rate ${corridor} at or ${kind === 'at_or_above' ? 'above' : 'below'} ${rateText(threshold)}`
}
