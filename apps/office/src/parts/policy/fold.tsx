import type { ReactNode } from 'react'
import { cx } from '@sesa/ui/class-names.ts'

/** A part of a page that is rarely needed: closed until it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-bold">{title}</summary>
      <div className="p-4">{children}</div>
    </details>
  )
}

export const HEAD = 'border-b border-line px-1 py-2 text-left first:pl-3 last:pr-3 font-semibold text-muted'
export const BODY = 'border-b border-line px-1 py-1.5 first:pl-3 last:pr-3'

interface PolicyTableProps {
  /** Names the region that scrolls, and the table. */
  label: string
  caption: string
  /** The headers of columns, those of figures on the right; or the whole head. */
  headers?: readonly string[]
  figures?: readonly string[]
  head?: ReactNode
  /** While figures in it are of an earlier draft. */
  isOld?: boolean
  /** Whether columns share the width, and their words wrap. */
  isEven?: boolean
  /** The rows. */
  children: ReactNode
}

/** A wide table of a policy: it scrolls by itself, with the keyboard too, and hidden words never widen the page. */
export function PolicyTable(props: PolicyTableProps) {
  const { label, caption, headers = [], figures = [], head, isOld, isEven, children } = props
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table
        aria-label={caption}
        aria-busy={isOld || undefined}
        className={cx('w-full border-collapse', isEven && 'min-w-240 table-fixed')}
      >
        <thead>
          {head ?? (
            <tr>
              {[...headers, ...figures].map((header) => (
                <th key={header} scope="col" className={cx(HEAD, figures.includes(header) && 'text-right')}>
                  {header}
                </th>
              ))}
            </tr>
          )}
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
