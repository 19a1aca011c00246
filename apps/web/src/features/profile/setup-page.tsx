import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { Page } from '@sesa/ui/layout/page.tsx'
import { GoTo } from '../../lib/go-to.tsx'
import { paths, safeTo } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { SetupForm } from './setup-form.tsx'
import { VerifyPhone } from './verify-phone.tsx'

/** Asks for the profile once, before the first transfer, then continues to the requested page. */
export default function ProfileSetupPage() {
  const { user, profile, offline, agreementsDue } = useSession()
  const [query] = useSearchParams()
  const [hasError, setHasError] = useState(false)

  if (profile?.complete) return <GoTo to={safeTo(query.get('to')) ?? paths.dashboard} />
  return (
    <Page
      title={i18n.t('Complete your profile')}
      hasError={hasError}
      lead={
        user?.phoneNumber
          ? i18n.t('By law we need to know who’s sending. It takes a minute and you only do it once.')
          : i18n.t('First your phone number: its country is the one you send from.')
      }
    >
      {offline && <OfflineNotice />}
      {user && !offline && user.phoneNumber === null && <VerifyPhone onErrors={setHasError} />}
      {user && !offline && user.phoneNumber !== null && (
        <SetupForm user={user} profile={profile} agreements={agreementsDue} onErrors={setHasError} />
      )}
    </Page>
  )
}
