import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loadCode } from '../../lib/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { Part } from '../../ui/part.tsx'
import { SideMenu } from '../../ui/side-menu.tsx'
import { FullScreenSpinner } from '../../ui/spinner.tsx'

/** Comes after the page itself, since few people came for it. */
const DeleteAccount = lazy(() => loadCode(() => import('./delete-account.tsx')))

/** The side menu of the settings, beside whichever of their pages is open. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [isDeleting, setIsDeleting] = useState(false)
  return (
    <div className="mx-auto w-full max-w-288 md:grid md:grid-cols-[17rem_minmax(0,1fr)] md:items-start">
      <div className="px-4 pt-8 sm:px-6 sm:pt-12">
        <SideMenu
          label="Settings"
          current={pathname}
          entries={[
            { label: 'Security', href: paths.settings },
            { label: 'Notifications', href: paths.notifications },
            { label: 'Delete Account', onClick: () => setIsDeleting(true) },
          ]}
        />
      </div>
      <div className="md:*:mx-0">{children}</div>
      <Part name="Delete Account">
        <Suspense fallback={isDeleting && <FullScreenSpinner label="Loading" />}>
          <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />
        </Suspense>
      </Part>
    </div>
  )
}
