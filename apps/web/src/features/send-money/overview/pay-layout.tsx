import { useSyncExternalStore, type ReactNode } from 'react'

/** From here on, the summary stands beside the form. The class names below repeat this width. */
const wide = matchMedia('(min-width: 60rem)')

interface PayLayoutProps {
  summary: ReactNode
  /** The card form and the disclosure, or what stands in for them. */
  children: ReactNode
  /** The bar with the Pay button, once there is something to pay. */
  bar?: ReactNode
}

/**
 * Lays out step 2: one column on a phone, with Pay at the edge of the screen; two columns on a wide screen, where the
 * summary and Pay stay in sight. Pay always comes last in the document, after the disclosure. The form never moves
 * within the document, because a moved frame loses what was typed into it.
 */
export function PayLayout({ summary, children, bar }: PayLayoutProps) {
  const isWide = useSyncExternalStore(onChange, () => wide.matches)
  return (
    <div className="flex flex-col gap-6 min-[60rem]:grid min-[60rem]:grid-cols-[minmax(0,1fr)_25rem] min-[60rem]:items-start">
      {!isWide && <div className="flex flex-col gap-4">{summary}</div>}
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
      <div className={isWide ? 'sticky top-6 flex flex-col gap-4' : 'contents'}>
        {isWide && summary}
        {bar}
      </div>
    </div>
  )
}

function onChange(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
