import type { Config } from '@sesa/contract'

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
  if (usually === null && secondsLeft <= HOUR) return `Usually in minutes (by ${latest})`
  if (usually === null || usually.medianSeconds > secondsLeft) return `By ${latest}`
  return `In about ${upTo(usually.medianSeconds)} (by ${latest})`
}

/** Rounds up to whole minutes, and from one hour to whole hours. */
function upTo(seconds: number): string {
  if (seconds <= MINUTE) return 'a minute'
  const [count, unit] =
    seconds <= HOUR - MINUTE ? [Math.ceil(seconds / MINUTE), 'minute'] : [Math.ceil(seconds / HOUR), 'hour']
  return count === 1 ? 'an hour' : `${count} ${unit}s`
}
