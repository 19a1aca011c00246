import type { FloatWallet } from '@sesa/contract/office'
import { cx } from '@sesa/ui/class-names.ts'
import { readable } from '../../lib/words.ts'
import { Tag } from '../../parts/tag.tsx'

const HOURS_A_DAY = 24
/** The scale: a week fills the bar. */
const SHOWN_DAYS = 7
const MOST_DAYS = 30
/** A top-up by bank takes a working day, and plans reach three days. */
const SOON_DAYS = 3
const THRESHOLDS = [1, 3, 7]
const [WIDTH, HEIGHT] = [180, 12]

type Urgency = 'ok' | 'warn' | 'danger'
const FILLS: Readonly<Record<Urgency, string>> = {
  ok: 'fill-brand',
  warn: 'fill-accent',
  danger: 'fill-danger',
}

/** The days that a wallet lasts, as text: "0.4 days", "30+ days". */
export function daysText({ hoursLeft }: Pick<FloatWallet, 'hoursLeft'>): string {
  if (hoursLeft === null) return 'No forecast'
  const days = hoursLeft / HOURS_A_DAY
  if (days >= MOST_DAYS) return `${MOST_DAYS}+ days`
  const text = (Math.floor(days * 10) / 10).toFixed(1)
  return text === '1.0' ? '1 day' : `${text.replace('.0', '')} days`
}

/** The word for a wallet's state and how urgent it is. */
export function urgencyOf({ state, hoursLeft }: Pick<FloatWallet, 'state' | 'hoursLeft'>): {
  readonly tone: Urgency
  readonly word: string
} {
  if (state === 'low' || state === 'empty') return { tone: 'danger', word: readable(state) }
  if (state === 'unknown') return { tone: 'warn', word: 'Unknown' }
  return hoursLeft !== null && hoursLeft < SOON_DAYS * HOURS_A_DAY
    ? { tone: 'warn', word: 'Under 3 days' }
    : { tone: 'ok', word: 'Enough' }
}

/** The days that a wallet lasts: a bar with the thresholds of 1, 3 and 7 days, in words beside it. */
export function DaysLeft({ wallet }: { wallet: FloatWallet }) {
  const { tone, word } = urgencyOf(wallet)
  const days = wallet.hoursLeft === null ? null : wallet.hoursLeft / HOURS_A_DAY
  const at = (day: number) => (Math.min(day, SHOWN_DAYS) / SHOWN_DAYS) * WIDTH
  return (
    <div className="flex flex-col gap-1">
      {days !== null && (
        <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="shrink-0 overflow-visible">
          <rect width={WIDTH} height={HEIGHT} className="fill-sunken stroke-line" />
          <rect
            width={Math.max(2, at(days))}
            height={HEIGHT}
            className={cx(FILLS[tone], 'forced-colors:fill-[CanvasText]')}
          />
          {THRESHOLDS.map((day) => (
            <line key={day} x1={at(day)} x2={at(day)} y1={-2} y2={HEIGHT + 2} className="stroke-ink" />
          ))}
        </svg>
      )}
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold tabular-nums">{daysText(wallet)}</span>
        <Tag tone={tone}>{word}</Tag>
      </span>
    </div>
  )
}
