const DAY_MS = 86_400_000
const MONDAY = 1
const THURSDAY = 4

/** The date in New York, whose banks settle debits. */
const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })

/** Holidays on a fixed date: month and day. On a Sunday, banks are closed on the next Monday instead. */
const FIXED = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const
/** Holidays on the n-th weekday of a month; -1 is the last one. */
const NTH = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [5, MONDAY, -1],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
] as const

const at = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month - 1, day))

function isHoliday(date: Date): boolean {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const weekday = date.getUTCDay()
  const onDate = (on: Date) => FIXED.some(([m, d]) => at(year, m, d).getTime() === on.getTime())
  if (onDate(date)) return true
  if (weekday === MONDAY && onDate(new Date(date.getTime() - DAY_MS))) return true
  const isLast = at(year, month, day + 7).getUTCMonth() + 1 !== month
  return NTH.some(
    ([m, w, nth]) => m === month && w === weekday && (nth === -1 ? isLast : Math.ceil(day / 7) === nth),
  )
}

/** Returns true on a day on which US banks settle: no weekend, and no holiday of the Federal Reserve. `date`: midnight, UTC. */
function isBankingDay(date: Date): boolean {
  const weekday = date.getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(date)
}

/**
 * Returns the same time of day, this number of US banking days later. Holidays: https://www.frbservices.org/about/holiday-schedules
 */
export function addBankingDays(from: Date, days: number): Date {
  const begins = new Date(`${NEW_YORK.format(from)}T00:00:00Z`).getTime()
  let calendarDays = 0
  for (let left = days; left > 0;) {
    calendarDays += 1
    if (isBankingDay(new Date(begins + calendarDays * DAY_MS))) left -= 1
  }
  return new Date(from.getTime() + calendarDays * DAY_MS)
}
