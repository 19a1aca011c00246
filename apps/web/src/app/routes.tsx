import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { loadCode } from '../lib/loading/load-code.ts'
import { BENEATH_ME, paths } from '../lib/paths.ts'
import { PageSpinner } from '../lib/loading/long-wait.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SessionGate, SignedIn, SignedOut, WithAgreements, WithProfile } from './guards.tsx'

/** Each page's code is a separate chunk; the function that loads it also preloads it. */
const load = {
  signIn: () => loadCode(() => import('../features/sign-in/page.tsx')),
  emailLink: () => loadCode(() => import('../features/email-links/page.tsx')),
  profileSetup: () => loadCode(() => import('../features/profile/setup-page.tsx')),
  profile: () => loadCode(() => import('./profile-area.tsx')),
  senderDetails: () => loadCode(() => import('../features/sender-details/page.tsx')),
  sendMoney: () => loadCode(() => import('../features/send-money/page.tsx')),
  transferStatus: () => loadCode(() => import('./transfer-area.tsx')),
  receipt: () => loadCode(() => import('../features/receipt/page.tsx')),
  dashboard: () => loadCode(() => import('./dashboard-area.tsx')),
  recipients: () => loadCode(() => import('../features/recipients/page.tsx')),
  reminders: () => loadCode(() => import('../features/reminders/page.tsx')),
  rateAlerts: () => loadCode(() => import('../features/rate-alerts/page.tsx')),
  statement: () => loadCode(() => import('../features/statement/page.tsx')),
  settings: () => loadCode(() => import('./settings-area.tsx')),
  security: () => loadCode(() => import('../features/settings/security-page.tsx')),
  notifications: () => loadCode(() => import('../features/notifications/page.tsx')),
  limits: () => loadCode(() => import('../features/limits/page.tsx')),
  cards: () => loadCode(() => import('../features/settings/cards-page.tsx')),
  notices: () => loadCode(() => import('../features/notices/page.tsx')),
  messages: () => loadCode(() => import('../features/messages/list-page.tsx')),
  newMessage: () => loadCode(() => import('../features/messages/new-page.tsx')),
  message: () => loadCode(() => import('../features/messages/thread-page.tsx')),
  agreements: () => loadCode(() => import('../features/agreements/page.tsx')),
  notFound: () => loadCode(() => import('./not-found.tsx')),
}

/**
 * Returns a page whose code is fetched when it is first drawn. Each page has its own Suspense: with a shared
 * one, React would keep the previous page on screen until the code arrives, and a link would seem to do
 * nothing.
 */
function lazyPage<Props extends object>(loadPage: () => Promise<{ default: ComponentType<Props> }>) {
  const Page = lazy(loadPage)
  return function LazyPage(props: Props) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <Page {...props} />
      </Suspense>
    )
  }
}

