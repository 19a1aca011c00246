import type { ReactNode } from 'react'

/** The printed part of the page: this alone, on A4, in ink on white. See base.css. */
export function PrintArea({ children }: { children: ReactNode }) {
  return <div className="print-area">{children}</div>
}
