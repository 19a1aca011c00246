import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { CodeLost } from '../lib/loading/load-code.ts'
import { LoadAgain } from '../lib/loading/load-again.tsx'

/** Keeps the header and its links usable when a page fails or its code cannot be fetched. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <ErrorBoundary
      // The boundary stays mounted while the router changes its content.
      place={pathname}
      fallback={(error) => (
        <Page
          title={error instanceof CodeLost ? 'We couldn’t load this page' : 'This page stopped working'}
          documentTitle="Error"
        >
          <Notice tone="error" action={<LoadAgain />}>
            {error instanceof CodeLost
              ? 'Check your connection and try again.'
              : 'Something went wrong on our side. Load the page again to go on.'}
          </Notice>
        </Page>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
