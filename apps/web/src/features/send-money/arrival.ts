import type { Config } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

/** How long recent transfers to a network took; null while there are too few. */
export type Usually = Config['networks'][number]['usually']

const MINUTE = 60
const HOUR = 3600

/**
 * Describes when the money arrives: by recent transfers, and the latest time that we promise. `latest` is that time as
 * shown; `secondsLeft` is how far away it is. Without recent transfers, the promise itself makes "in minutes" true. The
 * time of recent transfers is omitted if it exceeds the promise.
 */
export function arrivalText(usually: Usually, latest: string, secondsLeft: number): string {
  if (usually === null && secondsLeft <= HOUR) return i18n.t('Usually in minutes (by {latest})', { latest })
  if (usually === null || usually.medianSeconds > secondsLeft) return i18n.t('By {latest}', { latest })
  return i18n.t('In about {time} (by {latest})', { time: upTo(usually.medianSeconds), latest })
}

/** Rounds up to whole minutes, and from one hour to whole hours. */
function upTo(seconds: number): string {
  if (seconds <= MINUTE) return i18n.t('a minute')
  if (seconds <= HOUR - MINUTE) return i18n.t('{count} minutes', { count: Math.ceil(seconds / MINUTE) })
  return i18n.t('{count, plural, one {an hour} other {# hours}}', { count: Math.ceil(seconds / HOUR) })
}
