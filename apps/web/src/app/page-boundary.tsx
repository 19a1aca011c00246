import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { LoadAgain } from '../lib/loading/load-again.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Keeps the header and its links usable when a page fails or its code cannot be fetched. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      // The boundary stays mounted while the router changes its content.
      place={pathname}
      fallback={() => (
        <Page title="We couldn’t load this page" documentTitle="Error">
          <Notice tone="error" action={<LoadAgain />}>
            Check your connection and try again.
          </Notice>
        </Page>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
