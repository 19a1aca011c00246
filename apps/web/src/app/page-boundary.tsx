import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '../ui/feedback/error-boundary.tsx'
import { LoadAgain } from '../lib/loading/load-again.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Around each page: a fault in it, or code that could not be fetched, leaves header and way out standing. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      // One boundary stays while the router changes what is in it.
      place={pathname}
      fallback={() => (
        <Page title="This page could not be shown" documentTitle="Error">
          <Notice tone="error" action={<LoadAgain />}>
            The connection may have been lost, or we made a mistake.
          </Notice>
        </Page>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
