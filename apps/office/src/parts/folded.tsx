import { useState, type ReactNode } from 'react'
import { Button } from '@sesa/ui/button.tsx'
import { Section } from './section.tsx'

/** How many lines are open. */
const MOST = 5

interface FoldedProps {
  /** The heading of a section of its own. */
  title?: string
  /** What the lines are, for the button: "Show all 12 notices". */
  what: string
  lines: readonly { readonly key: string; readonly line: ReactNode }[]
  /** What to say without any. */
  none?: string
}

/** A list that shows its first five lines until it is opened. */
export function Folded({ title, ...list }: FoldedProps) {
  return title === undefined ? (
    <List {...list} />
  ) : (
    <Section title={title}>
      <List {...list} />
    </Section>
  )
}

function List({ what, lines, none = 'None.' }: FoldedProps) {
  const [open, setOpen] = useState(false)
  if (lines.length === 0) return <p className="text-muted">{none}</p>
  return (
    <>
      <ul className="flex flex-col gap-1">
        {(open ? lines : lines.slice(0, MOST)).map(({ key, line }) => (
          <li key={key} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {lines.length > MOST && !open && (
        <Button variant="quiet" onClick={() => setOpen(true)} className="self-start">
          Show all {lines.length} {what}
        </Button>
      )}
    </>
  )
}
