import { useLocation } from 'react-router'
import { EditProfilePage } from '../features/profile/edit-page.tsx'
import { ProfilePage } from '../features/profile/view-page.tsx'
import { StepUp } from '../features/step-up/host.tsx'
import { paths } from '../lib/paths.ts'

/** Shows the profile, for reading or editing. */
export default function ProfileArea() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname === paths.editProfile ? <EditProfilePage /> : <ProfilePage />}
      <StepUp />
    </>
  )
}
