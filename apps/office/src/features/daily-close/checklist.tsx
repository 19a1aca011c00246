import type { DailyCloseCheck, ShownDailyClose } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { paths } from '../../lib/paths.ts'
import { Tag } from '../../parts/tag.tsx'

const WORDS: Readonly<Record<DailyCloseCheck['kind'], string>> = {
  over: 'Day over',
  compared: 'Providers compared since',
  breaks: 'Breaks explained',
  positions: 'Positions agree',
  figures: 'Figures near last week’s',
  prepared: 'Prepared',
  signed: 'Signed by another member',
}
const STATES = {
  done: { tone: 'ok', word: 'Done' },
  waiting: { tone: 'plain', word: 'To do' },
  problem: { tone: 'danger', word: 'Look' },
} as const

/** The page of a line's problem. */
const PAGES: Readonly<Partial<Record<DailyCloseCheck['kind'], (day: string) => readonly [string, string]>>> =
  {
    compared: () => ['Open reconciliation', paths.reconciliation],
    breaks: () => ['Open breaks', paths.reconciliation],
    positions: () => ['Open positions', paths.floats],
    figures: (day) => ['Open the day', paths.resultsOf(day, day)],
  }

/** What stands between a day and its signature. Each line turns green on the server's facts; a red one leads to its problem. */
export function Checklist({ day, checks }: Pick<ShownDailyClose, 'day' | 'checks'>) {
  return (
    <ol aria-label="Checklist" className="rounded-lg border border-line bg-surface">
      {checks.map(({ kind, state, text }) => {
        const [label, href] = (state !== 'done' && PAGES[kind]?.(day)) || []
        return (
          <li
            key={kind}
            className="grid items-baseline gap-x-4 border-line px-4 py-2 not-first:border-t sm:grid-cols-[5.5rem_16rem_1fr_auto]"
          >
            <span>
              <Tag tone={STATES[state].tone}>{STATES[state].word}</Tag>
            </span>
            <strong>{WORDS[kind]}</strong>
            <span>{text}</span>
            {href && <TextLink href={href}>{label}</TextLink>}
          </li>
        )
      })}
    </ol>
  )
}

type DayState = ShownDailyClose['days'][number]
const DAY_WORDS: Readonly<Record<DayState['state'], string>> = {
  signed: 'Signed',
  prepared: 'Prepared',
  open: 'Open',
  running: 'Today',
}
const DAY_LOOKS: Readonly<Record<DayState['state'], string>> = {
  signed: 'bg-ok-soft text-ok',
  prepared: 'bg-accent-soft text-warn',
  open: 'bg-danger-soft text-danger',
  running: 'bg-sunken text-ink',
}

/** The days around this one with their states, each a link. */
export function DayStrip({ day, days }: Pick<ShownDailyClose, 'day' | 'days'>) {
  return (
    <nav aria-label="Days">
      <ol className="flex flex-wrap gap-2">
        {days.map((one) => (
          <li key={one.day}>
            <a
              href={paths.dailyClose(one.day)}
              aria-current={one.day === day ? 'page' : undefined}
              className={cx(
                'block rounded-md border-2 px-2 py-1 text-center no-underline',
                DAY_LOOKS[one.state],
                one.day === day ? 'border-current font-bold' : 'border-transparent hover:border-line',
              )}
            >
              <span className="block tabular-nums">{one.day.slice(5)}</span>
              <span className="block">{DAY_WORDS[one.state]}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
