import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
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
          title={
            error instanceof CodeLost
              ? i18n.t('We couldn’t load this page')
              : i18n.t('This page stopped working')
          }
          documentTitle={i18n.t('Error')}
        >
          <Notice tone="error" action={<LoadAgain />}>
            {error instanceof CodeLost
              ? i18n.t('Check your connection and try again.')
              : i18n.t('Something went wrong on our side. Load the page again to go on.')}
          </Notice>
        </Page>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
