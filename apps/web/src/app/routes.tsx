import { lazy, Suspense, type ReactNode } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { loadCode } from '../lib/load-code.ts'
import { paths } from '../lib/paths.ts'
import { Spinner } from '../ui/spinner.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SessionGate, SignedIn, SignedOut, WithProfile } from './guards.tsx'

/** Every page's code is a chunk of its own; the function that loads it also preloads it. */
const load = {
  signIn: () => loadCode(() => import('../features/sign-in/page.tsx')),
  forgotPassword: () => loadCode(() => import('../features/email-links/forgot-page.tsx')),
  resetPassword: () => loadCode(() => import('../features/email-links/reset-page.tsx')),
  verifyEmail: () => loadCode(() => import('../features/email-links/verify-page.tsx')),
  undoEmail: () => loadCode(() => import('../features/email-links/undo-page.tsx')),
  profileSetup: () => loadCode(() => import('../features/profile/setup-page.tsx')),
  profileView: () => loadCode(() => import('../features/profile/view-page.tsx')),
  profileEdit: () => loadCode(() => import('../features/profile/edit-page.tsx')),
  sendMoney: () => loadCode(() => import('../features/send-money/page.tsx')),
  transferStatus: () => loadCode(() => import('../features/transfer-status/page.tsx')),
  receipt: () => loadCode(() => import('../features/receipt/page.tsx')),
  dashboard: () => loadCode(() => import('../features/dashboard/page.tsx')),
  stepUp: () => loadCode(() => import('../features/step-up/host.tsx')),
  settings: () => loadCode(() => import('../features/settings/layout.tsx')),
  security: () => loadCode(() => import('../features/settings/security-page.tsx')),
  notifications: () => loadCode(() => import('../features/notifications/page.tsx')),
  notFound: () => loadCode(() => import('./not-found.tsx')),
}

const SignIn = lazy(load.signIn)
const ForgotPassword = lazy(load.forgotPassword)
const ResetPassword = lazy(load.resetPassword)
const VerifyEmail = lazy(load.verifyEmail)
const UndoEmail = lazy(load.undoEmail)
const ProfileSetup = lazy(load.profileSetup)
const ProfileView = lazy(load.profileView)
const ProfileEdit = lazy(load.profileEdit)
const SendMoney = lazy(load.sendMoney)
const TransferStatus = lazy(load.transferStatus)
const Receipt = lazy(load.receipt)
const Dashboard = lazy(load.dashboard)
const StepUp = lazy(load.stepUp)
const Settings = lazy(load.settings)
const Security = lazy(load.security)
const Notifications = lazy(load.notifications)
const NotFound = lazy(load.notFound)

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.signIn]: load.signIn,
  [paths.signUp]: load.signIn,
  [paths.phoneSignIn]: load.signIn,
  [paths.emailSignUp]: load.signIn,
  [paths.forgotPassword]: load.forgotPassword,
  [paths.resetPassword]: load.resetPassword,
  [paths.verifyEmail]: load.verifyEmail,
  [paths.undoEmail]: load.undoEmail,
  [paths.setUpProfile]: load.profileSetup,
  [paths.profile]: load.profileView,
  [paths.editProfile]: () => Promise.all([load.profileEdit(), load.stepUp()]),
  [paths.sendMoney]: load.sendMoney,
  [paths.transferStatus]: load.transferStatus,
  [paths.receipt]: load.receipt,
  [paths.dashboard]: load.dashboard,
  [paths.settings]: () => Promise.all([load.settings(), load.stepUp(), load.security()]),
  [paths.notifications]: () => Promise.all([load.settings(), load.stepUp(), load.notifications()]),
}

/** Begins to fetch the code of the page at this path. A failure is told where the page is drawn. */
export function preloadRoute(pathname: string): void {
  LOADERS[pathname]?.().catch(() => undefined)
}

export function AppRoutes() {
  return (
    <SessionGate>
      <Routes>
        <Route path={paths.signIn} element={visitor(<SignIn variant="sign-in" />)} />
        <Route path={paths.signUp} element={visitor(<SignIn variant="sign-up" />)} />
        <Route path={paths.phoneSignIn} element={visitor(<SignIn variant="phone" />)} />
        <Route path={paths.emailSignUp} element={visitor(<SignIn variant="email" />)} />
        <Route path={paths.forgotPassword} element={page(<ForgotPassword />)} />
        <Route path={paths.resetPassword} element={page(<ResetPassword />)} />
        <Route path={paths.verifyEmail} element={page(<VerifyEmail />)} />
        <Route path={paths.undoEmail} element={page(<UndoEmail />)} />
        <Route path={paths.setUpProfile} element={<SignedIn>{page(<ProfileSetup />)}</SignedIn>} />
        <Route path={paths.oldProfile} element={<Navigate replace to={paths.profile} />} />
        <Route path={paths.profile} element={member(<ProfileView />)} />
        <Route path={paths.editProfile} element={member(proving(<ProfileEdit />))} />
        <Route path={paths.sendMoney} element={member(<SendMoney />)} />
        <Route path={paths.transferStatus} element={<SignedIn>{page(<TransferStatus />)}</SignedIn>} />
        <Route path={paths.receipt} element={<SignedIn>{page(<Receipt />)}</SignedIn>} />
        <Route path={paths.dashboard} element={member(<Dashboard />)} />
        <Route element={settings}>
          <Route path={paths.settings} element={page(<Security />)} />
          <Route path={paths.notifications} element={page(<Notifications />)} />
        </Route>
        <Route path="*" element={page(<NotFound />)} />
      </Routes>
    </SessionGate>
  )
}

/** The menu stays while its pages change. The outlet is passed in: a page's code of its own would split the router's. */
const settings = member(
  proving(
    <Settings>
      <Outlet />
    </Settings>,
  ),
)

function visitor(children: ReactNode) {
  return <SignedOut>{page(children)}</SignedOut>
}

function member(children: ReactNode) {
  return (
    <SignedIn>
      <WithProfile>{page(children)}</WithProfile>
    </SignedIn>
  )
}

/** For pages with something on them that wants a fresh proof of who is there. */
function proving(children: ReactNode) {
  return (
    <>
      {children}
      <StepUp />
    </>
  )
}

function page(children: ReactNode) {
  return (
    <PageBoundary>
      <Suspense fallback={<PageSpinner />}>{children}</Suspense>
    </PageBoundary>
  )
}

function PageSpinner() {
  return (
    <div className="flex min-h-[60vh] items-center justify-center text-brand-ink">
      <Spinner size={48} label="Loading" />
    </div>
  )
}
