import { useLocation } from 'react-router'
import { NotificationsPage } from '../features/notifications/page.tsx'
import { SettingsLayout } from '../features/settings/layout.tsx'
import { SecurityPage } from '../features/settings/security-page.tsx'
import { StepUp } from '../features/step-up/host.tsx'
import { paths } from '../lib/paths.ts'

/** The settings: one piece of code, so that their menu stays while its pages change. */
export default function SettingsArea() {
  const { pathname } = useLocation()
  return (
    <>
      <SettingsLayout>
        {pathname === paths.notifications ? <NotificationsPage /> : <SecurityPage />}
      </SettingsLayout>
      <StepUp />
    </>
  )
}