const SignIn = lazyPage(load.signIn)
const EmailLink = lazyPage(load.emailLink)
const ProfileSetup = lazyPage(load.profileSetup)
const Profile = lazyPage(load.profile)
const SenderDetails = lazyPage(load.senderDetails)
const SendMoney = lazyPage(load.sendMoney)
const TransferStatus = lazyPage(load.transferStatus)
const Receipt = lazyPage(load.receipt)
const Dashboard = lazyPage(load.dashboard)
const Recipients = lazyPage(load.recipients)
const Reminders = lazyPage(load.reminders)
const RateAlerts = lazyPage(load.rateAlerts)
const Statement = lazyPage(load.statement)
const Settings = lazyPage(load.settings)
const Security = lazyPage(load.security)
const Notifications = lazyPage(load.notifications)
const Limits = lazyPage(load.limits)
const Cards = lazyPage(load.cards)
const Notices = lazyPage(load.notices)
const Messages = lazyPage(load.messages)
const NewMessage = lazyPage(load.newMessage)
const Message = lazyPage(load.message)
const Agreements = lazyPage(load.agreements)
const NotFound = lazyPage(load.notFound)

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.signIn]: load.signIn,
  [paths.signUp]: load.signIn,
  [paths.phoneSignIn]: load.signIn,
  [paths.emailSignUp]: load.signIn,
  [paths.forgotPassword]: load.emailLink,
  [paths.resetPassword]: load.emailLink,
  [paths.verifyEmail]: load.emailLink,
  [paths.undoEmail]: load.emailLink,
  [paths.setUpProfile]: load.profileSetup,
  [paths.profile]: load.profile,
  [paths.editProfile]: load.profile,
  [paths.senderDetails]: load.senderDetails,
  [paths.sendMoney]: load.sendMoney,
  [paths.transferStatus]: load.transferStatus,
  [paths.receipt]: load.receipt,
  [paths.me]: load.dashboard,
  [paths.dashboard]: load.dashboard,
  [paths.recipients]: load.recipients,
  [paths.reminders]: load.reminders,
  [paths.newReminder]: load.reminders,
  [paths.rateAlerts]: load.rateAlerts,
  [paths.statement]: load.statement,
  [paths.settings]: () => Promise.all([load.settings(), load.security()]),
  [paths.notifications]: () => Promise.all([load.settings(), load.notifications()]),
  [paths.limits]: () => Promise.all([load.settings(), load.limits()]),
  [paths.cards]: () => Promise.all([load.settings(), load.cards()]),
  [paths.notices]: load.notices,
  [paths.messages]: load.messages,
  [paths.newMessage]: load.newMessage,
  [paths.agreements]: load.agreements,
}

/** Starts loading the code of the page at this path. The page itself shows a failure when it renders. */
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
        <Route path={paths.forgotPassword} element={page(<EmailLink kind="forgot" />)} />
        <Route path={paths.resetPassword} element={page(<EmailLink kind="reset" />)} />
        <Route path={paths.verifyEmail} element={page(<EmailLink kind="verify" />)} />
        <Route path={paths.undoEmail} element={page(<EmailLink kind="undo" />)} />
        <Route path={paths.setUpProfile} element={<SignedIn>{page(<ProfileSetup />)}</SignedIn>} />
        <Route path={paths.oldProfile} element={<Navigate replace to={paths.profile} />} />
        <Route element={member(<Profile />)}>
          <Route path={paths.profile} element={null} />
          <Route path={paths.editProfile} element={null} />
        </Route>
        <Route path={paths.senderDetails} element={member(<SenderDetails />)} />
        <Route
          path={paths.sendMoney}
          element={member(
            <WithAgreements>
              <SendMoney />
            </WithAgreements>,
          )}
        />
        <Route path={paths.transferStatus} element={<SignedIn>{page(<TransferStatus />)}</SignedIn>} />
        <Route path={paths.receipt} element={<SignedIn>{page(<Receipt />)}</SignedIn>} />
        <Route path={paths.dashboard} element={member(<Dashboard />)} />
        <Route path={paths.recipients} element={member(<Recipients />)} />
        <Route path={paths.reminders} element={member(<Reminders />)} />
        <Route path={paths.newReminder} element={member(<Reminders />)} />
        <Route path={paths.rateAlerts} element={member(<RateAlerts />)} />
        <Route path={paths.statement} element={member(<Statement />)} />
        <Route element={member(<Settings />)}>
          <Route path={paths.settings} element={page(<Security />)} />
          <Route path={paths.notifications} element={page(<Notifications />)} />
          <Route path={paths.limits} element={page(<Limits />)} />
          <Route path={paths.cards} element={page(<Cards />)} />
        </Route>
        <Route path={paths.notices} element={member(<Notices />)} />
        <Route path={paths.messages} element={member(<Messages />)} />
        <Route path={paths.newMessage} element={member(<NewMessage />)} />
        <Route path={`${paths.messages}/:id`} element={member(<Message />)} />
        <Route path={paths.agreements} element={member(<Agreements />)} />
        <Route path={paths.me} element={member(<Navigate replace to={paths.dashboard} />)} />
        <Route path={BENEATH_ME} element={member(<NotFound />)} />
        <Route path="*" element={page(<NotFound />)} />
      </Routes>
    </SessionGate>
  )
}

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

function page(children: ReactNode) {
  return <PageBoundary>{children}</PageBoundary>
}
