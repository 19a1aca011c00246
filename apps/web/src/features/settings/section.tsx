import { useId, type ReactNode, type Ref } from 'react'

interface SectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
  /** Receives the focus when something in the section disappears. */
  headingRef?: Ref<HTMLHeadingElement>
}

/** Renders one section of a settings page, under its own heading. */
export function Section({ title, lead, children, headingRef }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-2xl">
          {title}
        </h2>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  )
}
