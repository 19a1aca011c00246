import { Outlet } from 'react-router'
import { SettingsLayout } from '../features/settings/layout.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Renders the frame of the settings pages: the menu stays while the page changes. */
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
