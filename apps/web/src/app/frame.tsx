import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { initialOf } from '@sesa/ui/format.ts'
import { AppNav } from '../features/chrome/app-nav.tsx'
import { Header } from '../features/chrome/header.tsx'
import { SignOutButton } from '../features/chrome/sign-out-button.tsx'
import { VersionBar } from '../features/chrome/version-bar.tsx'
import { Bell } from '../features/notices/bell.tsx'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { useLinkNavigation, useRouteChange } from './navigation.ts'

/**
 * Renders the header and the page, and handles clicks on links and scrolling. The footer is part of the document and
 * always starts below the first screen: a footer that appeared later would shift the page under the customer's thumb.
 */
export function Frame({ children }: { children: ReactNode }) {
  const { status, profile } = useSession()
  const { pathname, search } = useLocation()
  useLinkNavigation()
  useRouteChange()

  return (
    <>
      <Header
        session={status}
        current={pathname}
        signOut={<SignOutButton />}
        initial={profile?.name ? initialOf(profile.name) : undefined}
        bell={<Bell current={pathname} />}
      />
      {status === 'in' && <AppNav current={pathname} paying={isOverview(pathname, search)} />}
      <main id="main" tabIndex={-1} className="min-h-dvh grow print:min-h-0">
        {children}
      </main>
      <VersionBar paying={isPaying(pathname, search)} />
    </>
  )
}

/** Returns true from the overview until the payment's result is shown. */
function isPaying(pathname: string, search: string): boolean {
  return pathname === paths.transferStatus || isOverview(pathname, search)
}

/** Returns true on the step that pays. */
function isOverview(pathname: string, search: string): boolean {
  return pathname === paths.sendMoney && new URLSearchParams(search).get('step') === 'overview'
}
