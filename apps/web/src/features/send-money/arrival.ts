import type { Config } from '@sesa/contract'

/** How long recent transfers to a network took; null while there are too few. */
export type Usually = Config['networks'][number]['usually']

const MINUTE = 60
const HOUR = 3600

/**
 * Describes when the money arrives: by recent transfers, and the latest time that we promise. `latest` is that time as
 * shown; `secondsLeft` is how far away it is. The time of recent transfers is omitted if it exceeds the promise.
 */
export function arrivalText(usually: Usually, latest: string, secondsLeft: number): string {
  const promise = `By ${latest} at the latest.`
  if (usually === null || usually.medianSeconds > secondsLeft) return promise
  const [middle, slow] = [upTo(usually.medianSeconds), upTo(usually.p95Seconds)]
  const isWorthSaying = slow !== middle && usually.p95Seconds <= secondsLeft
  const first = usually.medianSeconds < MINUTE ? 'under a minute' : `within ${middle}`
  return `Usually ${first}${isWorthSaying ? `, sometimes up to ${slow}` : ''}. ${promise}`
}

/** Rounds up to whole minutes, and from one hour to whole hours. */
function upTo(seconds: number): string {
  if (seconds < MINUTE) return 'a minute'
  const [count, unit] =
    seconds <= HOUR - MINUTE ? [Math.ceil(seconds / MINUTE), 'minute'] : [Math.ceil(seconds / HOUR), 'hour']
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`
}
