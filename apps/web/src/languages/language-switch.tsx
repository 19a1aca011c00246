import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import { loadCode } from '../lib/loading/load-code.ts'
import { useSession } from '../lib/session/session.ts'

const LanguageChoice = lazy(() => loadCode(() => import('./language-choice.tsx')))

/** Renders the choice of a language below a page's own content: its code loads later, and the page works without it. */
export function LanguageSwitch() {
  const { config } = useSession()
  if (!config) return null
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>
        <LanguageChoice isSandbox={config.sandbox} />
      </Suspense>
    </ErrorBoundary>
  )
}
