import type { ReactNode } from 'react'
import { cx } from '@sesa/ui/class-names.ts'
import { ChevronIcon } from '@sesa/ui/art/icons.tsx'

interface FoldProps {
  title: ReactNode
  className?: string
  children: ReactNode
}

/** Renders content that most customers do not need, one tap away. The browser folds it, also before any script runs. */
export function Fold({ title, className, children }: FoldProps) {
  return (
    <details className={cx('group', className)}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 rounded-md font-semibold text-brand-ink [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronIcon className="group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
