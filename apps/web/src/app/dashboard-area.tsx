import DashboardPage from '../features/dashboard/page.tsx'
import { PasskeyOffer } from '../features/passkey-offer/passkey-offer.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Customers see this page after signing in without another destination, so it offers a passkey. */
export default function DashboardArea() {
  return (
    <>
      <DashboardPage offer={<PasskeyOffer />} />
      <StepUp />
    </>
  )
}
