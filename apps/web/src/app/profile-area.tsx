import { useLocation } from 'react-router'
import { EditProfilePage } from '../features/profile/edit-page.tsx'
import { ProfilePage } from '../features/profile/view-page.tsx'
import { paths } from '../lib/paths.ts'

/** Shows the profile, for reading or editing. */
export default function ProfileArea() {
  return useLocation().pathname === paths.editProfile ? <EditProfilePage /> : <ProfilePage />
}
