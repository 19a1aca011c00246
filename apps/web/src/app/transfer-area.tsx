import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import TransferStatusPage from '../features/transfer-status/page.tsx'
import { loadCode } from '../lib/loading/load-code.ts'

/** Fetched once the transfer is on screen. */
const PushOffer = lazy(() => loadCode(() => import('../features/push-offer/push-offer.tsx')))

/** Renders a transfer's page, with the offer of a notification on arrival. */
export default function TransferArea() {
  return (
    <TransferStatusPage
      offer={
        // Without its code there is no offer, and the page does not need one.
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <PushOffer />
          </Suspense>
        </ErrorBoundary>
      }
    />
  )
}
