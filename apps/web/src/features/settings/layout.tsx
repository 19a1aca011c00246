import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { SideMenu, type SideMenuEntry } from '../../ui/side-menu.tsx'

const ENTRIES: readonly SideMenuEntry[] = [
  { label: 'Security', href: paths.settings },
  { label: 'Notifications', href: paths.notifications },
]

/** The side menu of the settings, beside whichever of their pages is open. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto w-full max-w-288 md:grid md:grid-cols-[15rem_minmax(0,1fr)] md:items-start">
      <div className="px-4 pt-8 sm:px-6 sm:pt-12">
        <SideMenu label="Settings" entries={ENTRIES} current={pathname} />
      </div>
      <div className="md:*:mx-0">{children}</div>
    </div>
  )
}
