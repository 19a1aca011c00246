import type { ReactNode } from 'react'
import { CodeLost } from './load-code.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx'
import { LoadAgain } from './load-again.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface PartProps {
  /** The subject of the sentence "The timeline could not be shown." */
  name: string
  children: ReactNode
}

/** A part of a page that may fail alone: the rest of the page, and what was typed in it, stays. */
export function SectionBoundary({ name, children }: PartProps) {
  return (
    <ErrorBoundary
      fallback={(error, retry) => {
        // React remembers that its code did not come: drawing it once more would fail the same.
        const isLost = error instanceof CodeLost
        return (
          <Notice
            tone="error"
            title={`${name} could not be shown`}
            action={
              isLost ? (
                <LoadAgain />
              ) : (
                <Button variant="secondary" onClick={retry}>
                  Try again
                </Button>
              )
            }
          >
            {isLost
              ? 'The connection failed before this part of the page had come. The rest of the page works.'
              : 'We made a mistake here. The rest of this page works, and nothing has been sent or lost.'}
          </Notice>
        )
      }}
    >
      {children}
    </ErrorBoundary>
  )
}
