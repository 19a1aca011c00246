import type { ReactNode } from 'react'

/** Marks the only part of the page that prints: on A4, ink on white. See base.css. */
export function PrintArea({ children }: { children: ReactNode }) {
  return <div className="print-area">{children}</div>
}
