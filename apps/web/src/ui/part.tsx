import { useState, type ReactNode } from 'react'
import { CodeLost } from '../lib/load-code.ts'
import { reloadAnew } from '../lib/version.ts'
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

/** Loads the page anew, once what the server can keep is kept there. */
function LoadAgain() {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      variant="secondary"
      busy={busy}
      busyLabel="Loading"
      onClick={() => {
        setBusy(true)
        // Whoever decides to stay with what they have not saved finds the button again.
        void reloadAnew().finally(() => setBusy(false))
      }}
    >
      Load it again
    </Button>
  )
}
