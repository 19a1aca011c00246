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
import { SignInAgain, SignInPage } from '../features/sign-in/page.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { Frame } from './frame.tsx'
import { useLinkNavigation, useRouteChange } from './navigation.ts'
import { SessionClock } from './session-clock.tsx'

interface PageRoute {
  readonly path: string
  readonly Page: ComponentType
  /** One of these permissions opens it; without any, every member may. */
  readonly needs?: readonly Permission[]
}

const PAGES: readonly PageRoute[] = [
  { path: '/', Page: lazy(() => import('../features/home/page.tsx')) },
  { path: '/inbox', Page: lazy(() => import('../features/inbox/page.tsx')) },
  {
    path: '/transfers',
    Page: lazy(() => import('../features/transfers/page.tsx')),
    needs: ['transfers.read'],
  },
  {
    path: '/customers',
    Page: lazy(() => import('../features/customers/page.tsx')),
    needs: ['customers.read'],
  },
  {
    path: '/customers/:id',
    Page: lazy(() => import('../features/customer/page.tsx')),
    needs: ['customers.read'],
  },
  {
    path: '/transfers/:reference',
    Page: lazy(() => import('../features/transfer/page.tsx')),
    needs: ['transfers.read'],
  },
  {
    path: '/enquiries/:number',
    Page: lazy(() => import('../features/enquiries/page.tsx')),
    needs: ['enquiries.answer'],
  },
  { path: '/cases/:number', Page: lazy(() => import('../features/cases/page.tsx')), needs: ['cases.read'] },
  {
    path: '/daily-closes/:day',
    Page: lazy(() => import('../features/daily-close/page.tsx')),
    needs: ['books.close'],
  },
  {
    path: '/identity/:id',
    Page: lazy(() => import('../features/identity/page.tsx')),
    needs: ['identity.review'],
  },
  {
    path: '/monitoring-rules',
    Page: lazy(() => import('../features/rules/monitoring-page.tsx')),
    needs: ['monitoring.change'],
  },
  {
    path: '/fraud-rules',
    Page: lazy(() => import('../features/rules/fraud-page.tsx')),
    needs: ['fraud.manage'],
  },
  {
    path: '/filings',
    Page: lazy(() => import('../features/filings/list-page.tsx')),
    needs: ['reports.file'],
  },
  {
    path: '/filings/:number',
    Page: lazy(() => import('../features/filings/page.tsx')),
    needs: ['reports.file'],
  },
  {
    path: '/privacy/:number',
    Page: lazy(() => import('../features/privacy/page.tsx')),
    needs: ['privacy.manage'],
  },
  {
    path: '/approvals/:id',
    Page: lazy(() => import('../features/approvals/page.tsx')),
    needs: ['approvals.read'],
  },
  { path: '/floats', Page: lazy(() => import('../features/floats/page.tsx')), needs: ['finance.read'] },
  { path: '/prices', Page: lazy(() => import('../features/prices/page.tsx')), needs: ['prices.read'] },
  { path: '/limits', Page: lazy(() => import('../features/limits/page.tsx')), needs: ['limits.change'] },
  {
    path: '/corridors',
    Page: lazy(() => import('../features/corridors/page.tsx')),
    needs: ['corridors.read'],
  },
  {
    path: '/reconciliation',
    Page: lazy(() => import('../features/reconciliation/page.tsx')),
    needs: ['reconciliation.read'],
  },
  { path: '/results', Page: lazy(() => import('../features/results/page.tsx')), needs: ['finance.read'] },
  {
    path: '/audit',
    Page: lazy(() => import('../features/audit-log/page.tsx')),
    needs: ['audit.read', 'retention.read'],
  },
  { path: '/staff', Page: lazy(() => import('../features/staff/page.tsx')), needs: ['staff.read'] },
  { path: '/permissions', Page: lazy(() => import('../features/permissions/page.tsx')) },
  { path: '/passkeys', Page: lazy(() => import('../features/passkeys/page.tsx')) },
  { path: '/command-line', Page: lazy(() => import('../features/command-line/page.tsx')) },
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
  const open = ({ needs, Page: Content }: PageRoute) =>
    needs === undefined || needs.some(may) ? <Content key={pathname} /> : <NotForYou needs={needs} />
  return (
    <ErrorBoundary place={pathname} fallback={(_, retry) => <Broken retry={retry} />}>
      <Suspense fallback={<Loading />}>
        <Routes>
          {PAGES.map((page) => (
            <Route key={page.path} path={page.path} element={open(page)} />
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
