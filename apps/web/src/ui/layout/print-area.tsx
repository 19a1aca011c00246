import type { ReactNode } from 'react'

/** What goes on paper, or into a PDF, when the page is printed: this alone, on A4, in ink on white. See base.css. */
export function PrintArea({ children }: { children: ReactNode }) {
  return <div className="print-area">{children}</div>
}
