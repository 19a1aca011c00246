import DashboardPage from '../features/dashboard/page.tsx'
import { PasskeyOffer } from '../features/passkey-offer/passkey-offer.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Where people arrive when they signed in for nothing in particular: so here they are offered a passkey. */
export default function DashboardArea() {
  return (
    <>
      <DashboardPage offer={<PasskeyOffer />} />
      <StepUp />
    </>
  )
}
