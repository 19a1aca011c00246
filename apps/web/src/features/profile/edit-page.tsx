import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { useToast } from '@sesa/ui/feedback/toast.tsx'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { ProfileForm } from './profile-form.tsx'
import { formMemory } from '../../lib/forms/form-memory.ts'
import type { ProfileValues } from './form-schema.ts'

const profileFormMemory = formMemory<ProfileValues>()

/** Renders the form with the known details; View Profile leaves without saving. */
export function EditProfilePage() {
  const { user, profile, offline } = useSession()
  const navigate = useNavigate()
  const toast = useToast()
  const [hasError, setHasError] = useState(false)
  const view = (
    <ButtonLink
      href={paths.profile}
      variant="secondary"
      size="lg"
      onClick={profileFormMemory.forget}
      className="max-sm:w-full"
    >
      {i18n.t('View Profile')}
    </ButtonLink>
  )

  return (
    <Page title={i18n.t('Edit profile')} hasError={hasError}>
      {offline && (
        <>
          <OfflineNotice />
          <div>{view}</div>
        </>
      )}
      {user && !offline && (
        <ProfileForm
          user={user}
          profile={profile}
          submitLabel={i18n.t('Save')}
          keeper={profileFormMemory}
          onErrors={setHasError}
          onSaved={() => {
            toast(i18n.t('Profile saved'))
            void navigate(paths.profile)
          }}
          leave={view}
        />
      )}
    </Page>
  )
}
