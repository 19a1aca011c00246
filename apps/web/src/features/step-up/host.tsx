import { lazy, Suspense, useEffect } from 'react'
import { loadCode } from '../../lib/loading/load-code.ts'
import { cancelStepUp, usePendingStepUp } from '../../lib/session/step-up.ts'

const StepUpDialog = lazy(() => loadCode(() => import('./dialog.tsx')))

/** Shows the step-up dialog when an action on the page requires it. */
export function StepUp() {
  const onDone = usePendingStepUp()
  // The next customer must not complete a step-up that another one started.
  useEffect(() => cancelStepUp, [])
  return onDone === null ? null : (
    <Suspense fallback={null}>
      <StepUpDialog onDone={onDone} />
    </Suspense>
  )
}
