import { useState } from 'react'
import type { TransferPage } from '@sesa/contract/office'
import { formatDate, formatTime } from '@sesa/ui/format.ts'
import { exactMoment } from '../../lib/words.ts'
import { Section } from '../../parts/section.tsx'

type Entry = TransferPage['story']['entries'][number]
type Detail = Entry['details'][number]
type Kind = Detail['kind']

const TOGGLES: readonly (readonly [Kind, string])[] = [
  ['provider', 'Provider answers'],
  ['ledger', 'Ledger'],
]

/** Everything that happened, in the order of time. What providers said and what was booked are shown under their step. */
export function Story({ entries, archived }: { entries: readonly Entry[]; archived: boolean }) {
  const [shown, setShown] = useState<readonly Kind[]>([])
  const toggle = (kind: Kind, on: boolean) =>
    setShown((before) => (on ? [...before, kind] : before.filter((one) => one !== kind)))
  return (
    <Section title="Story">
      <div className="-my-2 flex flex-wrap gap-x-6 print:hidden">
        {TOGGLES.map(([kind, label]) => (
          <label key={kind} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={shown.includes(kind)}
              onChange={(event) => toggle(kind, event.target.checked)}
              className="size-5 accent-brand"
            />
            {label}
          </label>
        ))}
      </div>
      {entries.length === 0 && (
        <p className="text-muted">
          {archived ? 'This month’s events and postings are archived.' : 'Nothing has happened yet.'}
        </p>
      )}
      <ol aria-label="Story" className="flex flex-col gap-1">
        {entries.map((entry, index) => (
          <Line
            // Lines are only added at the end, so the place names them.
            key={index}
            entry={entry}
            isNewDay={!isSameDay(entry.at, entries[index - 1]?.at)}
            details={entry.details.filter(({ kind }) => shown.includes(kind))}
          />
        ))}
      </ol>
    </Section>
  )
}

const isSameDay = (at: string, before: string | undefined): boolean =>
  before !== undefined && formatDate(before) === formatDate(at)

interface LineProps {
  entry: Entry
  isNewDay: boolean
  details: readonly Detail[]
}

function Line({ entry: { at, text, by, second }, isNewDay, details }: LineProps) {
  return (
    <li>
      {isNewDay && <p className="pt-1 font-semibold text-muted">{formatDate(at)}</p>}
      <p className="flex gap-3">
        <Clock at={at} />
        <span className="min-w-0 wrap-anywhere">
          {text}
          {by !== null && <span className="text-muted">{whoText(by, second)}</span>}
        </span>
      </p>
      {details.length > 0 && (
        <ul className="ml-6 flex flex-col border-l-2 border-line pl-3 text-muted">
          {details.map((detail, index) => (
            <li key={index} className="flex gap-3">
              <Clock at={detail.at} />
              <span className="min-w-0 wrap-anywhere">{detail.text}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const whoText = (by: string, second: string | null): string =>
  second === null ? ` · ${by}` : ` · ${by}, approved by ${second}`

function Clock({ at }: { at: string }) {
  const seconds = new Date(at).getSeconds().toString().padStart(2, '0')
  return (
    <time dateTime={at} title={exactMoment(at)} className="shrink-0 text-muted tabular-nums">
      {formatTime(at)}:{seconds}
    </time>
  )
}
