import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** An illustration from `art`. */
  art?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** Describes what will appear here, and offers the next action. Also used for "not found". */
export function EmptyState({ art, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-lg border border-line bg-surface px-6 py-12 text-center">
      {art}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="max-w-[48ch] text-muted">{children}</div>}
      {action}
    </div>
  )
}
