import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { EditProfilePage } from '../features/profile/edit-page.tsx'
import { ProfilePage } from '../features/profile/view-page.tsx'
import { SenderDetailsPage } from '../features/sender-details/page.tsx'
import { StepUp } from '../features/step-up/host.tsx'
import { paths } from '../lib/paths.ts'

const PAGES: Readonly<Record<string, () => ReactNode>> = {
  [paths.editProfile]: EditProfilePage,
  [paths.senderDetails]: SenderDetailsPage,
}

/** The profile, shown and edited, and what a sender tells beyond it. */
export default function ProfileArea() {
  const { pathname } = useLocation()
  const Shown = PAGES[pathname] ?? ProfilePage
  return (
    <>
      <Shown />
      <StepUp />
    </>
  )
}
