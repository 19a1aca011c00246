const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMES = 'january february march april may june july august september october november december'.split(
  ' ',
)
const DAY_MS = 86_400_000
const ALWAYS = { from: new Date(0), until: new Date(Date.UTC(9999, 0)) }

export interface Span {
  readonly from: Date
  /** The span ends before this moment. */
  readonly until: Date
}

const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day))
const dayFrom = (from: Date, days = 1): Span => ({ from, until: new Date(from.getTime() + days * DAY_MS) })

const isMonth = (name: string): boolean => MONTHS.includes(name) || name === 'sept' || NAMES.includes(name)

/** Returns a day that the calendar has; `2026-02-30` is none. */
function calendarDay(year: number, month: number, day: number): Span | null {
  const from = utc(year, month, day)
  return from.getUTCMonth() === month && from.getUTCDate() === day ? dayFrom(from) : null
}

const monthOf = (year: number, month: number): Span => ({
  from: utc(year, month),
  until: utc(year, month + 1),
})

/** Reads `today`, `last week`, `last 7 days`. Weeks begin on Monday. */
function readRelative(text: string, now: Date): Span | null {
  const today = utc(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const before = (days: number): Date => new Date(today.getTime() - days * DAY_MS)
  const days = /^last (\d{1,3}) days$/.exec(text)?.[1]
  if (days !== undefined) return { from: before(Number.parseInt(days, 10) - 1), until: dayFrom(today).until }
  const monday = before((today.getUTCDay() + 6) % 7)
  switch (text) {
    case 'today':
      return dayFrom(today)
    case 'yesterday':
      return dayFrom(before(1))
    case 'this week':
      return dayFrom(monday, 7)
    case 'last week':
      return dayFrom(new Date(monday.getTime() - 7 * DAY_MS), 7)
    case 'this month':
      return monthOf(now.getUTCFullYear(), now.getUTCMonth())
    case 'last month':
      return monthOf(now.getUTCFullYear(), now.getUTCMonth() - 1)
    default:
      return null
  }
}

/** Reads a day or a month. A day without a year is the last one that has begun. */
function readDay(text: string, now: Date): Span | null {
  const iso = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text)
  if (iso !== null) {
    const [year = 0, month = 0, day] = iso
      .slice(1)
      .map((part) => part && Number.parseInt(part, 10)) as number[]
    if (month < 1 || month > 12) return null
    return day === undefined ? monthOf(year, month - 1) : calendarDay(year, month - 1, day)
  }
  const [, dayBefore, name = '', dayAfter, year] =
    /^(?:(\d{1,2}) )?(\p{L}{3,9})(?: (\d{1,2}))?(?: (\d{4}))?$/u.exec(text) ?? []
  if (!isMonth(name) || (dayBefore !== undefined && dayAfter !== undefined)) return null
  const month = MONTHS.indexOf(name.slice(0, 3))
  const day = dayBefore ?? dayAfter
  const thisYear = now.getUTCFullYear()
  if (day === undefined) return year === undefined ? null : monthOf(Number.parseInt(year, 10), month)
  const inYear = (one: number) => calendarDay(one, month, Number.parseInt(day, 10))
  if (year !== undefined) return inYear(Number.parseInt(year, 10))
  const span = inYear(thisYear)
  return span !== null && span.from <= now ? span : inYear(thisYear - 1)
}

/** Returns the time in GMT that a text in lower case means: a day, a month, or a span of them; null if it is none. */
export function readSpan(text: string, now: Date): Span | null {
  const ends = /^(.*?) ?\.\. ?(.*)$/.exec(text)
  if (ends === null) return readRelative(text, now) ?? readDay(text, now)
  const [from = '', to = ''] = ends.slice(1)
  if (from === '' && to === '') return null
  const first = from === '' ? ALWAYS : readDay(from, now)
  const last = to === '' ? ALWAYS : readDay(to, now)
  if (first === null || last === null || first.from >= last.until) return null
  return { from: first.from, until: last.until }
}

const dayText = (date: Date): string => {
  const month = MONTHS[date.getUTCMonth()] ?? ''
  return `${date.getUTCDate()} ${month.charAt(0).toUpperCase()}${month.slice(1)} ${date.getUTCFullYear()}`
}

/** Returns a span in words: "26 Nov 2026", "1 Nov 2026 to 15 Nov 2026", "from 1 Nov 2026". */
export function spanText({ from, until }: Span): string {
  const last = new Date(until.getTime() - DAY_MS)
  if (from <= ALWAYS.from) return `until ${dayText(last)}`
  if (until >= ALWAYS.until) return `from ${dayText(from)}`
  return last <= from ? dayText(from) : `${dayText(from)} to ${dayText(last)}`
}
