import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import TransferStatusPage from '../features/transfer-status/page.tsx'
import { loadCode } from '../lib/loading/load-code.ts'

/** Fetched after the transfer is on screen. */
const PushOffer = lazy(() => loadCode(() => import('../features/push-offer/push-offer.tsx')))

/** The page of a transfer, with the offer to be notified when it arrives. */
export default function TransferArea() {
  return (
    <TransferStatusPage
      offer={
        // Without its code there is no offer, and the page needs none.
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <PushOffer />
          </Suspense>
        </ErrorBoundary>
      }
    />
  )
}
