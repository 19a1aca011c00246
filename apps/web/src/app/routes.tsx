import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { loadCode } from '../lib/loading/load-code.ts'
import { BENEATH_ME, paths } from '../lib/paths.ts'
import { canMakePasskeys } from '../lib/session/passkeys.ts'
import { PageSpinner } from '../lib/loading/long-wait.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SessionGate, SignedIn, SignedOut, WithAgreements, WithProfile } from './guards.tsx'

/**
 * Returns a page whose code is in a separate file, fetched on first render; `load` fetches it earlier. Each page has
 * its own Suspense: with a shared one, React would keep the previous page on screen until the code arrives, and a link
 * would seem to do nothing. A page whose code is already loaded renders at once: behind Suspense, React would show the
 * spinner for at least 300 ms.
 */
function lazyPage<Props extends object>(importPage: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null
  const load = async () => {
    const module = await loadCode(importPage)
    loaded = module.default
    return module
  }
  const Lazy = lazy(load)
  function LazyPage(props: Props) {
    const [Page] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return (
      <Suspense fallback={<PageSpinner />}>
        <Page {...props} />
      </Suspense>
    )
  }
  return Object.assign(LazyPage, { load })
}

const SignIn = lazyPage(() => import('../features/sign-in/page.tsx'))
const EmailLink = lazyPage(() => import('../features/email-links/page.tsx'))
const Account = lazyPage(() => import('./account-area.tsx'))
const ProfileSetup = lazyPage(() => import('./setup-area.tsx'))
const Profile = lazyPage(() => import('./profile-area.tsx'))
const SenderDetails = lazyPage(() => import('../features/sender-details/page.tsx'))
const SendMoney = lazyPage(() => import('./send-area.tsx'))
const TransferStatus = lazyPage(() => import('./transfer-area.tsx'))
const Receipt = lazyPage(() => import('../features/receipt/page.tsx'))
const Dashboard = lazyPage(() => import('./dashboard-area.tsx'))
const Recipients = lazyPage(() => import('../features/recipients/page.tsx'))
const Reminders = lazyPage(() => import('../features/reminders/list-page.tsx'))
const NewReminder = lazyPage(() => import('../features/reminders/new-page.tsx'))
const RateAlerts = lazyPage(() => import('../features/rate-alerts/page.tsx'))
const Statement = lazyPage(() => import('../features/statement/page.tsx'))
const Security = lazyPage(() => import('../features/settings/security-page.tsx'))
const Notifications = lazyPage(() => import('../features/notifications/page.tsx'))
const Limits = lazyPage(() => import('../features/limits/page.tsx'))
const Cards = lazyPage(() => import('../features/settings/cards-page.tsx'))
const Notices = lazyPage(() => import('../features/notices/page.tsx'))
const Messages = lazyPage(() => import('../features/enquiries/list-page.tsx'))
const NewMessage = lazyPage(() => import('../features/enquiries/new-page.tsx'))
const Message = lazyPage(() => import('../features/enquiries/thread-page.tsx'))
const Agreements = lazyPage(() => import('../features/agreements/page.tsx'))
const NotFound = lazyPage(() => import('./not-found.tsx'))

const LOADERS: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.signIn]: SignIn.load,
  [paths.signUp]: SignIn.load,
  [paths.phoneSignIn]: SignIn.load,
  [paths.emailSignUp]: SignIn.load,
  [paths.forgotPassword]: EmailLink.load,
  [paths.resetPassword]: EmailLink.load,
  [paths.verifyEmail]: EmailLink.load,
  [paths.undoEmail]: EmailLink.load,
  [paths.setUpProfile]: ProfileSetup.load,
  [paths.profile]: () => Promise.all([Account.load(), Profile.load()]),
  [paths.editProfile]: () => Promise.all([Account.load(), Profile.load()]),
  [paths.senderDetails]: () => Promise.all([Account.load(), SenderDetails.load()]),
  [paths.sendMoney]: SendMoney.load,
  [paths.transferStatus]: TransferStatus.load,
  [paths.receipt]: Receipt.load,
  [paths.me]: Dashboard.load,
  // Its passkey offer waits for the device's answer.
  [paths.dashboard]: () => Promise.all([Dashboard.load(), canMakePasskeys()]),
  [paths.recipients]: Recipients.load,
  [paths.reminders]: () => Promise.all([Account.load(), Reminders.load()]),
  [paths.newReminder]: NewReminder.load,
  [paths.rateAlerts]: () => Promise.all([Account.load(), RateAlerts.load()]),
  [paths.statement]: Statement.load,
  [paths.settings]: () => Promise.all([Account.load(), Security.load()]),
  [paths.notifications]: () => Promise.all([Account.load(), Notifications.load()]),
  [paths.limits]: () => Promise.all([Account.load(), Limits.load()]),
  [paths.cards]: () => Promise.all([Account.load(), Cards.load()]),
  [paths.notices]: Notices.load,
  [paths.messages]: () => Promise.all([Account.load(), Messages.load()]),
  [paths.newMessage]: NewMessage.load,
  [paths.agreements]: () => Promise.all([Account.load(), Agreements.load()]),
}

/** Loads the code of the page at this path. Never rejects: the page itself shows a failure when it renders. */
export async function preloadRoute(pathname: string): Promise<void> {
  await LOADERS[pathname]?.().catch(() => undefined)
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
        <Route element={member(<Account />)}>
          <Route element={page(<Profile />)}>
            <Route path={paths.profile} element={null} />
            <Route path={paths.editProfile} element={null} />
          </Route>
          <Route path={paths.senderDetails} element={page(<SenderDetails />)} />
          <Route path={paths.settings} element={page(<Security />)} />
          <Route path={paths.notifications} element={page(<Notifications />)} />
          <Route path={paths.limits} element={page(<Limits />)} />
          <Route path={paths.cards} element={page(<Cards />)} />
          <Route path={paths.reminders} element={page(<Reminders />)} />
          <Route path={paths.rateAlerts} element={page(<RateAlerts />)} />
          <Route path={paths.messages} element={page(<Messages />)} />
          <Route path={paths.agreements} element={page(<Agreements />)} />
        </Route>
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
        <Route path={paths.newReminder} element={member(<NewReminder />)} />
        <Route path={paths.statement} element={member(<Statement />)} />
        <Route path={paths.notices} element={member(<Notices />)} />
        <Route path={paths.newMessage} element={member(<NewMessage />)} />
        <Route path={`${paths.messages}/:id`} element={member(<Message />)} />
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
