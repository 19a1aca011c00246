import { lazy, Suspense } from 'react'
import { loadCode } from '../../lib/loading/load-code.ts'
import { Page } from '../../ui/layout/page.tsx'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Devices } from './devices.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PhoneSection } from './phone-section.tsx'
import { WaysIn } from './ways-in.tsx'

/** Far down the page: it comes when the rest is there. */
const ActivitySection = lazy(() => loadCode(() => import('./activity-section.tsx')))

/** How the account is entered, from where it is open now, and what happened to it. */
export default function SecurityPage() {
  return (
    <Page title="Security">
      <div className="flex flex-col gap-12">
        <SectionBoundary name="How you sign in">
          <WaysIn />
        </SectionBoundary>
        <SectionBoundary name="Your password">
          <PasswordSection />
        </SectionBoundary>
        <SectionBoundary name="Your passkeys">
          <PasskeysSection />
        </SectionBoundary>
        <SectionBoundary name="Your phone number">
          <PhoneSection />
        </SectionBoundary>
        <SectionBoundary name="Your devices">
          <Devices />
        </SectionBoundary>
        <SectionBoundary name="Your activity">
          <Suspense fallback={<Skeleton lines={4} />}>
            <ActivitySection />
          </Suspense>
        </SectionBoundary>
      </div>
    </Page>
  )
}
