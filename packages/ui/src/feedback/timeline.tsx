import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { CheckIcon, CrossIcon } from '../art/icons.tsx'
import { noWrap } from '../layout/no-wrap.tsx'
import type { TimelineEntry } from './timeline-entry.ts'

export type { TimelineEntry }

const SPOKEN = { done: 'Done: ', current: 'Now: ', ahead: 'Next: ', failed: 'Failed: ' } as const

/** Renders the steps of a transfer in order, past and future. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry, index) => (
        <li key={entry.key} className="relative flex gap-[16px] pb-6 last:pb-0">
          {index < entries.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                'absolute top-[32px] bottom-0 left-[15px] w-0.5',
                entry.state === 'done' ? 'bg-brand-ink' : 'bg-line',
              )}
            />
          )}
          <Bead state={entry.state} />
          <span className="flex min-w-0 flex-col pt-0.5">
            <span className={cx(entry.state === 'ahead' ? 'text-muted' : 'font-semibold')}>
              <span className="sr-only">{SPOKEN[entry.state]}</span>
              {noWrap(entry.text)}
            </span>
            {entry.when && <span className="text-muted tabular-nums">{entry.when}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Does not grow with the text, so that large text has room beside it. */
function Bead({ state }: { state: TimelineEntry['state'] }): ReactNode {
  const looks = {
    done: 'bg-brand text-on-brand',
    current: 'border-2 border-brand-ink text-brand-ink',
    ahead: 'border-2 border-line',
    failed: 'bg-danger-soft text-danger',
  }
  return (
    <span
      aria-hidden="true"
      className={cx('flex size-[32px] shrink-0 items-center justify-center rounded-full', looks[state])}
    >
      {state === 'done' && <CheckIcon className="size-[20px]" />}
      {state === 'failed' && <CrossIcon className="size-[20px]" />}
      {state === 'current' && <span className="size-2.5 rounded-full bg-accent forced-color-adjust-none" />}
    </span>
  )
}
