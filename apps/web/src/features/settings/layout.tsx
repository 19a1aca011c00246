import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { SideMenu } from '@sesa/ui/layout/side-menu.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { loadCode } from '../../lib/loading/load-code.ts'
import { paths } from '../../lib/paths.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'

/** Loads the dialog only when opened, since few customers need it. */
const loadDialog = () => import('./delete-account.tsx')
const DeleteAccount = lazy(() => loadCode(loadDialog))

/** Renders the settings' side menu next to the open settings page. */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  // Stays mounted once opened, so that closing it returns the focus to the button that opened it.
  const [deleting, setDeleting] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <div className="menu-frame mx-auto w-full">
      <div className="flex flex-col gap-4 px-4 pt-5 sm:px-6 sm:pt-8">
        <SideMenu
          label="Settings"
          current={pathname}
          entries={[
            { label: 'Security', href: paths.settings },
            { label: 'Notifications', href: paths.notifications },
            { label: 'Limits', href: paths.limits },
            { label: 'Cards', href: paths.cards },
            { label: 'Reminders', href: paths.reminders },
            { label: 'Rate alerts', href: paths.rateAlerts },
            {
              label: 'Delete Account',
              onClick: () => setDeleting('open'),
              // The dialog has usually loaded by the time of the press.
              onApproach: () => void loadDialog().catch(() => undefined),
            },
          ]}
        />
        {deleting !== 'never' && (
          <SectionBoundary name="Delete Account">
            <Suspense fallback={<Opening />}>
              <DeleteAccount open={deleting === 'open'} onClose={() => setDeleting('closed')} />
            </Suspense>
          </SectionBoundary>
        )}
      </div>
      <div className="md:*:mx-0">{children}</div>
    </div>
  )
}

/** Dims the page like the dialog. */
function Opening() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-20 flex items-center justify-center bg-[rgb(6_20_15/0.55)] text-white"
    >
      <Spinner size={48} />
      <span className="sr-only">Loading</span>
    </div>
  )
}
