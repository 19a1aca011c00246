import { lazy, Suspense } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { PasswordSection } from './password-section.tsx'
import { WaysIn } from './ways-in.tsx'

/** Far down the page, so their code loads after the rest. */
const PasskeysSection = lazy(() => loadCode(() => import('./passkeys-section.tsx')))
const PhoneSection = lazy(() => loadCode(() => import('./phone-section.tsx')))
const PayerNumbersSection = lazy(() => loadCode(() => import('./payer-numbers-section.tsx')))
const Devices = lazy(() => loadCode(() => import('./devices.tsx')))
const ActivitySection = lazy(() => loadCode(() => import('./activity-section.tsx')))

/** Renders the ways to sign in, the signed-in devices and the activity of the account. */
export default function SecurityPage() {
  return (
    <Page title={i18n.t('Security')}>
      <div className="flex flex-col gap-12">
        <SectionBoundary name={i18n.t('your ways to sign in')}>
          <WaysIn />
        </SectionBoundary>
        <SectionBoundary name={i18n.t('your password')}>
          <PasswordSection />
        </SectionBoundary>
        <SectionBoundary name={i18n.t('your passkeys')}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <PasskeysSection />
          </Suspense>
        </SectionBoundary>
        <SectionBoundary name={i18n.t('your phone number')}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <PhoneSection />
          </Suspense>
        </SectionBoundary>
        <SectionBoundary name={i18n.t('the numbers you pay from')}>
          <Suspense fallback={null}>
            <PayerNumbersSection />
          </Suspense>
        </SectionBoundary>
        <SectionBoundary name={i18n.t('your devices')}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <Devices />
          </Suspense>
        </SectionBoundary>
        <SectionBoundary name={i18n.t('your activity')}>
          <Suspense fallback={<Skeleton lines={4} />}>
            <ActivitySection />
          </Suspense>
        </SectionBoundary>
      </div>
    </Page>
  )
}
