import type { ReactNode } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import * as i18n from '@sesa/contract/i18n'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { GoTo } from '../lib/go-to.tsx'
import { isAppPath, paths, safeTo, withTo } from '../lib/paths.ts'
import { useSession } from '../lib/session/session.ts'
import { SpinnerModal } from '../lib/loading/long-wait.tsx'

/** Waits for the login state; wraps every route of the app. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { status, bootError, retryBoot } = useSession()
  if (status !== 'unknown') return children
  if (!bootError) return <SpinnerModal label={i18n.t('Loading your account')} />
  return (
    <Page title={i18n.t('We couldn’t load your account')} documentTitle={i18n.t('Account not loaded')}>
      <Notice tone="error" action={<Button onClick={() => void retryBoot()}>{i18n.t('Try again')}</Button>}>
        {i18n.t('{message} Nothing is lost.', { message: bootError.message })}
      </Notice>
    </Page>
  )
}

/** Requires a signed-in customer: visitors sign in first and then return. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  if (status !== 'in') return <Navigate replace to={withTo(paths.signIn, shortTo(pathname) + search)} />
  return children
}

/** Requires a complete profile: other customers complete it first and return here, or to `to`. */
export function WithProfile({ to, children }: { to?: string; children: ReactNode }) {
  const { profile, offline } = useSession()
  const { pathname, search } = useLocation()
  // While the profile cannot be loaded, it may be complete: show the page with the known data.
  if (!profile?.complete && !offline) {
    return <Navigate replace to={withTo(paths.setUpProfile, to ?? pathname + search)} />
  }
  return children
}

/** Requires agreement to the current documents: other customers agree first and return. Never while they are paying. */
export function WithAgreements({ children }: { children: ReactNode }) {
  const { agreementsDue } = useSession()
  const { pathname, search } = useLocation()
  const isPaying = new URLSearchParams(search).get('step') === 'overview'
  if (agreementsDue.length > 0 && !isPaying)
    return <Navigate replace to={withTo(paths.agreements, pathname + search)} />
  return children
}

/** Sends signed-in customers on: they complete the profile, then continue to `to`, or to the dashboard. */
export function SignedOut({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const [query] = useSearchParams()
  if (status !== 'in') return children
  const to = safeTo(query.get('to')) ?? paths.dashboard
  const onward = <GoTo to={to} />
  // The app's own pages ask for the profile where they need one.
  return isAppPath(to.split('?')[0] ?? '') ? onward : <WithProfile to={to}>{onward}</WithProfile>
}

/** Returns the short form of `to`, since the spec writes `to=send-money` without the slash. */
function shortTo(pathname: string): string {
  return pathname === paths.sendMoney ? pathname.slice(1) : pathname
}
