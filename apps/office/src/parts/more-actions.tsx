import type { ReactNode } from 'react'

/** What is beside the buttons that work now: seldom needed, or not possible and why. */
export function MoreActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-12 cursor-pointer items-center rounded-full px-3 font-semibold text-brand-ink hover:bg-sunken">
        <span aria-hidden="true">⋯&nbsp;</span>
        {label}
      </summary>
      <div className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4">{children}</div>
    </details>
  )
}
