import { countryInSentence, rateAlertText, type CountryCode, type RateAlertKind } from '@sesa/contract'
import type { Rate } from '@sesa/money'

/** Describes an alert: "the rate from Liberia to Ghana, when LRD 1,000 gives at least GHS 67.63". */
export function alertText(
  { sender, recipient, kind }: { sender: CountryCode; recipient: CountryCode; kind: RateAlertKind },
  threshold: Rate | null,
): string {
  const corridor = `from ${countryInSentence(sender)} to ${countryInSentence(recipient)}`
  const when = kind === 'daily' || threshold === null ? 'every day' : `when ${rateAlertText(kind, threshold)}`
  return `the rate ${corridor}, ${when}`
}
