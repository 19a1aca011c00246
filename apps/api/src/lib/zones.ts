/** An IANA time zone name, never an offset such as `+01:00`, which has no daylight saving time. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Returns true for a time zone of the IANA database. */
export function isZone(zone: string): boolean {
  if (!NAME.test(zone)) return false
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

export interface LocalTime {
  /** YYYY-MM-DD */
  readonly day: string
  readonly hour: number
}

/** Returns the day and hour in a zone. @throws RangeError for an unknown zone. */
export function localTime(at: Date, zone: string): LocalTime {
  const wall = wallClock(at, zone)
  return { day: new Date(wall).toISOString().slice(0, 10), hour: new Date(wall).getUTCHours() }
}

/** Returns the local time in a zone, to the minute: `2026-11-28 09:05`. @throws RangeError for an unknown zone. */
export const localMinute = (at: Date, zone: string): string =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 16).replace('T', ' ')

/**
 * Returns the moment at which clocks in a zone show a full hour of a day. In the gap at the start of daylight saving
 * time, it is the same interval after the change; of a repeated hour, it is the first. @throws RangeError for an
 * unknown zone.
 */
export function momentOf(day: string, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const offsetAt = (at: number): number => wallClock(new Date(at), zone) - at
  // No zone is a full day from UTC, so these are the offsets before and after any change near this hour.
  const [before, after] = [offsetAt(wanted - 86_400_000), offsetAt(wanted + 86_400_000)]
  const fits = [before, after].find((offset) => offsetAt(wanted - offset) === offset)
  return new Date(wanted - (fits ?? before))
}

/** Returns a zone's local time as if it were UTC, in milliseconds. */
function wallClock(at: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = parts
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
