import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Notice } from '../ui/notice.tsx'

/** Around each page: a fault in it, or code that could not be fetched, leaves header and way out standing. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={() => (
        <div className="mx-auto max-w-160 px-4 py-16">
          <title>Error · Sesa</title>
          <Notice
            tone="error"
            title="This page could not be shown"
            action={<Button onClick={() => location.reload()}>Load it again</Button>}
          >
            The connection may have been lost, or we made a mistake. What you typed before is kept.
          </Notice>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
