import { Outlet } from 'react-router'
import { SettingsLayout } from '../features/settings/layout.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** What the settings' pages have in common: their menu stays while they change. */
export default function SettingsArea() {
  return (
    <>
      <SettingsLayout>
        <Outlet />
      </SettingsLayout>
      <StepUp />
    </>
  )
}
