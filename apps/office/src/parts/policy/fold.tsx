import type { ReactNode } from 'react'

/** A part of a page that is rarely needed: closed until it is opened. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="rounded-lg border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-2 font-bold">{title}</summary>
      <div className="p-4">{children}</div>
    </details>
  )
}

/** A wide table of a policy: it scrolls by itself, with the keyboard too, and hidden words never widen the page. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      {children}
    </div>
  )
}

export const HEAD = 'border-b border-line px-1 py-2 text-left first:pl-3 last:pr-3 font-semibold text-muted'
export const BODY = 'border-b border-line px-1 py-1.5 first:pl-3 last:pr-3'
