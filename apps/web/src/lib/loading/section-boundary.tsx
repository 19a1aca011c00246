import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { CodeLost } from './load-code.ts'
import { LoadAgain } from './load-again.tsx'

interface PartProps {
  /** The object of the sentence "We couldn’t load the timeline." */
  name: string
  children: ReactNode
}

/** Isolates a part of a page that may fail: the rest of the page stays, with all typed values. */
export function SectionBoundary({ name, children }: PartProps) {
  return (
    <ErrorBoundary
      fallback={(error, retry) => {
        // React remembers that the code failed to load, so rendering it again would fail the same way.
        const isLost = error instanceof CodeLost
        return (
          <Notice
            tone="error"
            title={i18n.t('We couldn’t load {name}', { name })}
            action={
              isLost ? (
                <LoadAgain />
              ) : (
                <Button variant="secondary" onClick={retry}>
                  {i18n.t('Try again')}
                </Button>
              )
            }
          >
            {isLost
              ? i18n.t('The connection dropped before this part loaded. The rest of the page works.')
              : i18n.t('Something went wrong on our side. The rest of this page works and nothing is lost.')}
          </Notice>
        )
      }}
    >
      {children}
    </ErrorBoundary>
  )
}
