import { formatMoney, isCurrencyCode, money } from '@sesa/money'

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats `DD MMM YYYY` in the device's time zone: "21 Nov 2026". */
export function formatDate(iso: string): string {
  const date = new Date(iso)
  return `${two(date.getDate())} ${MONTHS[date.getMonth()] ?? ''} ${date.getFullYear()}`
}

/** Formats `HH:mm` in the device's time zone: "14:05". */
export function formatTime(iso: string): string {
  const date = new Date(iso)
  return `${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Formats day and time without the year, for recent moments: "22 Nov, 14:05". */
export function formatRecent(iso: string): string {
  const date = new Date(iso)
  return `${two(date.getDate())} ${MONTHS[date.getMonth()] ?? ''}, ${formatTime(iso)}`
}

/** Returns the share of an amount that a part makes up, to a tenth of a percent: "1.2%". */
export function formatShare(part: bigint, whole: bigint): string {
  const tenths = whole === 0n ? 0n : (part * 2000n + whole) / (2n * whole)
  return `${tenths / 10n}.${tenths % 10n}%`
}

/** Formats `HH:mm A`, literally: 24 hours and AM or PM, "14:05 PM". Only for the history table (spec, section 2). */
export function formatHistoryTime(iso: string): string {
  return `${formatTime(iso)} ${new Date(iso).getHours() < 12 ? 'AM' : 'PM'}`
}

/** Returns the device's time zone at this moment: "GMT", "CET", "GMT-5". */
function formatZone(iso: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZoneName: 'short' }).formatToParts(new Date(iso))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name === 'UTC' ? 'GMT' : name
}

/** An IANA time zone name that the API accepts; `Etc/Unknown` is not one. */
const ZONE = /^(?!Etc\/Unknown$)[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/

/** Returns the device's time zone. If the device does not know its name, returns the zone of its clock's offset. */
export function deviceZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  if (timeZone !== undefined && ZONE.test(timeZone)) return timeZone
  const hours = Math.round(new Date().getTimezoneOffset() / 60)
  // The names count hours west of Greenwich.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`
}

/** Formats a moment with its time zone: "21 Nov 2026, 14:05 GMT". */
export function formatMoment(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)} ${formatZone(iso)}`
}

/** Formats a calendar date, such as a date of birth, which has no time zone: "1990-04-02" is "02 Apr 1990". */
export function formatCalendarDate(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-')
  return `${day} ${MONTHS[Number.parseInt(month, 10) - 1] ?? ''} ${year}`
}

/**
 * Formats the API's minor units with their currency: "LRD 1,500.50".
 * @throws RangeError for a currency that is not ours, or a number that is not a safe integer.
 */
export function formatMinor(minor: number, currency: string): string {
  if (!isCurrencyCode(currency)) throw new RangeError(`Not a currency of ours: ${currency}`)
  return formatMoney(money(minor, currency))
}

/** Returns the first name, for addressing a person. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** Returns the first letter, never half of a surrogate pair. */
export function initialOf(name: string): string {
  return ([...name.trim()][0] ?? '·').toUpperCase()
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
