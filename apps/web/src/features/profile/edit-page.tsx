import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { profileFormMemory } from './form-memory.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { ProfileForm } from './profile-form.tsx'

/** The form with the known details; View Profile leaves without saving. */
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
      View Profile
    </ButtonLink>
  )

  return (
    <Page title="Edit profile" hasError={hasError}>
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
          submitLabel="Save"
          keeper={profileFormMemory}
          onErrors={setHasError}
          onSaved={() => {
            toast('Profile saved')
            void navigate(paths.profile)
          }}
          leave={view}
        />
      )}
    </Page>
  )
}
