import type { ReactNode } from 'react'
import { noWrap } from './no-wrap.tsx'
import { cx } from '../class-names.ts'

interface CardProps {
  children: ReactNode
  className?: string
}

/** Renders a sheet that groups related content. */
export function Card({ children, className }: CardProps) {
  return (
    <div className={cx('rounded-lg border border-line bg-surface p-4 shadow-card sm:p-8', className)}>
      {children}
    </div>
  )
}

export interface Fact {
  /** Distinguishes facts with the same label. */
  key?: string
  label: string
  value: ReactNode
  /** Larger, below a rule: the total of the preceding facts. */
  strong?: boolean
}

interface FactsProps {
  facts: readonly Fact[]
  /** Less space between the lines. */
  compact?: boolean
}

/** Renders labels and values in two columns, with the values on the right: a price, a recipient. */
export function Facts({ facts, compact }: FactsProps) {
  return (
    <dl className={cx('flex flex-col', compact ? 'gap-1' : 'gap-3')}>
      {facts.map((fact) => (
        <div
          key={fact.key ?? fact.label}
          className={cx(
            'flex flex-wrap items-baseline justify-between gap-x-3',
            fact.strong &&
              cx('border-t border-line font-bold', compact ? 'mt-1 pt-1 text-lg' : 'pt-3 text-xl'),
          )}
        >
          <dt className={fact.strong ? '' : 'text-muted'}>{fact.label}</dt>
          <dd className="ml-auto text-right font-semibold tabular-nums">{noWrap(fact.value)}</dd>
        </div>
      ))}
    </dl>
  )
}
