import { Outlet } from 'react-router'
import { AccountLayout } from '../features/account/layout.tsx'
import { SignOutButton } from '../features/chrome/sign-out-button.tsx'
import { StepUp } from '../features/step-up/host.tsx'

/** Renders the frame of the account's pages: the menu stays while the page changes. */
export default function AccountArea() {
  return (
    <>
      <AccountLayout signOut={<SignOutButton />}>
        <Outlet />
      </AccountLayout>
      <StepUp />
    </>
  )
}
