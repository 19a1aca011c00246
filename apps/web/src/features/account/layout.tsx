import { lazy, Suspense, type ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { rich } from '@sesa/ui/rich.tsx'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Skeleton } from '@sesa/ui/feedback/skeleton.tsx'
import { ChevronIcon } from '@sesa/ui/art/icons.tsx'
import { SideMenu, type SideMenuEntry } from '@sesa/ui/layout/side-menu.tsx'
import {
  ACCOUNT,
  DELETE_ACCOUNT,
  NOTIFICATIONS,
  SECURITY,
  type AccountEntry,
} from '../../lib/account-entries.ts'
import { loadCode } from '../../lib/loading/load-code.ts'
import { SectionBoundary } from '../../lib/loading/section-boundary.tsx'
import { paths, safeTo } from '../../lib/paths.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { useDeleteAccount } from './use-delete-account.tsx'

/** Only for phones, and below the profile, so its code loads after the rest. */
const AccountHub = lazy(() => loadCode(() => import('./hub.tsx')))

const FIRST = [SECURITY, NOTIFICATIONS, DELETE_ACCOUNT]

/** The entries of the side menu: the spec's three, then the others (design, section 9). */
const GROUPS: readonly (readonly AccountEntry[])[] = [
  FIRST,
  ...ACCOUNT.map(({ entries }) => entries.filter((entry) => !FIRST.includes(entry))),
]

interface AccountLayoutProps {
  /** The sign-out control, for the Account page of a phone. */
  signOut: ReactNode
  children: ReactNode
}

/**
 * Renders the way around the pages of the account: a menu beside the page, and on a phone a list below the profile, to
 * which the other pages lead back. The page keeps its place while a device is turned, and with it what was typed.
 */
export function AccountLayout({ signOut, children }: AccountLayoutProps) {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const isNarrow = useNarrow()
  const { entry: deleteAccount, dialog } = useDeleteAccount()
  // A page that is a step of another task leads on by itself.
  const isStep = safeTo(search.get('to')) !== undefined
  const isHub = isNarrow && pathname === paths.profile
  const leadsBack = isNarrow && !isHub && !isStep
  return (
    <div className={cx('mx-auto w-full', !isStep && 'menu-frame')}>
      {!isNarrow && !isStep && (
        <div className="flex flex-col gap-4 px-6 pt-8">
          <SideMenu
            label={i18n.t('Settings')}
            current={pathname}
            groups={GROUPS.map((entries) =>
              entries.map(({ text: label, href }): SideMenuEntry =>
                href === undefined ? { label, ...deleteAccount } : { label, href },
              ),
            )}
          />
          {dialog}
        </div>
      )}
      {leadsBack && <BackLink />}
      <div className={leadsBack ? '*:pt-0' : isStep ? '' : 'md:*:mx-0'}>
        {children}
        {isHub && (
          <div className="flex flex-col gap-6 px-4 pb-12 sm:px-6">
            <SectionBoundary name={i18n.t('the list of pages')}>
              <Suspense fallback={<Skeleton lines={6} />}>
                <AccountHub current={pathname} deleteAccount={deleteAccount} />
              </Suspense>
            </SectionBoundary>
            {dialog}
            <ThemeChoice place="account" />
            {signOut}
          </div>
        )}
      </div>
    </div>
  )
}

function BackLink() {
  return (
    <div className="-mb-2 px-4 sm:px-6">
      <a
        href={paths.profile}
        className="relative inline-flex min-h-12 items-center gap-1 pr-3 font-semibold text-brand-ink"
      >
        <ChevronIcon className="-ml-1 rotate-90" />
        <span>
          {rich(i18n.t('<span>Back to </span>Account'), {
            span: (text) => <span className="sr-only">{text}</span>,
          })}
        </span>
      </a>
    </div>
  )
}
