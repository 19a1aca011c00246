import type { ReactNode } from 'react'

/** A band across the page; `Title` inside names it. */
export function Section({
  id,
  children,
  className,
}: {
  id: string
  children: ReactNode
  className?: string
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={className}>
      <div className="mx-auto max-w-288 px-4 py-16 sm:px-6 md:py-24">{children}</div>
    </section>
  )
}

/** The heading of the section with this id. */
export function Title({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={`${id}-title`} className="text-3xl md:text-5xl">
      {children}
    </h2>
  )
}
