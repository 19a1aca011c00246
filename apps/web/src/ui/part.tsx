import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Notice } from './notice.tsx'

interface PartProps {
  /** What it is, as the sentence goes on: "The timeline" could not be shown. */
  name: string
  children: ReactNode
}

/** A part of a page that may fail alone: the rest of the page, and what was typed in it, stays. */
export function Part({ name, children }: PartProps) {
  return (
    <ErrorBoundary
      fallback={(retry) => (
        <Notice
          tone="error"
          title={`${name} could not be shown`}
          action={
            <Button variant="secondary" onClick={retry}>
              Try again
            </Button>
          }
        >
          We made a mistake here. The rest of this page works, and nothing has been sent or lost.
        </Notice>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
