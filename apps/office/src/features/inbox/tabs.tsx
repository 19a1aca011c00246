import type { ReactNode } from 'react'
import { WORK_VIEWS, type WorkKind, type WorkQueue, type WorkView } from '@sesa/contract/office'
import { cx } from '@sesa/ui/class-names.ts'
import { useMay } from '../../lib/session.ts'
import { countText, inboxPath, WORK_KIND_WORDS } from '../../lib/work.ts'

const VIEW_WORDS: Readonly<Record<WorkView, string>> = {
  mine: 'Mine',
  unowned: 'Unowned',
  overdue: 'Overdue',
  others: 'Waiting for others',
}

interface Tab {
  readonly href: string
  readonly label: string
  readonly count?: number
  readonly isUrgent?: boolean
  readonly isHere: boolean
}

/** Links to the addresses of the inbox, with the number of items that each one lists. */
function Links({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap gap-1">
        {tabs.map(({ href, label: text, count, isUrgent, isHere }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold whitespace-nowrap forced-colors:border',
                isHere
                  ? 'bg-brand-soft text-brand-ink underline decoration-2 underline-offset-4'
                  : 'hover:bg-sunken',
              )}
            >
              {text}
              {count !== undefined && count > 0 && (
                <span className={cx('tabular-nums', isUrgent ? 'text-danger' : 'text-muted')}>
                  {countText(count)}
                  {isUrgent && <span className="sr-only"> with overdue items</span>}
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface InboxTabsProps {
  kind: WorkKind | 'templates' | undefined
  view: WorkView | undefined
  queues: readonly WorkQueue[]
  /** Beside the views: what else the queue offers. */
  children: ReactNode
}

/** The tabs of the inbox by kind, and its views. */
export function InboxTabs({ kind, view, queues, children }: InboxTabsProps) {
  const may = useMay()
  const shown = queues.filter((queue) => kind === undefined || queue.kind === kind)
  const sum = (of: 'count' | WorkView, from: readonly WorkQueue[] = shown): number =>
    from.reduce((total, queue) => total + queue[of], 0)
  const kinds: Tab[] = [
    {
      href: inboxPath(undefined, view),
      label: 'All',
      count: sum('count', queues),
      isUrgent: sum('overdue', queues) > 0,
      isHere: kind === undefined,
    },
    ...queues.map((queue) => ({
      href: inboxPath(queue.kind, view),
      label: WORK_KIND_WORDS[queue.kind],
      count: queue.count,
      isUrgent: queue.overdue > 0,
      isHere: kind === queue.kind,
    })),
    ...(may('enquiries.answer')
      ? [{ href: inboxPath('templates'), label: 'Answer templates', isHere: kind === 'templates' }]
      : []),
  ]
  const own = kind === 'templates' ? undefined : kind
  const views: Tab[] = [
    { href: inboxPath(own), label: 'Everything', isHere: view === undefined },
    ...WORK_VIEWS.map((one) => ({
      href: inboxPath(own, one),
      label: VIEW_WORDS[one],
      count: sum(one),
      isUrgent: one === 'overdue',
      isHere: view === one,
    })),
  ]
  return (
    <div className="flex flex-col gap-2">
      <Links label="Queues" tabs={kinds} />
      {kind !== 'templates' && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Links label="Views" tabs={views} />
          <div className="flex flex-wrap gap-3">{children}</div>
        </div>
      )}
    </div>
  )
}
