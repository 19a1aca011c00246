import type { ReactNode } from 'react'

/** A part of a page with its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
