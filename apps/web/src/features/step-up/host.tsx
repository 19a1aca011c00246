import { lazy, Suspense, useEffect } from 'react'
import { loadCode } from '../../lib/loading/load-code.ts'
import { dropQuestion, useAskedForProof } from '../../lib/session/step-up.ts'

const StepUpDialog = lazy(() => loadCode(() => import('./dialog.tsx')))

/** Asks for a proof of who is there when something on the page wants one. */
export function StepUp() {
  const onDone = useAskedForProof()
  // The next person must not complete a step-up that someone else began.
  useEffect(() => dropQuestion, [])
  return onDone === null ? null : (
    <Suspense fallback={null}>
      <StepUpDialog onDone={onDone} />
    </Suspense>
  )
}
