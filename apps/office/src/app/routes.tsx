import { lazy, Suspense, type ComponentType } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import type { Permission } from '@sesa/contract/office'
import { Button } from '@sesa/ui/button.tsx'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '@sesa/ui/feedback/error-boundary.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { Spinner } from '@sesa/ui/feedback/spinner.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { loadSession, useMay, useSession, type Session } from '../lib/session.ts'
import { Refusal } from '../parts/refusal.tsx'
import { SignInAgain, SignInPage } from '../features/sign-in/page.tsx'
import { Frame } from './frame.tsx'
import { useLinkNavigation, useRouteChange } from './navigation.ts'
import { SessionClock } from './session-clock.tsx'

/** Describes a page. One of the permissions opens it; without any, every member may. */
const page = (
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  ...needs: readonly Permission[]
) => ({
  ...{ path, needs },
  Page: lazy(load),
})

const PAGES = [
  page('/', () => import('../features/home/page.tsx')),
  page('/inbox', () => import('../features/inbox/page.tsx')),
  page('/transfers', () => import('../features/transfers/page.tsx'), 'transfers.read'),
  page('/customers', () => import('../features/customers/page.tsx'), 'customers.read'),
  page('/customers/:id', () => import('../features/customer/page.tsx'), 'customers.read'),
  page('/transfers/:reference', () => import('../features/transfer/page.tsx'), 'transfers.read'),
  page('/enquiries/:number', () => import('../features/enquiries/page.tsx'), 'enquiries.answer'),
  page('/cases/:number', () => import('../features/cases/page.tsx'), 'cases.read'),
  page('/daily-closes/:day', () => import('../features/daily-close/page.tsx'), 'books.close'),
  page('/identity/:id', () => import('../features/identity/page.tsx'), 'identity.review'),
  page('/monitoring-rules', () => import('../features/rules/monitoring-page.tsx'), 'monitoring.change'),
  page('/fraud-rules', () => import('../features/rules/fraud-page.tsx'), 'fraud.manage'),
  page('/filings', () => import('../features/filings/list-page.tsx'), 'reports.file'),
  page('/filings/:number', () => import('../features/filings/page.tsx'), 'reports.file'),
  page('/privacy/:number', () => import('../features/privacy/page.tsx'), 'privacy.manage'),
  page('/approvals/:id', () => import('../features/approvals/page.tsx'), 'approvals.read'),
  page('/floats', () => import('../features/floats/page.tsx'), 'finance.read'),
  page('/prices', () => import('../features/prices/page.tsx'), 'prices.read'),
  page('/limits', () => import('../features/limits/page.tsx'), 'limits.change'),
  page('/corridors', () => import('../features/corridors/page.tsx'), 'corridors.read'),
  page('/reconciliation', () => import('../features/reconciliation/page.tsx'), 'reconciliation.read'),
  page('/results', () => import('../features/results/page.tsx'), 'finance.read'),
  page('/audit', () => import('../features/audit-log/page.tsx'), 'audit.read', 'retention.read'),
  page('/staff', () => import('../features/staff/page.tsx'), 'staff.read'),
  page('/permissions', () => import('../features/permissions/page.tsx')),
  page('/passkeys', () => import('../features/passkeys/page.tsx')),
  page('/command-line', () => import('../features/command-line/page.tsx')),
]

const InvitationPage = lazy(() => import('../features/invitation/page.tsx'))

/** Shows the sign-in, an invitation, or the signed-in office. */
export function OfficeRoutes() {
  useLinkNavigation()
  useRouteChange()
  const session = useSession()
  const { pathname } = useLocation()

  if (session.status !== 'in' && pathname === '/invitation')
    return (
      <Suspense fallback={<Loading />}>
        <main id="main">
          <InvitationPage />
        </main>
      </Suspense>
    )
  switch (session.status) {
    case 'unknown':
      return <Loading />
    case 'unreachable':
      return (
        <main id="main">
          <Page title="The office can’t be reached">
            <Refusal failure={session.failure} />
            <Button onClick={() => void loadSession()} className="self-start">
              Try again
            </Button>
          </Page>
        </main>
      )
    case 'out':
      return (
        <main id="main">
          <SignInPage />
        </main>
      )
    case 'in':
    case 'ended':
      return <SignedIn session={session} />
  }
}

function SignedIn({ session }: { session: Extract<Session, { status: 'in' | 'ended' }> }) {
  const { pathname } = useLocation()
  if (pathname === '/invitation') return <Navigate replace to="/" />
  return (
    // Another member starts with an empty page.
    <div key={session.me.id}>
      <Frame me={session.me} hidden={session.status === 'ended'}>
        <SignedInRoutes />
      </Frame>
      {session.status === 'in' && <SessionClock me={session.me} endsAt={session.endsAt} />}
      {session.status === 'ended' && <SignInAgain me={session.me} />}
    </div>
  )
}

function SignedInRoutes() {
  const { pathname } = useLocation()
  const may = useMay()
  const open = ({ needs, Page: Content }: ReturnType<typeof page>) =>
    needs.length === 0 || needs.some(may) ? <Content key={pathname} /> : <NotForYou needs={needs} />
  return (
    <ErrorBoundary place={pathname} fallback={(_, retry) => <Broken retry={retry} />}>
      <Suspense fallback={<Loading />}>
        <Routes>
          {PAGES.map((one) => (
            <Route key={one.path} path={one.path} element={open(one)} />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  )
}

function Loading() {
  return (
    <div role="status" className="flex justify-center p-12">
      <Spinner />
      <span className="sr-only">Loading</span>
    </div>
  )
}

function NotFound() {
  return (
    <Page title="Page not found">
      <EmptyState title="There’s nothing at this address">Choose a section, or search.</EmptyState>
    </Page>
  )
}

function NotForYou({ needs }: { needs: readonly Permission[] }) {
  return (
    <Page title="Your roles don’t allow this">
      <Notice tone="warn">
        This page needs the permission {needs.join(' or ')}. Ask an administrator for a role that has it.
      </Notice>
    </Page>
  )
}

function Broken({ retry }: { retry: () => void }) {
  return (
    <Page title="This page failed to load">
      <Notice tone="error" action={<Button onClick={retry}>Try again</Button>}>
        Nothing changed. If there’s a new version, reload the page.
      </Notice>
    </Page>
  )
}
