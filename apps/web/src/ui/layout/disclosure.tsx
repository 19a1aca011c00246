import type { ReactNode } from 'react'
import { ChevronIcon } from '../art/icon.tsx'

interface DisclosureProps {
  /** What is behind it, as a question or a noun: "What if the number is wrong?" */
  summary: ReactNode
  children: ReactNode
  /** Open from the start. */
  open?: boolean
}

/** Optional detail. The platform's own element, so it opens without script and page search finds it. */
export function Disclosure({ summary, children, open }: DisclosureProps) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronIcon className="text-brand-ink group-open:rotate-180 motion-safe:transition-transform motion-safe:duration-150" />
      </summary>
      <div className="max-w-[65ch] pb-5 text-muted">{children}</div>
    </details>
  )
}
